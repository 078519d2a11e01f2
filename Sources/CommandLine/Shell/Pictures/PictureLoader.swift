import Files
import HTTP
import Localization
import Model
import ServiceAPI

/// The loader of images that commands print; nothing is cached.
struct PictureLoader: Sendable {
  /// The file of an image, or its bytes.
  enum Source: Sendable {
    case file(String)
    case bytes([UInt8])
  }

  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Returns a photo by its ID, from the cache or from the service.
  func photo(_ id: String) async throws(ShellMessage) -> Photo {
    let id = Photo.ID(service: context.service.id, value: id)
    if let cached = await context.cached(id) { return cached }
    return try await context.ask { () throws(Problem) in try await context.service.photo(id) }
  }

  /// Whether a file is missing or empty.
  static func isEmpty(_ path: String) -> Bool { PhotoDownloader.size(of: path) ?? 0 == 0 }

  /// Returns a photo's image: the file in the gallery if it exists, otherwise one from the service.
  ///
  /// - Parameters:
  ///   - width: The minimum width in pixels.
  ///   - path: The path of its file in the gallery.
  func picture(
    of photo: Photo,
    width: Int,
    path: String?
  ) async throws(ShellMessage) -> Source {
    if let path, !Self.isEmpty(path) { return .file(path) }
    if let unconfigured = context.unconfigured { throw unconfigured }
    let address =
      context.service.rendition(of: photo.picture, width: width, native: photo.width)
      ?? context.service.original(of: photo)
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await context.transport.data(
        HTTPRequest(
          .get,
          address.url,
          headers: [HTTPHeader("Accept", "image/jpeg")],
          bodyLimit: HTTPRequest.pictureLimit
        )
      )
    } catch {
      throw .problem(Problem(.picture, error.cause))
    }
    if let cause = response.failure { throw .problem(Problem(.picture, cause)) }
    guard !response.isHTML else {
      throw .problem(Problem(.picture, .htmlInsteadOfData(host: response.host)))
    }
    return .bytes(response.body)
  }
}
