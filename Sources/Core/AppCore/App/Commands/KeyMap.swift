import Canvas
import Model

/// The mapping from keys to commands at each place.
///
/// Each place has its own dictionary, so a key press needs one lookup.
package struct KeyMap: Equatable, Sendable {
  private var keys: [Command: [Key]] = [:]
  private var moreKeys: [Command: [Place: [Key]]] = [:]
  private var commands: [Place: [Key: Command]] = [:]

  /// The default keys of the table of commands.
  package static let standard = KeyMap()

  /// Keys that can't be removed from their commands, so that the user can always close, confirm and
  /// quit.
  package static let fixed: [Command: Key] = [
    .back: Key(.escape), .open: Key(.enter), .quit: .control("c"),
  ]

  /// Creates the table's key map, with the keys of some commands replaced.
  ///
  /// Keys in `fixed` are added to their commands. In a conflict, the last command of the table gets
  /// the key.
  package init(changing changes: [Command: [Key]] = [:]) {
    for definition in Command.table {
      let keys = Self.keys(of: definition, changes)
      self.keys[definition.command] = keys
      let more = changes[definition.command] == nil ? definition.moreKeys : [:]
      moreKeys[definition.command] = more
      for place in definition.places {
        for key in keys + more[place, default: []] {
          commands[place, default: [:]][key] = definition.command
        }
      }
    }
  }

  private static func keys(
    of definition: CommandDefinition,
    _ changes: [Command: [Key]]
  ) -> [Key] {
    var keys = changes[definition.command] ?? definition.keys
    if let key = fixed[definition.command], !keys.contains(key) { keys.append(key) }
    return keys
  }

  /// Returns a key map whose digit keys select the offered tabs by position.
  ///
  /// A tab with configured keys keeps them.
  package func numbering(_ tabs: [AppState.Tab]) -> KeyMap {
    guard tabs != AppState.Tab.allCases else { return self }
    let standard = AppState.Tab.allCases.filter {
      keys(of: $0.command) == Self.standard.keys(of: $0.command)
    }
    var map = self
    for tab in standard {
      for key in keys(of: tab.command) {
        for place in commands.keys where commands[place]?[key] == tab.command {
          map.commands[place]?[key] = nil
        }
      }
      map.keys[tab.command] = nil
    }
    for (tab, numbered) in zip(tabs, AppState.Tab.allCases) where standard.contains(tab) {
      let number = Self.standard.keys(of: numbered.command)
      map.keys[tab.command] = number
      for place in tab.command.definition.places {
        for key in number where map.commands[place]?[key] == nil {
          map.commands[place, default: [:]][key] = tab.command
        }
      }
    }
    return map
  }

  /// Two commands with the same key at the same place.
  package struct Conflict: Equatable, Sendable {
    package let key: Key
    package let place: Place
    package let commands: Set<Command>
  }

  /// Returns the conflicts that these changes would cause.
  ///
  /// Each one names two commands with the same key at one place.
  package static func conflicts(changing changes: [Command: [Key]]) -> [Conflict] {
    var owners: [Place: [Key: Command]] = [:]
    var conflicts: [Conflict] = []
    for definition in Command.table {
      let more = changes[definition.command] == nil ? definition.moreKeys : [:]
      for place in Place.allCases where definition.places.contains(place) {
        for key in keys(of: definition, changes) + more[place, default: []] {
          let owner = owners[place, default: [:]].updateValue(definition.command, forKey: key)
          guard let owner, owner != definition.command else { continue }
          conflicts.append(
            Conflict(key: key, place: place, commands: [owner, definition.command])
          )
        }
      }
    }
    return conflicts
  }

  /// Returns the keys of a command in order of preference for display; empty if it has none.
  package func keys(of command: Command) -> [Key] { keys[command] ?? [] }

  /// Returns the keys of a command at a place, without those that are typed as text there.
  package func keys(of command: Command, at place: Place) -> [Key] {
    (keys(of: command) + (moreKeys[command]?[place] ?? [])).filter { !Self.isText($0, at: place) }
  }

  /// Returns the command of a key at a place.
  ///
  /// A Cyrillic letter also counts as the Latin letter on its physical key.
  package func command(for key: Key, at place: Place, in capabilities: Capabilities) -> Command? {
    for candidate in [key, Self.latin(key)].compactMap(\.self) {
      guard let command = commands[place]?[candidate], command.isOffered(in: capabilities) else {
        continue
      }
      // In the Russian layout, the key of "y" types "н", the first letter of "нет" (no).
      return command == .yes && candidate != key ? .no : command
    }
    return nil
  }

  /// Returns the key with the Latin letter on the same physical key (ЙЦУКЕН over QWERTY).
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
    // In the Russian layout, the key of slash and question mark types full stop and comma.
    table[","] = "?"
    table["."] = "/"
    return table
  }()
}

// The actions of keys, apart from text fields.
extension KeyMap {
  /// Returns the action of a key.
  package static func action(for key: Key, in state: AppState) -> AppAction {
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
    guard let command = found ?? spare(key, state) else {
      guard state.place == .share, let number = digit(key) else { return .unknownKeyPressed }
      return .share(.numberPressed(number))
    }
    if let reason = command.unavailable(in: state) { return .unavailable(command, reason) }
    return .pressed(command)
  }

  /// Returns Page Down for the key that marks photos, if photos can't be marked here.
  private static func spare(_ key: Key, _ state: AppState) -> Command? {
    let capabilities = state.launch.capabilities
    return state.keys.spareKeys(of: .pageDown, at: state.place, in: capabilities).contains(key)
      ? .pageDown : nil
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
    if let digit = digit(key), isPending || (command == nil && digit > 0) {
      return Set.counting.contains(state.place) ? .typed(digit) : nil
    }
    // A key without a command also drops the count.
    return isPending && (command == nil || command == .back) ? .dropped : nil
  }

  /// Returns the number of a digit key; `nil` for other keys.
  private static func digit(_ key: Key) -> Int? {
    guard case .character(let character) = key.code, key.modifiers.isEmpty, character.isASCII else {
      return nil
    }
    return character.wholeNumberValue
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
}
