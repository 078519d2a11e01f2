import Imaging
import Model
import Platform

/// The service without sockets: turns requests into responses.
package final class DemoService: Sendable {
  /// The state that changes while the service runs.
  struct State: Sendable {
    var accounts = Accounts()
    /// The indices of liked items, the latest first.
    var likes: [Int] = []
    /// The number of photos added to the front of the feed since the service's launch.
    private(set) var arrived = 0
    /// The clock hour of the budget, and the number of calls used in it.
    var hour = 0
    var used = 0
    var answers = 0
    /// The number of times that the files of all images have changed.
    var edition = 0
    /// The visitor's changes of collections.
    var collected = OwnCollections()
    /// The number of requests for random photos.
    var turns = 0

    /// Adds photos to the front of the feed, up to a million in total.
    mutating func arrive(_ count: Int) {
      arrived = (arrived + count.clamped(to: 0...1_000_000)).clamped(to: 0...1_000_000)
    }
  }

  package let options: DemoServerOptions
  let content: DemoContent
  let imageRenderer: DemoImageRenderer
  let state = Lock(State())
  /// The indices of the photos in the initial collections, by ID.
  let memberships = Lock<[String: [Int]]>([:])
  let templates = Lock(LRUCache<Int, JSONTemplate>(budget: 2 << 20))
  let parts = DemoParts.all()
  private let encoderBox = Lock<APIEncoder?>(nil)

  init(options: DemoServerOptions, pool: ImagingPool) throws(DemoServerError) {
    self.options = options
    content = try DemoContent(
      directory: options.photosDirectory,
      seed: options.seed,
      count: options.photoCount
    )
    imageRenderer = DemoImageRenderer(
      content: content,
      directory: options.photosDirectory,
      pool: pool,
      cache: options.pictureCache
    )
  }

  /// The encoder of responses, which contain the base URL of the service.
  var encoder: APIEncoder {
    encoderBox.withLock { box in
      if let encoder = box { return encoder }
      let encoder = APIEncoder(base: "", content: content)
      box = encoder
      return encoder
    }
  }

  /// Sets the base URL in responses.
  ///
  /// Called once the port is known.
  func open(at base: String) {
    let encoder = APIEncoder(base: base, content: content)
    encoderBox.withLock { $0 = encoder }
    templates.withLock { $0.removeAll() }
  }

  /// Returns the response to a request.
  ///
  /// - Throws: `CancellationError` if the service is stopped while the response is held back.
  func answer(_ request: DemoRequest) async throws -> DemoResponse {
    if let answer = await options.observer?.answer(request, of: self) { return answer }
    let path = request.path
    let part = parts.first { $0.folder == path.first }
    let call = part == nil ? Call(method: request.method, path: path) : nil
    guard let route = part.map({ $0.route(of: request) }) ?? call?.route else {
      return part?.page(request, of: self) ?? page(request)
    }
    let faults = try await options.observer?.faults(of: request, to: route) ?? CallFaults()
    var answer =
      if let part {
        await part.answer(request, route, faults, of: self)
      } else {
        await judged(
          DemoCall(route: route, name: call?.name ?? "", request: request, faults: faults)
        )
      }
    faults.spoil(&answer)
    return answer
  }
}

// The state, for observers.
extension DemoService {
  /// The IDs of the liked photos, the latest first.
  package var likedPhotos: [String] { state.withLock { $0.likes }.map { content.item($0).id } }
  /// The number of photos added to the front of the feed.
  package var arrived: Int { state.withLock { $0.arrived } }

  /// Adds photos to the front of the feed.
  package func arrive(_ count: Int) { state.withLock { $0.arrive(count) } }

  /// Revokes the tokens of all users.
  package func revokeTokens() {
    let now = options.now()
    state.withLock { $0.accounts.revokeAll(now: now) }
  }

  /// Restores the initial state: no likes or arrivals.
  package func reset() {
    state.withLock { $0 = State() }
    for part in parts { part.reset() }
  }
}
