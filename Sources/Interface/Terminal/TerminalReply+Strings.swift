import Canvas

extension TerminalReply {
  /// Parses the contents of a string sequence.
  ///
  /// - Parameter introducer: the byte after ESC: `]` (OSC), `P` (DCS), `_` (APC), `^` (PM) or `X`
  ///   (SOS).
  init(string bytes: [UInt8], introducer: UInt8) {
    let text = String(decoding: bytes, as: UTF8.self)
    let reply: TerminalReply? =
      switch introducer {
      case UInt8(ascii: "]"): Self.color(text)
      case UInt8(ascii: "P"):
        text.hasPrefix(">|") ? .version(String(text.dropFirst(2))) : Self.rendition(text)
      case UInt8(ascii: "_"): Self.graphics(text)
      default: nil
      }
    self = reply ?? .other(text)
  }

  /// Parses `10;rgb:ffff/ffff/ffff` (foreground) or `11;…` (background), with one to four digits
  /// each.
  private static func color(_ text: String) -> TerminalReply? {
    let parts = text.split(separator: ";", maxSplits: 1)
    guard parts.count == 2, ["10", "11"].contains(parts[0]) else { return nil }
    var value = parts[1]
    guard value.hasPrefix("rgb:") || value.hasPrefix("rgba:") else { return nil }
    value = value.drop { $0 != ":" }.dropFirst()
    let components = value.split(separator: "/").prefix(3).compactMap { digits -> UInt8? in
      guard (1...4).contains(digits.count), let number = Int(digits, radix: 16), number >= 0 else {
        return nil
      }
      return UInt8(number * 255 / ((1 << (4 * digits.count)) - 1))
    }
    guard components.count == 3 else { return nil }
    let color = Color(red: components[0], green: components[1], blue: components[2])
    return .color(background: parts[0] == "11", color)
  }

  /// Parses `1$r0;38:2::1:2:3m`, the current attributes of text.
  ///
  /// Terminals separate the parts of a colour by colons or semicolons. ISO 8613-6 has a colour
  /// space before red, which is empty here and may be missing.
  private static func rendition(_ text: String) -> TerminalReply? {
    guard text.hasPrefix("1$r"), text.hasSuffix("m") else { return nil }
    let parameters = text.dropFirst(3).dropLast().split(
      separator: ";",
      omittingEmptySubsequences: false
    )
    guard let start = parameters.firstIndex(where: { $0 == "38" || $0.hasPrefix("38:") }) else {
      return .foreground(.other)
    }
    let parts =
      parameters[start] == "38"
      ? parameters[start...]
      : parameters[start].split(separator: ":", omittingEmptySubsequences: false)[...]
    return .foreground(foreground(parts.dropFirst()))
  }

  /// Returns the colour of `2`, an optional colour space and three components, or of `5` and a
  /// number.
  private static func foreground(_ parts: ArraySlice<Substring>) -> ReportedForeground {
    guard let kind = parts.first else { return .other }
    var values = parts.dropFirst()
    if kind == "5" { return values.first.flatMap { Int($0) }.map { .palette($0) } ?? .other }
    guard kind == "2" else { return .other }
    if values.first?.isEmpty ?? false { values.removeFirst() }
    let components = values.prefix(3).compactMap { UInt8($0) }
    guard components.count == 3 else { return .other }
    return .direct(Color(red: components[0], green: components[1], blue: components[2]))
  }

  /// Parses `Gi=31;OK`, the reply to a graphics query of kitty's protocol.
  private static func graphics(_ text: String) -> TerminalReply? {
    guard text.hasPrefix("G") else { return nil }
    let parts = text.dropFirst().split(
      separator: ";",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard parts.count == 2 else { return nil }
    let id = parts[0].split(separator: ",").lazy
      .first { $0.hasPrefix("i=") }
      .flatMap { Int($0.dropFirst(2)) }
    return .kittyGraphics(id: id ?? 0, message: String(parts[1]))
  }
}
