import ArgumentParser
import Model

/// The photos that random ones are picked from.
struct RandomOptions: ParsableArguments {
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

  /// The maximum number of characters in a query.
  private static let maxQueryLength = 200

  private var words: String? {
    query?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  var choice: RandomChoice {
    RandomChoice(
      photographer: user?.text,
      topic: topic?.text,
      collection: collection?.text,
      query: words,
      orientation: orientation
    )
  }

  func validate() throws {
    if let words, !(1...Self.maxQueryLength).contains(words.count) {
      throw ValidationError(
        "--query takes 1 to \(Self.maxQueryLength) characters",
        "--query: нужно от 1 до \(Self.maxQueryLength) символов"
      )
    }
    guard choice.isPossible else {
      throw ValidationError(
        "--query can't be used with --topic or --collection",
        "--query нельзя сочетать с --topic и --collection"
      )
    }
  }
}
