import Canvas
import Library

/// From a key to what it means where it is pressed; pure.
package enum KeyMap {
  /// The action of a key; nil when it means nothing here.
  package static func action(for key: Key, in state: AppState) -> AppAction? {
    if state.place == .signInInput, let edit = typing(key) { return .signIn(.typed(edit)) }
    if state.place == .searchInput, let edit = typing(key) {
      // An earlier search that is offered is forgotten with the same key.
      let isForgetting = key == Key(.delete) && state.search.chosen != nil
      return isForgetting ? .pressed(.removeQuery) : .search(.typed(edit))
    }
    // Space toggles, as in every list that is being selected in; elsewhere it pages.
    if state.place == .gallery, state.galleryView.chosen != nil, key == .character(" ") {
      return .pressed(.select)
    }
    guard let command = command(for: key, at: state.place, in: state.launch.edition)
    else { return nil }
    if let reason = command.unavailable(in: state) { return .unavailable(command, reason) }
    return .pressed(command)
  }

  /// The action of a paste; where nothing is typed a paste means nothing.
  package static func action(forPaste text: String, in state: AppState) -> AppAction? {
    switch state.place {
    case .signInInput: .signIn(.typed(.insert(text)))
    // The line need not be opened first: who pastes here means just this.
    case .signInWaiting: .signIn(.pasted(text))
    case .searchInput: .search(.typed(.insert(text)))
    default: nil
    }
  }

  /// The command of a key at a place, also by the physical key of a Russian layout.
  package static func command(
    for key: Key,
    at place: Place,
    in edition: Edition
  ) -> Command? {
    let keys = [key, latin(key)].compactMap(\.self)
    for key in keys {
      for command in Command.allCases
      where command.places.contains(place) && command.keys.contains(key)
        && command.isOffered(in: edition)
      {
        return command
      }
    }
    return nil
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

  /// The Latin letter on the physical key of a Cyrillic one (ЙЦУКЕН over QWERTY).
  private static func latin(_ key: Key) -> Key? {
    guard case .character(let character) = key.code else { return nil }
    guard let latin = cyrillic[character] else { return nil }
    return Key(.character(latin), key.modifiers)
  }

  private static let cyrillic: [Character: Character] = {
    let russian = "йцукенгшщзхъфывапролджэячсмитьбю"
    let latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
    var table = Dictionary(uniqueKeysWithValues: zip(russian, latin))
    for (from, to) in zip(russian, latin) {
      guard let upperFrom = from.uppercased().first, let upperTo = to.uppercased().first else {
        continue
      }
      table[upperFrom] = upperTo
    }
    // Question mark and slash stand on other keys there: on theirs are comma and full stop.
    table[","] = "?"
    table["."] = "/"
    return table
  }()
}
