import ArgumentParser
import Model

/// The photos that random ones are picked from.
struct RandomOptions: CheckedArguments {
  @Option(
    help: .text("Only photos of this topic.", "Только фото этой темы.", value: "name"),
    completion: Completion.topics
  )
  var topic: ListName?

  @Option(
    help: .text("Only photos of this collection.", "Только фото этой подборки.", value: "id"),
    completion: Completion.collections
  )
  var collection: ListName?

  @Option(
    help: .text("Only photos of this photographer.", "Только фото этого автора.", value: "name"),
    completion: Completion.users
  )
  var user: ListName?

  @Option(
    help: .text(
      "Only photos found by this search.",
      "Только фото, найденные по этому запросу.",
      value: "words"
    )
  )
  var query: String?

  @Option(
    help: .text(
      "Only landscape, portrait or squarish photos.",
      "Только горизонтальные, вертикальные или квадратные фото."
    )
  )
  var orientation: SearchQuery.Orientation?

  private var words: String? {
    query?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether photos are picked by more than their orientation.
  var isNarrow: Bool { topic != nil || collection != nil || user != nil || query != nil }

  /// Returns the choice, with the names of links.
  func choice(_ source: inout SourceOptions) -> RandomChoice {
    RandomChoice(
      photographer: user.flatMap { source.list($0, .photographer).name },
      topic: topic.flatMap { source.list($0, .topic).name },
      collection: collection.flatMap { source.list($0, .collection).name },
      query: words,
      orientation: orientation
    )
  }

  func check() throws {
    if let words, !(1...SearchQuery.maxLength).contains(words.count) {
      throw ValidationError(
        "--query takes 1 to \(SearchQuery.maxLength) characters",
        "--query: нужно от 1 до \(SearchQuery.maxLength) символов"
      )
    }
    if words?.contains("://") ?? false {
      throw ValidationError("--query needs words, not a link", "--query: нужны слова, а не ссылка")
    }
    guard query == nil || (topic == nil && collection == nil) else {
      throw ValidationError("--query", without: "--topic, --collection")
    }
  }
}
