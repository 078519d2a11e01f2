import AppCore
import Canvas
import Localization
import Model
import Settings

extension KeySettings {
  /// Returns the key map with these keys.
  ///
  /// - Throws: A problem for the first line that names an unknown command or key, or assigns a key
  ///   of another command.
  package func keyMap() throws(Problem) -> KeyMap {
    let (map, problems) = read()
    if let first = problems.first { throw first }
    return map
  }

  /// Returns the key map with the valid keys, and the problems of the others.
  ///
  /// If keys are assigned twice, the map has the default ones.
  package func read() -> (KeyMap, [Problem]) {
    guard !bindings.isEmpty else { return (KeyMap(), []) }
    var problems: [Problem] = []
    var changes: [Command: [Key]] = [:]
    var lines: [Key: [Command: Int]] = [:]
    for binding in bindings {
      guard let command = Command(rawValue: binding.command.text) else {
        problems.append(mistake(.unknownCommand(binding.command.text), binding.command.line))
        continue
      }
      var keys: [Key] = []
      for name in binding.keys {
        guard let key = Texts.key(named: name.text) else {
          problems.append(mistake(.unknownKey(name.text), name.line))
          continue
        }
        if !keys.contains(key) { keys.append(key) }
        lines[key, default: [:]][command] = name.line
      }
      changes[command] = keys
    }
    if let (line, mistake) = conflict(changes, lines) {
      return (KeyMap(), problems + [self.mistake(mistake, line)])
    }
    return (KeyMap(changing: changes), problems)
  }

  /// Returns the first conflict in the file, with the later of its lines.
  private func conflict(
    _ changes: [Command: [Key]],
    _ lines: [Key: [Command: Int]]
  ) -> (Int, Problem.BindingMistake)? {
    let found = KeyMap.conflicts(changing: changes).compactMap {
      conflict -> (Int, Problem.BindingMistake)? in
      let own = conflict.commands.compactMap { command in
        lines[conflict.key]?[command].map { (line: $0, command: command) }
      }
      guard
        let last = own.max(by: { ($0.line, $0.command.rawValue) < ($1.line, $1.command.rawValue) }),
        let other = conflict.commands.first(where: { $0 != last.command })
      else { return nil }
      let mistake = Problem.BindingMistake.taken(
        key: Texts(.english).key(conflict.key, ascii: true),
        by: other.rawValue,
        place: conflict.place.rawValue
      )
      return (last.line, mistake)
    }
    return found.min { $0.0 < $1.0 }
  }

  private func mistake(_ mistake: Problem.BindingMistake, _ line: Int) -> Problem {
    Problem(.configuration, .configurationBinding(path: path, line: line, mistake))
  }
}
