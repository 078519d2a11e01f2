import FoundationEssentials
import Glibc
@testable import HTTP
import Logging
import Model
import Platform

@testable import Unsplash

/// A separate folder for a test, removed with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path() + "imagefeed-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: Folder.containing(file),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path + "/" + name)), as: UTF8.self)
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// A transport that responds from a closure and records its requests.
final class ScriptedTransport: HTTPTransport {
  typealias Answer = @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse

  private let answer: Answer
  private let asked = Lock<[HTTPRequest]>([])

  init(_ answer: @escaping Answer) { self.answer = answer }

  /// Creates a transport that gives every request the same JSON text.
  convenience init(
    _ json: String,
    status: Int = 200,
    headers: [HTTPHeader] = [HTTPHeader("Content-Type", "application/json")]
  ) {
    self.init { request in
      HTTPResponse(status: status, url: request.url, headers: headers, body: Array(json.utf8))
    }
  }

  var requests: [HTTPRequest] { asked.withLock { $0 } }

  func data(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    asked.withLock { $0.append(request) }
    return try answer(request)
  }

  func download(
    _ request: HTTPRequest,
    to target: DownloadTarget,
    began: (@Sendable (DownloadStart) async -> Bool)?,
    progress: @escaping @Sendable (Int64, Int64?) -> Void
  ) async throws(HTTPError) -> HTTPResponse {
    asked.withLock { $0.append(request) }
    var response = try answer(request)
    guard response.isSuccess else { return response }
    let data = Data(response.body)
    response.body = []
    let start = DownloadStart(
      response: response,
      tag: nil,
      expected: Int64(data.count),
      offset: 0
    )
    if let began, !(await began(start)) { throw .cancelled }
    guard (try? data.write(to: URL(filePath: target.path))) != nil else {
      throw .file(path: target.path, code: EACCES)
    }
    progress(Int64(data.count), Int64(data.count))
    return response
  }
}

/// A log whose lines a test can read.
struct MemoryLog: LogHandler {
  let lines: LogLines
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.append("\(event.level) \(event.message) \(event.metadata ?? [:])")
  }
}

final class LogLines: Sendable {
  private let lines = Lock<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func append(_ line: String) { lines.withLock { $0.append(line) } }

  var logger: Logger { Logger(label: "test") { _ in MemoryLog(lines: self) } }
}

/// Returns the problem that a body throws; `nil` if it throws none.
func problem<Value>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws(Problem) -> Value
) async -> Problem? {
  do throws(Problem) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}

/// Returns the client at `https://api.example`, with a scripted transport.
func unsplash(
  _ transport: ScriptedTransport,
  token: String? = "token",
  now: Double = 0,
  filter: UnsplashConfiguration.ContentFilter? = nil,
  log: LogLines = LogLines()
) -> UnsplashService {
  var configuration = UnsplashConfiguration()
  configuration.contentFilter = filter
  configuration.accessKey = Secret("key")
  configuration.apiURL = "https://api.example"
  configuration.webURL = "https://example"
  let session = token.map {
    Session(service: "unsplash", baseURL: "https://api.example", token: Secret($0))
  }
  return UnsplashService(
    configuration,
    transport: transport,
    session: { session },
    now: { now },
    log: log.logger
  )
}

extension SessionKey {
  static let demo = SessionKey.demo(of: .unsplash)
}

extension Picture {
  /// The picture's URLs.
  var addresses: [String] {
    switch self {
    case .derived(let base): [base]
    case .sizes(let sizes): sizes.map(\.url)
    }
  }
}
