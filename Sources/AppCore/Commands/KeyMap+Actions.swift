import Canvas
import Library
import Model

// Turns keys and pasted text into actions.
extension KeyMap {
  /// Returns the action of a key; `nil` if the key has no meaning here.
  package static func action(for key: Key, in state: AppState) -> AppAction? {
    let map = state.keys
    if state.place == .signInInput, let edit = typing(key) { return .signIn(.typed(edit)) }
    // In an empty line the cursor can't move, so these keys move between suggestions instead.
    if state.place == .searchInput, state.search.input.text.isEmpty, key.modifiers.isEmpty,
      key.code == .left || key.code == .right
    {
      return .pressed(key.code == .left ? .moveLeft : .moveRight)
    }
    if state.place == .searchInput, !state.isCommand(key), let edit = typing(key) {
      // If a recent search is selected, this key removes it instead of editing the text.
      let isForgetting = state.search.chosen != nil && map.keys(of: .removeQuery).contains(key)
      return isForgetting ? .pressed(.removeQuery) : .search(.typed(edit))
    }
    if state.alerts.isEmpty, let overlay = state.overlays.last, overlay.acceptsText,
      let edit = typing(key)
    {
      return .overlay(.typed(edit), in: overlay.place)
    }
    let found = map.command(for: key, at: state.place, in: state.launch.capabilities)
    if let count = counting(key, found, state) { return .count(count) }
    if state.place == .slideshow, found == nil { return interruption(key, state) }
    guard let command = found ?? spare(key, state) else { return nil }
    if let reason = command.unavailable(in: state) { return .unavailable(command, reason) }
    return .pressed(command)
  }

  /// Returns Page Down for the key that marks photos, if photos can't be marked here.
  private static func spare(_ key: Key, _ state: AppState) -> Command? {
    let capabilities = state.launch.capabilities
    return state.keys.spareKeys(of: .pageDown, at: state.place, in: capabilities).contains(key)
      ? .pageDown : nil
  }

  /// Returns the keys of a command at a place, including those that have another meaning where more
  /// is offered.
  package func keys(
    of command: Command,
    at place: Place,
    in capabilities: Capabilities
  ) -> [Key] {
    let own = keys(of: command, at: place)
    return own
      + spareKeys(of: command, at: place, in: capabilities).filter { key in
        !own.contains(key) && self.command(for: key, at: place, in: capabilities) == nil
      }
  }

  private func spareKeys(
    of command: Command,
    at place: Place,
    in capabilities: Capabilities
  ) -> [Key] {
    let isSpare = Set.lists.contains(place) && !capabilities.contains(.marks)
    return isSpare && command == .pageDown ? keys(of: .mark) : []
  }

  /// Returns the action of a key that isn't a slideshow command: the slideshow stops, then the key
  /// acts as in full screen.
  private static func interruption(_ key: Key, _ state: AppState) -> AppAction {
    let command = state.keys.command(for: key, at: .photo, in: state.launch.capabilities)
    // The space bar only stops the slideshow.
    return .photo(.slideshow(.interrupted(then: key == .character(" ") ? nil : command)))
  }

  /// Returns the key's change to the count; `nil` if there is none.
  ///
  /// A count can't begin with a digit that is a command. After the first digit, every digit belongs
  /// to the count.
  private static func counting(
    _ key: Key,
    _ command: Command?,
    _ state: AppState
  ) -> CountAction? {
    let isPending = state.pendingCount != nil
    if case .character(let character) = key.code, key.modifiers.isEmpty, character.isASCII,
      let digit = character.wholeNumberValue, isPending || (command == nil && digit > 0)
    {
      return Set.counting.contains(state.place) ? .typed(digit) : nil
    }
    // A key without a command also drops the count.
    return isPending && (command == nil || command == .back) ? .dropped : nil
  }

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
  private static func typing(_ key: Key) -> TextField.Edit? {
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
  fileprivate func isCommand(_ key: Key) -> Bool {
    guard search.line.text.isEmpty, case .character(let character) = key.code,
      key.modifiers.isEmpty, !character.isLetter
    else { return false }
    let command = keys.command(for: key, at: .searchInput, in: launch.capabilities)
    return command != nil && command != .removeQuery
  }
}
