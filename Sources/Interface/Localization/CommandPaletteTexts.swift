import AppCore
import Model

extension CommandWords {
  /// The words that the command palette searches, in every language.
  ///
  /// Contains the names of lists, and the names and descriptions of commands. Commands are also
  /// found by their names in the configuration.
  package static let texts = CommandWords(
    "texts",
    names: { list in
      Language.allCases.flatMap { language in
        [false, true].flatMap { hasAlbums in
          var texts = Texts(language)
          texts.hasAlbums = hasAlbums
          return [texts.origin(list)] + (list == .feed ? [texts.editorial] : [])
        }
      }
    },
    find: { command, place in
      let texts = Language.allCases.map {
        Texts($0).command(command, at: place, in: Edition.extended.capabilities)
      }
      return (texts.map(\.name) + [command.rawValue], texts.map(\.description))
    }
  )
}

extension Texts {
  /// The prompt in the palette's input line while the line is empty.
  package var commandPalettePrompt: String {
    say("Command or photo number", "Команда или номер фото")
  }

  /// Returns the reason why a command is unavailable in a few words, for a row of the palette.
  ///
  /// The note below the rows has the whole reason.
  package func shortReason(_ reason: UnavailableReason) -> String {
    switch reason {
    case .likeOnlyInFeed: say("only in the feed", "только в ленте")
    case .collectionEditIsOff: say("off in the config", "выкл. в настройках")
    case .noPicturesFolder: say("no pictures folder", "нет папки изображений")
    default: self.reason(reason)
    }
  }

  /// The message if no command matches the typed text.
  package var noCommand: String { say("No matching commands", "Ничего не найдено") }

  /// Returns the row that selects a photo by its number.
  package func photoNumber(_ number: Int, isLast: Bool = false) -> String {
    let text = say("Go to photo \(self.number(number))", "К фотографии \(self.number(number))")
    return isLast ? text + say(" (the last one loaded)", " (последней загруженной)") : text
  }
}
