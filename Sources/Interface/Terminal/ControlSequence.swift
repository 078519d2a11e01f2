import Canvas

/// A complete control sequence (`CSI …`), split into its parts.
struct ControlSequence {
  /// The private marker, `<`, `=`, `>` or `?`; 0 without one.
  private let prefix: UInt8
  /// The parameters with their subparameters; a missing one is `nil`.
  private let parameters: [[Int?]]
  private let intermediates: [UInt8]
  private let final: UInt8
  private let text: String

  init(_ bytes: [UInt8], final: UInt8) {
    var rest = bytes[...]
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      prefix = first
      rest = rest.dropFirst()
    } else {
      prefix = 0
    }
    let split = rest.firstIndex { $0 < 0x30 } ?? rest.endIndex
    intermediates = Array(rest[split...])
    parameters = rest[..<split].split(
      separator: UInt8(ascii: ";"),
      omittingEmptySubsequences: false
    ).map { parameter in
      parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
        $0.isEmpty ? nil : Self.number($0)
      }
    }
    self.final = final
    text = "\u{1B}[" + String(decoding: bytes + [final], as: UTF8.self)
  }

  /// Returns the value of leading decimal digits, limited to 2³⁰.
  static func number(_ digits: some Sequence<UInt8>) -> Int {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { break }
      value = min(value * 10 + Int(digit - UInt8(ascii: "0")), 1 << 30)
    }
    return value
  }

  static func isNumber(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Returns the modifiers for xterm's parameter, which is one more than the bits of Shift, Alt and
  /// Control.
  static func modifiers(_ parameter: Int) -> Key.Modifiers {
    Key.Modifiers(rawValue: UInt8(truncatingIfNeeded: max(0, parameter - 1)) & 7)
  }

  private func value(_ index: Int, _ part: Int = 0, default standard: Int = 0) -> Int {
    guard index < parameters.count, part < parameters[index].count else { return standard }
    return parameters[index][part] ?? standard
  }

  var isPasteBegin: Bool {
    prefix == 0 && final == UInt8(ascii: "~") && value(0) == 200 && parameters.count == 1
  }

  /// The event that the sequence stands for; `nil` if it is unknown or needs no action.
  var event: InputEvent? {
    switch prefix {
    case 0 where intermediates.isEmpty: plain
    case 0 where intermediates == [UInt8(ascii: "$")] && final == UInt8(ascii: "y"):
      .reply(.mode(value(0), state: value(1)))
    case UInt8(ascii: "<"): mouse
    case UInt8(ascii: "?"), UInt8(ascii: ">"), UInt8(ascii: "="): .reply(reply)
    default: nil
    }
  }

  private var plain: InputEvent? {
    switch (final, parameters.count) {
    case (UInt8(ascii: "I"), 1) where parameters[0] == [nil]: return .focus(true)
    case (UInt8(ascii: "O"), 1) where parameters[0] == [nil]: return .focus(false)
    case (UInt8(ascii: "t"), 3) where value(0) == 6:
      return .reply(.cellSize(Size(value(2), value(1))))
    case (UInt8(ascii: "t"), 3) where value(0) == 4:
      return .reply(.textAreaSize(Size(value(2), value(1))))
    case (UInt8(ascii: "t"), _): return .reply(.other(text))
    case (UInt8(ascii: "u"), _): return unicodeKey
    case (UInt8(ascii: "~"), _): return tildeKey
    case (UInt8(ascii: "^"), 1): return numberedKey(value(0), .control)
    case (UInt8(ascii: "@"), 1): return numberedKey(value(0), [.control, .shift])
    case (UInt8(ascii: "$"), 1): return numberedKey(value(0), .shift)
    default: break
    }
    guard value(1, 1, default: 1) != 3, let key = Self.letterKey(final) else { return nil }
    return .key(Key(key.code, key.modifiers.union(Self.modifiers(value(1, default: 1)))))
  }

  // MARK: Keys

  /// Returns the key for a final letter sent by xterm, rxvt (small letters: with Shift) or a VT.
  private static func letterKey(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): Key(.up)
    case UInt8(ascii: "B"): Key(.down)
    case UInt8(ascii: "C"): Key(.right)
    case UInt8(ascii: "D"): Key(.left)
    case UInt8(ascii: "F"): Key(.end)
    case UInt8(ascii: "H"): Key(.home)
    case UInt8(ascii: "P")...UInt8(ascii: "S"): Key(.function(Int(final - UInt8(ascii: "P")) + 1))
    case UInt8(ascii: "Z"): Key(.backTab)
    case UInt8(ascii: "a"): Key(.up, .shift)
    case UInt8(ascii: "b"): Key(.down, .shift)
    case UInt8(ascii: "c"): Key(.right, .shift)
    case UInt8(ascii: "d"): Key(.left, .shift)
    default: nil
    }
  }

  /// Returns the key after `ESC O`: application cursor keys and keypad.
  ///
  /// rxvt's small letters mean Control.
  static func singleShiftKey(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "a"): return Key(.up, .control)
    case UInt8(ascii: "b"): return Key(.down, .control)
    case UInt8(ascii: "c"): return Key(.right, .control)
    case UInt8(ascii: "d"): return Key(.left, .control)
    case UInt8(ascii: "I"): return Key(.tab)
    case UInt8(ascii: "M"): return Key(.enter)
    case UInt8(ascii: "X"): return .character("=")
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      // 0x6A … 0x79 are 0x2A … 0x39: `*+,-./0…9`.
      return .character(Character(UnicodeScalar(final - 0x40)))
    case UInt8(ascii: "Z"): return Key(.backTab)
    default: return final < 0x60 ? letterKey(final) : nil
    }
  }

  private var tildeKey: InputEvent? {
    // xterm's modifyOtherKeys: CSI 27 ; modifiers ; code ~
    if value(0) == 27, parameters.count == 3 {
      return Self.key(codepoint: value(2), Self.modifiers(value(1)), shifted: nil).map { .key($0) }
    }
    guard value(1, 1, default: 1) != 3 else { return nil }
    return numberedKey(value(0), Self.modifiers(value(1, default: 1)))
  }

  private func numberedKey(_ number: Int, _ modifiers: Key.Modifiers) -> InputEvent? {
    let code: Key.Code
    switch number {
    case 1, 7: code = .home
    case 2: code = .insert
    case 3: code = .delete
    case 4, 8: code = .end
    case 5: code = .pageUp
    case 6: code = .pageDown
    case 11...15: code = .function(number - 10)
    case 17...21: code = .function(number - 11)
    case 23...26: code = .function(number - 12)
    case 28, 29: code = .function(number - 13)
    case 31...34: code = .function(number - 14)
    default: return nil
    }
    return .key(Key(code, modifiers))
  }

  /// A key in kitty's protocol: `CSI code:shifted:base ; modifiers:event ; text u`.
  private var unicodeKey: InputEvent? {
    let isRelease = value(1, 1, default: 1) == 3
    let shifted = parameters[0].count > 1 ? parameters[0][1] : nil
    guard !isRelease else { return nil }
    let modifiers = Self.modifiers(value(1, default: 1))
    return Self.key(codepoint: value(0), modifiers, shifted: shifted).map { .key($0) }
  }

  private static func key(codepoint: Int, _ modifiers: Key.Modifiers, shifted: Int?) -> Key? {
    switch codepoint {
    case 8, 127: return Key(.backspace, modifiers)
    case 9:
      guard modifiers.contains(.shift) else { return Key(.tab, modifiers) }
      return Key(.backTab, modifiers.subtracting(.shift))
    case 13, 57414: return Key(.enter, modifiers)
    case 27: return Key(.escape, modifiers)
    case 57399...57408: return Key(.character(digits[codepoint - 57399]), modifiers)
    case 57417: return Key(.left, modifiers)
    case 57418: return Key(.right, modifiers)
    case 57419: return Key(.up, modifiers)
    case 57420: return Key(.down, modifiers)
    case 57421: return Key(.pageUp, modifiers)
    case 57422: return Key(.pageDown, modifiers)
    case 57423: return Key(.home, modifiers)
    case 57424: return Key(.end, modifiers)
    case 57425: return Key(.insert, modifiers)
    case 57426: return Key(.delete, modifiers)
    case ..<0x20, 0x80..<0xA0, 0xE000..<0xF900: return nil
    default: break
    }
    guard let scalar = UInt32(exactly: shifted ?? codepoint).flatMap(UnicodeScalar.init) else {
      return nil
    }
    var character = Character(scalar)
    if shifted == nil, modifiers.contains(.shift), let upper = character.uppercased().first {
      character = upper
    }
    // Shift is removed, because the character's case already includes it.
    return Key(.character(character), modifiers.subtracting(.shift))
  }

  private static let digits = Array("0123456789")

  // MARK: Mouse and replies

  /// The mouse event in SGR encoding: `CSI < buttons ; column ; row M` (press, motion) or `m`
  /// (release).
  ///
  /// Column and row start at 1.
  private var mouse: InputEvent? {
    guard parameters.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else {
      return nil
    }
    let bits = value(0)
    var modifiers: Key.Modifiers = []
    if bits & 4 != 0 { modifiers.insert(.shift) }
    if bits & 8 != 0 { modifiers.insert(.alt) }
    if bits & 16 != 0 { modifiers.insert(.control) }
    let position = Point(max(0, value(1) - 1), max(0, value(2) - 1))
    func event(_ kind: MouseEvent.Kind, _ button: MouseEvent.Button = .none) -> InputEvent {
      .mouse(MouseEvent(kind, button: button, at: position, modifiers: modifiers))
    }
    if bits & 64 != 0 {
      guard final == UInt8(ascii: "M"), bits & 128 == 0 else { return nil }
      let wheel: [MouseEvent.Kind] = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight]
      return event(wheel[bits & 3])
    }
    guard bits & 128 == 0 else { return nil }
    let buttons: [MouseEvent.Button] = [.left, .middle, .right, .none]
    let button = buttons[bits & 3]
    if bits & 32 != 0 { return event(button == .none ? .move : .drag, button) }
    return event(final == UInt8(ascii: "M") ? .press : .release, button)
  }

  private var reply: TerminalReply {
    switch (prefix, intermediates, final) {
    case (UInt8(ascii: "?"), [], UInt8(ascii: "c")):
      return .deviceAttributes(parameters.indices.map { value($0) })
    case (UInt8(ascii: ">"), [], UInt8(ascii: "c")):
      return .secondaryAttributes(parameters.indices.map { value($0) })
    case (UInt8(ascii: "?"), [UInt8(ascii: "$")], UInt8(ascii: "y")):
      return .mode(value(0), state: value(1))
    case (UInt8(ascii: "?"), [], UInt8(ascii: "n")) where value(0) == 997:
      return .colorScheme(dark: value(1) == 1)
    case (UInt8(ascii: "?"), [], UInt8(ascii: "S")) where value(0) == 2 && value(1) == 0:
      return .largestSixel(Size(value(2), value(3)))
    default:
      return .other(text)
    }
  }
}
