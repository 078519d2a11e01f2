import Canvas

// Names of keys, as they are shown and as the configuration contains them.
extension Texts {
  /// Returns a key as it is written on the keyboard.
  ///
  /// - Parameter ascii: Whether arrows are shown as words; `nil` to follow `hasArrows`.
  package func key(_ key: Key, ascii: Bool? = nil) -> String {
    var text = ""
    if key.modifiers.contains(.control) { text += "Ctrl+" }
    if key.modifiers.contains(.alt) { text += "Alt+" }
    if key.modifiers.contains(.shift), key.code != .backTab { text += "Shift+" }
    let isUpper = key.modifiers.contains(.control)
    return text + name(key.code, hasArrows: ascii.map { !$0 } ?? hasArrows, isUpper: isUpper)
  }

  private func name(_ code: Key.Code, hasArrows: Bool, isUpper: Bool = false) -> String {
    switch code {
    case .character(" "): say("Space", "Пробел")
    case .character(let character): isUpper ? character.uppercased() : String(character)
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift+Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .insert: "Ins"
    case .up: hasArrows ? "↑" : say("Up", "Вверх")
    case .down: hasArrows ? "↓" : say("Down", "Вниз")
    case .left: hasArrows ? "←" : say("Left", "Влево")
    case .right: hasArrows ? "→" : say("Right", "Вправо")
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .function(let number): "F\(number)"
    }
  }

  /// The keys whose names are words, in every language and spelling.
  private static let named: [String: Key.Code] = {
    let codes: [Key.Code] =
      [
        .character(" "), .enter, .escape, .tab, .backspace, .delete, .insert, .up, .down, .left,
        .right, .home, .end, .pageUp, .pageDown,
      ] + (1...12).map(Key.Code.function)
    var named: [String: Key.Code] = [
      " ": .character(" "), "escape": .escape, "delete": .delete, "insert": .insert,
      "pageup": .pageUp, "pagedown": .pageDown,
    ]
    for texts in Language.allCases.map({ Texts($0) }) {
      for code in codes {
        for hasArrows in [true, false] {
          named[texts.name(code, hasArrows: hasArrows).lowercased()] = code
        }
      }
    }
    return named
  }()

  /// Returns the key with a name from `key(_:ascii:)`, in any language and case; `nil` if terminals
  /// send no such key.
  package static func key(named name: String) -> Key? {
    var rest = name[...]
    var modifiers: Key.Modifiers = []
    let prefixes: [(String, Key.Modifiers)] = [
      ("ctrl+", .control), ("alt+", .alt), ("shift+", .shift),
    ]
    // The rest must not be empty, since the plus is a key, too.
    while let (prefix, modifier) = prefixes.first(where: {
      rest.count > $0.0.count && rest.lowercased().hasPrefix($0.0)
    }) {
      guard modifiers.insert(modifier).inserted else { return nil }
      rest = rest.dropFirst(prefix.count)
    }
    if let code = named[rest.lowercased()] { return plain(Key(code, modifiers)) }
    guard rest.count == 1, let character = rest.first, isPrinted(character) else { return nil }
    return plain(Key(.character(character), modifiers))
  }

  private static func isPrinted(_ character: Character) -> Bool {
    !character.isWhitespace && !character.isNewline
      && !character.unicodeScalars.contains {
        switch $0.properties.generalCategory {
        case .control, .format, .unassigned, .privateUse, .surrogate: true
        default: false
        }
      }
  }

  /// Returns the key as terminals send it; `nil` if they send none.
  ///
  /// Some keys with Ctrl equal others.
  private static func plain(_ key: Key) -> Key? {
    let rest = key.modifiers.subtracting(.control)
    switch key.code {
    case .tab where key.modifiers == .shift: return Key(.backTab)
    // A character's case shows whether Shift was held.
    case .character where key.modifiers.contains(.shift): return nil
    case .character(let character) where key.modifiers.contains(.control):
      switch character.lowercased() {
      case "i": return Key(.tab, rest)
      case "m": return Key(.enter, rest)
      case "h": return Key(.backspace, rest)
      case "[": return Key(.escape, rest)
      case let letter:
        guard let letter = letter.first, letter.isLetter || " \\]^_".contains(letter) else {
          return nil
        }
        return Key(.character(letter), key.modifiers)
      }
    default: return key
    }
  }
}
