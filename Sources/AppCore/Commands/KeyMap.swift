import Canvas
import Library
import Model

/// Which key gives which command where; pure.
///
/// A place has a dictionary of its own, so that a key press costs one lookup.
package struct KeyMap: Equatable, Sendable {
  private var keys: [Command: [Key]] = [:]
  private var moreKeys: [Command: [Place: [Key]]] = [:]
  private var commands: [Place: [Key: Command]] = [:]

  /// The keys of the table of commands.
  package static let standard = KeyMap()

  /// Keys that cannot be taken from their commands, so that there is always a way out: they close,
  /// answer and quit.
  package static let fixed: [Command: Key] = [
    .back: Key(.escape), .open: Key(.enter), .quit: .control("c"),
  ]

  /// The table's keys, with those of some commands changed.
  ///
  /// `fixed` keys are added at the end. In a conflict, the last command of the table gets the key.
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

  /// These keys with the offered tabs numbered in their order; a key that the configuration gave to
  /// a tab stays.
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

  /// The conflicts that changed keys would cause, at most one for each key and place.
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

  /// The keys of a command, the first one to be shown; none where it has lost them.
  package func keys(of command: Command) -> [Key] { keys[command] ?? [] }

  /// Those of them that are not text where text is typed.
  package func keys(of command: Command, at place: Place) -> [Key] {
    (keys(of: command) + (moreKeys[command]?[place] ?? [])).filter { !Self.isText($0, at: place) }
  }

  /// The command of a key at a place, also by the physical key of a Russian layout.
  package func command(for key: Key, at place: Place, in capabilities: Capabilities) -> Command? {
    for candidate in [key, Self.latin(key)].compactMap(\.self) {
      guard let command = commands[place]?[candidate], command.isOffered(in: capabilities) else {
        continue
      }
      // The physical key of "y" is "н" there, with which "no" begins in Russian.
      return command == .yes && candidate != key ? .no : command
    }
    return nil
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
