import Imaging
import Model
import Platform

/// The service behind the server: requests in, answers out, no sockets.
final class DemoService: Sendable {
  /// What changes while the service runs.
  struct State: Sendable {
    var accounts = Accounts()
    /// Indices of liked items, the latest first.
    var likes: [Int] = []
    /// Photographs that came in front of the feed since the start.
    private(set) var arrived = 0
    var journal = Journal()
    /// The clock hour of the budget, and how much of it is used.
    var hour = 0
    var used = 0
    var answers = 0
    /// How often the files of all pictures have been replaced by others.
    var edition = 0
    var resets = 0
    /// What the visitor has made of collections.
    var collected = OwnCollections()
    /// How often photographs were picked by chance.
    var turns = 0

    /// Puts photographs in front of the feed, as many as can be counted.
    mutating func arrive(_ count: Int) {
      arrived = (arrived + count.clamped(to: 0...1_000_000)).clamped(to: 0...1_000_000)
    }
  }

  let options: DemoServerOptions
  let catalog: Catalog
  let imageRenderer: DemoImageRenderer
  let changes = Changes()
  let faults: FaultInjector
  let state = Lock(State())
  /// Indices of the photographs of collections as they are at the start, by their ids.
  let memberships = Lock<[String: [Int]]>([:])
  let templates = Lock(LRUCache<Int, JSONTemplate>(budget: 2 << 20))
  let parts = DemoParts.all()
  private let encoderBox = Lock<APIEncoder?>(nil)

  init(options: DemoServerOptions, pool: ImagingPool) throws(DemoServerError) {
    self.options = options
    catalog = try Catalog(
      directory: options.photosDirectory,
      seed: options.seed,
      count: options.photoCount
    )
    imageRenderer = DemoImageRenderer(
      catalog: catalog,
      directory: options.photosDirectory,
      pool: pool,
      cache: options.pictureCache
    )
    faults = FaultInjector(options.faults, changes: changes)
  }

  /// The words of answers, which name the address the service is reached at.
  var encoder: APIEncoder {
    encoderBox.withLock { box in
      if let encoder = box { return encoder }
      let encoder = APIEncoder(base: "", catalog: catalog)
      box = encoder
      return encoder
    }
  }

  /// Sets the address answers name; called when the port is known.
  func open(at base: String) {
    let encoder = APIEncoder(base: base, catalog: catalog)
    encoderBox.withLock { $0 = encoder }
    templates.withLock { $0.removeAll() }
  }

  /// The answer to a request.
  ///
  /// - Throws: `CancellationError` when the service is stopped while the answer is held back.
  func answer(_ request: DemoRequest) async throws -> DemoResponse {
    let call = Call(method: request.method, path: request.path)
    if case .control(let name) = call { return await control(name, request) }
    let part = parts.first { $0.folder == request.path.first }
    let known = part.map { $0.route(of: request) } ?? call.route
    guard let route = known else { return part?.page(request, of: self) ?? page(call) }
    state.withLock { $0.journal.record(request, route) }
    changes.announce()
    let faults = CallFaults(self.faults.consumeFaults(for: route))
    if faults.isHeld { try await self.faults.hold(route) }
    if faults.isSilent { try await self.faults.wait() }
    if faults.latency > 0 { try await Task.sleep(for: .milliseconds(faults.latency)) }
    var answer =
      if let part {
        await part.answer(request, route, faults, of: self)
      } else {
        await judged(call, route, request, faults)
      }
    faults.spoil(&answer, route)
    return answer
  }
}
