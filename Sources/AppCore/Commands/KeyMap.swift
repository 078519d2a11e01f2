import Canvas
import Library
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
