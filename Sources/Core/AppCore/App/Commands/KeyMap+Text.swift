import Canvas
import Model

// Keys and pasted text in text fields.
extension KeyMap {
  /// Returns the action of pasted text.
  ///
  /// Outside of text fields, the text is opened as a URL.
  package static func action(forPaste text: String, in state: AppState) -> AppAction? {
    switch state.place {
    case .signInInput: .signIn(.typed(.insert(text)))
    // Pasted text is submitted immediately, because it can only be meant for the sign-in.
    case .signInWaiting: .signIn(.pasted(text))
    case .searchInput: .search(.typed(.insert(text)))
    default:
      if state.alerts.isEmpty, state.overlays.last?.acceptsText == true {
        .overlay(.typed(.insert(text)), in: state.place)
      } else if state.launch.capabilities.contains(.addressInput),
        Set.tabs.union([.photo]).contains(state.place)
      {
        .addressInput(.pasted(text))
      } else {
        nil
      }
    }
  }

  /// Whether a key at a place is typed text rather than a command.
  static func isText(_ key: Key, at place: Place) -> Bool {
    switch place {
    case .signInInput: return typing(key) != nil
    case .searchInput:
      // While the line is empty, digits select tabs and Delete removes a recent search.
      if case .character(let character) = key.code, key.modifiers.isEmpty, !character.isLetter {
        return false
      }
      return key != Key(.delete) && typing(key) != nil
    default: return Set.textLines.contains(place) && typing(key) != nil
    }
  }

  /// Returns the edit of a key in a text field, with the keys of Readline and Emacs.
  static func typing(_ key: Key) -> TextField.Edit? {
    switch (key.code, key.modifiers) {
    case (.character(let character), []): .insert(String(character))
    case (.left, []), (.character("b"), .control): .move(.left)
    case (.right, []), (.character("f"), .control): .move(.right)
    case (.left, _), (.character("b"), .alt): .move(.wordLeft)
    case (.right, _), (.character("f"), .alt): .move(.wordRight)
    case (.home, _), (.character("a"), .control): .move(.start)
    case (.end, _), (.character("e"), .control): .move(.end)
    case (.backspace, .alt), (.backspace, .control), (.character("w"), .control):
      .delete(.wordLeft)
    case (.delete, .alt), (.delete, .control), (.character("d"), .alt): .delete(.wordRight)
    case (.backspace, _): .delete(.left)
    case (.delete, _), (.character("d"), .control): .delete(.right)
    case (.character("u"), .control): .delete(.start)
    case (.character("k"), .control): .delete(.end)
    default: nil
    }
  }
}

extension AppState {
  /// Whether a key in the search line is a command rather than text.
  ///
  /// While the line is empty, keys that aren't letters can be commands: digits select tabs, and `?`
  /// opens the help.
  func isCommand(_ key: Key) -> Bool {
    guard search.line.text.isEmpty, case .character(let character) = key.code,
      key.modifiers.isEmpty, !character.isLetter
    else { return false }
    let command = keys.command(for: key, at: .searchInput, in: launch.capabilities)
    return command != nil && command != .removeQuery
  }
}
