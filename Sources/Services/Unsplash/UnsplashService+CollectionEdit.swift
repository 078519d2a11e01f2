import FoundationEssentials
import HTTP
import Model
import ServiceAPI

// Changes to the user's own collections.
extension UnsplashService: CollectionEditSource {
  package func setCollected(
    _ photo: Photo.ID,
    in collection: String,
    _ isIn: Bool
  ) async throws(Problem) -> ListInfo? {
    let path = apiURL + "/collections/" + percentEncoded(collection)
    let request =
      isIn
      ? try post(path + "/add", ["photo_id": photo.value])
      : self.request(.delete, path + "/remove?" + URLQuery(["photo_id": photo.value]).text)
    let response = try await ask(.collectionEdit, request)
    // A response without a collection object still means that the change succeeded.
    guard !response.body.isEmpty,
      let answer: UnsplashCollectionChange = try? decode(response, .collectionEdit)
    else { return nil }
    if let changed = answer.photo, changed != photo.value {
      throw Problem(.collectionEdit, .unconfirmed)
    }
    return answer.collection.map { self.collection($0).info }
  }

  package func makeCollection(_ new: NewCollection) async throws(Problem) -> ListOffer {
    let body = NewCollectionBody(title: new.title, isPrivate: new.isPrivate)
    let response = try await ask(.collectionEdit, try post(apiURL + "/collections", body))
    let answer: UnsplashCollection = try decode(response, .collectionEdit)
    return collection(answer)
  }

  /// Creates a request with a JSON body.
  ///
  /// The request isn't retried, because the API doesn't promise that it is idempotent.
  private func post(_ url: String, _ body: some Encodable) throws(Problem) -> HTTPRequest {
    var request = request(.post, url)
    guard let data = try? JSONEncoder().encode(body) else {
      throw Problem(.collectionEdit, .badRequest(message: nil))
    }
    request.body = Array(data)
    request.headers.append(HTTPHeader("Content-Type", "application/json"))
    return request
  }
}

/// The body of a request that creates a collection.
private struct NewCollectionBody: Encodable {
  let title: String
  let isPrivate: Bool

  enum CodingKeys: String, CodingKey {
    case title
    case isPrivate = "private"
  }
}

/// The response to a change of a collection.
private struct UnsplashCollectionChange: Decodable {
  let collection: UnsplashCollection?
  /// The ID of the photo that was added or removed.
  let photo: String?

  private struct ChangedPhoto: Decodable {
    let id: String
  }

  init(from decoder: any Decoder) throws {
    let values = try LenientValues(decoder)
    collection = values["collection"]
    let changed: ChangedPhoto? = values["photo"]
    photo = changed?.id
  }
}
