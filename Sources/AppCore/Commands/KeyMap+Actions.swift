import Canvas
import Library
import Model

// From keys and pastes to actions.
extension KeyMap {
  /// The action of a key; nil when it means nothing here.
  package static func action(for key: Key, in state: AppState) -> AppAction? {
    let map = state.keys
    if state.place == .signInInput, let edit = typing(key) { return .signIn(.typed(edit)) }
    // An empty line has no text to move in, and suggestions are laid out in rows.
    if state.place == .searchInput, state.search.input.text.isEmpty, key.modifiers.isEmpty,
      key.code == .left || key.code == .right
    {
      return .pressed(key.code == .left ? .moveLeft : .moveRight)
    }
    if state.place == .searchInput, !state.isCommand(key), let edit = typing(key) {
      // An earlier search that is offered is forgotten with the same key.
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

  /// Where nothing can be marked, the key that marks goes a screen on.
  private static func spare(_ key: Key, _ state: AppState) -> Command? {
    let isSpare = Set.lists.contains(state.place) && !state.launch.capabilities.contains(.marks)
    return isSpare && state.keys.keys(of: .mark).contains(key) ? .pageDown : nil
  }

  /// What a key that is not the slideshow's own means: it stops, and the key is full screen's
  /// again.
  private static func interruption(_ key: Key, _ state: AppState) -> AppAction {
    let command = state.keys.command(for: key, at: .photo, in: state.launch.capabilities)
    // The key that pauses everywhere else.
    return .photo(.slideshow(.interrupted(then: key == .character(" ") ? nil : command)))
  }

  /// The count action of a key; nil when it has none.
  ///
  /// A digit that is a command runs at once and begins none; once begun, every digit goes on.
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
    // A key that means nothing ends it, too.
    return isPending && (command == nil || command == .back) ? .dropped : nil
  }

  /// The action of a paste; where nothing is typed it is an address to be opened.
  package static func action(forPaste text: String, in state: AppState) -> AppAction? {
    switch state.place {
    case .signInInput: .signIn(.typed(.insert(text)))
    // The line need not be opened first: who pastes here means just this.
    case .signInWaiting: .signIn(.pasted(text))
    case .searchInput: .search(.typed(.insert(text)))
    default:
      if state.alerts.isEmpty, state.overlays.last?.acceptsText == true {
        .overlay(.typed(.insert(text)), in: state.place)
      } else if state.launch.capabilities.contains(.opening),
        Set.tabs.union([.photo]).contains(state.place)
      {
        .opening(.pasted(text))
      } else {
        nil
      }
    }
  }

  /// Whether a key is typed at a place rather than a command.
  static func isText(_ key: Key, at place: Place) -> Bool {
    switch place {
    case .signInInput, .palette, .chooser, .address, .check: return typing(key) != nil
    case .searchInput:
      // As long as nothing is typed, digits lead to the tabs; Del removes an earlier search.
      if case .character(let character) = key.code, key.modifiers.isEmpty, !character.isLetter {
        return false
      }
      return key != Key(.delete) && typing(key) != nil
    default: return false
    }
  }

  /// As in every line of a terminal that is typed into (Readline's and Emacs' keys).
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
  /// Whether a key of the search line is a command.
  ///
  /// As long as nothing is typed, those that begin no word are: digits lead to the tabs, and help
  /// can be asked for.
  fileprivate func isCommand(_ key: Key) -> Bool {
    guard search.line.text.isEmpty, case .character(let character) = key.code,
      key.modifiers.isEmpty, !character.isLetter
    else { return false }
    let command = keys.command(for: key, at: .searchInput, in: launch.capabilities)
    return command != nil && command != .removeQuery
  }
}
