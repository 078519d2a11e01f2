import Model

/// The text of a problem, for an alert.
package struct ProblemText: Equatable, Sendable {
  /// The failed action, without a full stop.
  package let title: String
  /// The reason for the failure, in whole sentences.
  package let explanation: String
  /// The advice to the user, in whole sentences.
  package let advice: String

  /// The reason and the advice.
  package var body: String { "\(explanation) \(advice)" }

  /// The title, the reason and the advice in one line.
  var inOneLine: String { "\(title). \(body)" }
}

extension Texts {
  /// Returns the text of a problem.
  package func problem(_ problem: Problem) -> ProblemText {
    let explanation = explanation(problem.cause, problem.subject)
    return ProblemText(
      title: problem.isUnofferedLike
        ? say("Likes aren't available", "Лайки недоступны") : title(problem.subject),
      // The title doesn't say that the user is still signed in.
      explanation: problem.subject == .signOut
        ? say("You are still signed in.", "Вы не вышли из аккаунта.") + " " + explanation
        : explanation,
      advice: advice(problem.cause, problem.subject)
    )
  }

  private func title(_ subject: Problem.Subject) -> String {
    switch subject {
    case .signIn: say("Couldn't sign in", "Не удалось войти")
    case .signOut: say("Couldn't sign out", "Не удалось выйти")
    case .session: say("Couldn't open the session", "Не удалось открыть сеанс")
    case .feed:
      topical(
        say("Couldn't load the feed", "Не удалось загрузить ленту"),
        albums: say("Couldn't load the album", "Не удалось загрузить альбом")
      )
    case .picture: say("Couldn't load the photo", "Не удалось загрузить фото")
    case .like: say("Couldn't like the photo", "Не удалось поставить лайк")
    case .unlike: say("Couldn't unlike the photo", "Не удалось снять лайк")
    case .details: say("Couldn't load the details", "Не удалось загрузить подробности")
    case .profile: say("Couldn't load the profile", "Не удалось загрузить профиль")
    case .avatar: say("Couldn't load the avatar", "Не удалось загрузить аватар")
    case .save: say("Couldn't save the photo", "Не удалось сохранить фото")
    case .browser: say("Couldn't open the browser", "Не удалось открыть браузер")
    case .clipboard: say("Couldn't copy", "Не удалось скопировать")
    case .share: say("Couldn't pass the photo on", "Не удалось передать фото")
    case .webPage: say("Couldn't write the page", "Не удалось записать страницу")
    case .configuration: say("Couldn't read the configuration", "Не удалось прочитать настройки")
    case .configurationChange:
      say("Couldn't change the configuration", "Не удалось изменить настройки")
    case .search: say("Couldn't search", "Не удалось выполнить поиск")
    case .favourites: say("Couldn't load favourites", "Не удалось загрузить избранное")
    case .photographer:
      say("Couldn't load the photographer", "Не удалось загрузить страницу автора")
    case .topic:
      topical(
        say("Couldn't load the topic", "Не удалось загрузить тему"),
        albums: say("Couldn't load the album", "Не удалось загрузить альбом")
      )
    case .topics:
      topical(
        say("Couldn't load the topics", "Не удалось загрузить темы"),
        albums: say("Couldn't load the albums", "Не удалось загрузить альбомы")
      )
    case .collection: say("Couldn't load the collection", "Не удалось загрузить подборку")
    case .collections: say("Couldn't load the collections", "Не удалось загрузить подборки")
    case .collectionEdit:
      say("Couldn't change the collection", "Не удалось изменить подборку")
    case .random: say("Couldn't load a random photo", "Не удалось загрузить случайное фото")
    case .download: say("Couldn't download the photo", "Не удалось скачать фото")
    case .gallery: say("Couldn't open the gallery", "Не удалось открыть галерею")
    case .galleryRemoval:
      say("Couldn't remove the photo from the gallery", "Не удалось удалить фото из галереи")
    case .wallpaper: say("Couldn't set the wallpaper", "Не удалось сменить обои")
    case .demo: say("Couldn't start the demo", "Не удалось запустить демо")
    case .storage: say("Couldn't use the database", "Не удалось обратиться к базе данных")
    case .pictureCache:
      say("Couldn't use the cached pictures", "Не удалось обратиться к кэшу изображений")
    }
  }

  /// Returns the first line of an error message of a library or the system, without its full stop.
  ///
  /// The middle is removed from messages of more than 500 characters only, because it may be
  /// important.
  func sentence(_ text: String) -> String { clipped(withoutFullStop(text), to: 500) }

  /// Returns the first line of another program's message, without its full stop.
  func withoutFullStop(_ message: String) -> String {
    var line = firstLine(of: message)
    while let last = line.last, last == "." || last.isWhitespace { line.removeLast() }
    return String(line)
  }

  /// Returns the first line of a name, a key or another text from outside.
  ///
  /// An ellipsis replaces the middle if the line has more than `limit` characters.
  func clipped(_ text: String, to limit: Int = 72) -> String {
    var line = firstLine(of: text)
    while let last = line.last, last.isWhitespace { line.removeLast() }
    guard line.count > limit else { return String(line) }
    let mark = hasUnicode ? "…" : say("...", "…")
    let half = (limit - mark.count) / 2
    return "\(line.prefix(half))\(mark)\(line.suffix(limit - mark.count - half))"
  }

  private func firstLine(of text: String) -> Substring {
    text.drop { $0.isWhitespace }.prefix { !$0.isNewline }
  }
}

extension Problem {
  /// Whether a like or an unlike failed because the service doesn't offer likes.
  var isUnofferedLike: Bool { cause == .notOffered && [.like, .unlike].contains(subject) }
}

extension Problem.Subject {
  /// Whether the failed action loads an image file rather than data.
  var isPicture: Bool {
    switch self {
    case .picture, .avatar, .save, .download, .gallery: true
    case .signIn, .signOut, .session, .feed, .like, .unlike, .details, .profile, .browser,
      .clipboard, .configuration, .configurationChange, .search, .favourites, .galleryRemoval,
      .storage, .pictureCache, .share, .webPage, .wallpaper,
      .photographer, .topic, .topics, .collection, .collections, .collectionEdit, .random, .demo:
      false
    }
  }

  /// Whether the problem is about a single photo.
  var isOnePhoto: Bool {
    switch self {
    case .picture, .like, .unlike, .details, .save, .download: true
    case .signIn, .signOut, .session, .feed, .profile, .avatar, .browser, .clipboard,
      .configuration, .configurationChange, .search, .favourites, .gallery, .galleryRemoval,
      .storage, .pictureCache, .share, .webPage, .wallpaper,
      .photographer, .topic, .topics, .collection, .collections, .collectionEdit, .random, .demo:
      false
    }
  }
}
