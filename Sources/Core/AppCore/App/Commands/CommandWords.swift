import Model

/// The palette's data that lasts until the program exits.
package struct CommandPaletteMemory: Equatable, Sendable {
  package var words = CommandWords.names
  /// The commands run from the palette, the latest first, each once.
  package internal(set) var recent: [Command] = []
}

/// The words that commands and lists are found by.
///
/// `Localization` supplies them, because this target has no texts.
package struct CommandWords: Equatable, Sendable {
  package typealias Words = (names: [String], descriptions: [String])

  private let name: String
  let find: @Sendable (Command, Place) -> Words
  /// Returns the names of a list without a title from the service.
  let names: @Sendable (ListID) -> [String]

  /// Creates a set of words.
  ///
  /// - Parameter name: an identifier; equal names mean equal words.
  package init(
    _ name: String,
    names: @escaping @Sendable (ListID) -> [String] = { _ in [] },
    find: @escaping @Sendable (Command, Place) -> Words
  ) {
    self.name = name
    self.names = names
    self.find = find
  }

  /// The commands' names in the configuration.
  package static let names = CommandWords("names") { command, _ in ([command.rawValue], []) }

  package static func == (one: Self, other: Self) -> Bool { one.name == other.name }
}
