/// Parsing of TOML values without quotes or brackets.
enum TOMLPlainValue {
  /// Parses a value; `nil` for an invalid one, or an integer beyond 64 bits.
  static func kind(of text: String) -> TOMLValue.Kind? {
    if let isOn = Bool(text) { return .boolean(isOn) }
    let hasSign = text.hasPrefix("+") || text.hasPrefix("-")
    let number = text.dropFirst(hasSign ? 1 : 0)
    if ["inf", "nan"].contains(number) { return .other }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      return digits(text.dropFirst(2)).flatMap { Int($0, radix: radix) }.map { .integer($0) }
    }
    if let digits = wholeNumber(number) {
      return Int((text.hasPrefix("-") ? "-" : "") + digits).map { .integer($0) }
    }
    return isFraction(number) || isDate(text[...]) || isTime(text[...]) || isMoment(text)
      ? .other : nil
  }

  // MARK: Numbers

  /// Returns a number's letters and digits without underscores; `nil` for other characters, or for
  /// an underscore that isn't between two of them.
  private static func digits(_ text: Substring) -> String? {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isAlphanumeric) }) else {
      return nil
    }
    return parts.joined()
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns decimal digits without underscores; `nil` for other texts.
  private static func decimals(_ text: Substring) -> String? {
    digits(text).flatMap { $0.utf8.allSatisfy(isDigit) ? $0 : nil }
  }

  /// Returns decimal digits without underscores; `nil` for other texts, or for a leading zero
  /// before other digits.
  private static func wholeNumber(_ text: Substring) -> String? {
    decimals(text).flatMap { $0 == "0" || !$0.hasPrefix("0") ? $0 : nil }
  }

  private static func isFraction(_ text: Substring) -> Bool {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { "eE".contains($0) }
    if parts.count == 2 {
      let hasSign = parts[1].hasPrefix("+") || parts[1].hasPrefix("-")
      guard decimals(parts[1].dropFirst(hasSign ? 1 : 0)) != nil else { return false }
    }
    let places = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard wholeNumber(places[0]) != nil else { return false }
    return places.count == 1 || decimals(places[1]) != nil
  }

  // MARK: Dates

  static func isDate(_ text: Substring) -> Bool {
    guard let parts = numbers(text, shape: "0000-00-00"), (1...12).contains(parts[1]) else {
      return false
    }
    let isLeap = parts[0] % 4 == 0 && (parts[0] % 100 != 0 || parts[0] % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[parts[1] - 1]).contains(parts[2])
  }

  private static func isTime(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let clock = numbers(parts[0], shape: "00:00:00") else { return false }
    let isWithin = clock[0] < 24 && clock[1] < 60 && clock[2] <= 60
    return isWithin && (parts.count == 1 || !parts[1].isEmpty && parts[1].utf8.allSatisfy(isDigit))
  }

  /// Whether the text is a date with a time, and optionally an offset from UTC.
  private static func isMoment(_ text: String) -> Bool {
    var time = text.dropFirst(11)
    guard isDate(text.prefix(10)), let separator = text.dropFirst(10).first,
      "Tt ".contains(separator)
    else { return false }
    if time.hasSuffix("Z") || time.hasSuffix("z") {
      time = time.dropLast()
    } else if let sign = time.suffix(6).first, "+-".contains(sign) {
      guard let offset = numbers(time.suffix(5), shape: "00:00"), offset[0] < 24, offset[1] < 60
      else { return false }
      time = time.dropLast(6)
    }
    return isTime(time)
  }

  /// Returns the numbers of a text that has digits exactly at the zeros of `shape`.
  private static func numbers(_ text: Substring, shape: String) -> [Int]? {
    let found = text.utf8.map { isDigit($0) ? UInt8(ascii: "0") : $0 }
    guard found.elementsEqual(shape.utf8) else { return nil }
    return text.split { !$0.isNumber }.compactMap { Int($0) }
  }
}
