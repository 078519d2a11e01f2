import ArgumentParser
import Model
import Shell

/// The photos that random ones are picked from.
struct RandomOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only photos of this topic.", valueName: "name"),
    completion: Completion.topics
  )
  var topic: ListName?

  @Option(
    help: ArgumentHelp("Only photos of this collection.", valueName: "id"),
    completion: Completion.collections
  )
  var collection: ListName?

  @Option(
    help: ArgumentHelp("Only photos of this photographer.", valueName: "name"),
    completion: Completion.users
  )
  var user: ListName?

  @Option(help: ArgumentHelp("Only photos found by this search.", valueName: "words"))
  var query: String?

  @Option(help: "Only landscape, portrait or squarish photos.")
  var orientation: SearchQuery.Orientation?

  /// The maximum number of characters in a query.
  private static let limit = 200

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
    if let words, !(1...Self.limit).contains(words.count) {
      throw ValidationError("--query takes 1 to \(Self.limit) characters")
    }
    guard choice.isPossible else {
      throw ValidationError("--query can't be used with --topic or --collection")
    }
  }
}
