import DemoControl
import DemoServer
import Dispatch
import Foundation
import Glibc
import Harness
import Imaging
import Platform

/// A response as it was sent.
struct Reply {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  subscript(name: String) -> String? {
    headers.last { $0.name.lowercased() == name.lowercased() }?.value
  }

  var text: String { String(decoding: body, as: UTF8.self) }
  var json: Any? { try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) }
  var object: [String: Any] { json as? [String: Any] ?? [:] }
  var list: [[String: Any]] { json as? [[String: Any]] ?? [] }
  var ids: [String] { list.compactMap { $0["id"] as? String } }
}

enum WireError: Error, Equatable {
  /// The connection broke inside the body.
  case cut(received: Int, announced: Int)
  case closed
}

/// A persistent connection with a minimal HTTP/1.1 client, which sees every byte of a response.
actor Wire {
  private let socket: Int32
  private let queue = DispatchQueue(label: "wire")
  private var buffer: [UInt8] = []

  init(port: UInt16) async throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    // On loopback the system accepts it immediately, whether or not the server has.
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw WireError.closed }
  }

  deinit { _ = Glibc.close(socket) }

  func send(
    _ method: String = "GET",
    _ target: String,
    authorization: String? = nil,
    type: String? = nil,
    headers: [(String, String)] = [],
    body: String = ""
  ) async throws -> Reply {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n"
    if let authorization { head += "Authorization: \(authorization)\r\n" }
    if let type { head += "Content-Type: \(type)\r\n" }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    head += "Content-Length: \(body.utf8.count)\r\n\r\n"
    try write(Array((head + body).utf8))
    return try await reply()
  }

  /// Sends bytes unchanged.
  func write(_ bytes: [UInt8]) throws {
    guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw WireError.closed
    }
  }

  /// Closes the connection.
  func close() { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Reads one response.
  func reply() async throws -> Reply {
    let mark = Array("\r\n\r\n".utf8)
    while buffer.firstRange(of: mark) == nil { try await more { .closed } }
    guard let end = buffer.firstRange(of: mark) else { throw WireError.closed }
    let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    buffer.removeFirst(end.upperBound)
    let headers = try lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        name: String(try parts.at(0)), value: try parts.at(1).trimmingCharacters(in: .whitespaces)
      )
    }
    var reply = Reply(
      status: Int(try lines.at(0).split(separator: " ").at(1)) ?? 0,
      headers: headers,
      body: []
    )
    let length = reply["Content-Length"].flatMap(Int.init) ?? 0
    while buffer.count < length {
      let received = buffer.count
      try await more { .cut(received: received, announced: length) }
    }
    reply.body = Array(buffer.prefix(length))
    buffer.removeFirst(length)
    return reply
  }

  private func more(orThrow error: () -> WireError) async throws {
    await readable()
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket, &bytes, bytes.count, 0)
    guard count > 0 else { throw error() }
    buffer += bytes.prefix(count)
  }

  /// Returns when there is something to read, or the connection is closed.
  func readable() async {
    await withCheckedContinuation { continuation in
      let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
      source.setEventHandler { source.cancel() }
      source.setCancelHandler { continuation.resume() }
      source.activate()
    }
  }
}

/// A running demo service and a connection to it.
struct Demo {
  static let photos = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Resources/demo").path
  static let pool = ImagingPool()
  static let key = "Client-ID demo-access-key"
  static let callback = "http://localhost:7436/callback"

  let server: DemoServer
  let wire: Wire
  let address: DemoAddress

  /// Runs a body with its own service, which is stopped afterwards.
  static func run(
    _ faults: [Fault] = [],
    photoCount: Int = 200,
    change: (inout DemoServerOptions) -> Void = { _ in },
    _ body: (Demo) async throws -> Void
  ) async throws {
    var options = DemoServerOptions(
      photoCount: photoCount,
      photosDirectory: photos,
      observer: DemoControl(DemoFaults(faults))
    )
    change(&options)
    let server = try DemoServer(options: options, pool: pool)
    let address = try await server.start()
    let demo = Demo(server: server, wire: try await Wire(port: address.port), address: address)
    do {
      try await body(demo)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  /// Sends a GET request with the application's key.
  func get(_ target: String, authorization: String? = Demo.key) async throws -> Reply {
    try await wire.send("GET", target, authorization: authorization)
  }

  func form(_ target: String, _ pairs: [(String, String)]) async throws -> Reply {
    let body = pairs.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
    return try await wire.send(
      "POST",
      target,
      type: "application/x-www-form-urlencoded",
      body: body
    )
  }

  /// Signs in through the pages, in the roles of the browser and the application.
  func token(scope: String = DemoClient.scopes) async throws -> Reply {
    let code = try await code(scope: scope)
    return try await form("/oauth/token", Self.exchange(code: code))
  }

  func bearer(scope: String = DemoClient.scopes) async throws -> String {
    let answer = try await token(scope: scope).object
    return "Bearer \(answer["access_token"] as? String ?? "")"
  }

  func code(redirect: String = Demo.callback, scope: String = DemoClient.scopes) async throws
    -> String
  {
    let answer = try await form("/oauth/authorize", Self.wish(redirect: redirect, scope: scope))
    return URLComponents(string: answer["Location"] ?? "")?.queryItems?
      .first { $0.name == "code" }?.value ?? ""
  }

  static func wish(
    redirect: String = Demo.callback,
    scope: String = DemoClient.scopes
  ) -> [(String, String)] {
    [
      ("client_id", DemoClient.accessKey), ("redirect_uri", redirect), ("response_type", "code"),
      ("scope", scope), ("state", "a state"),
    ]
  }

  static func exchange(code: String, redirect: String = Demo.callback) -> [(String, String)] {
    [
      ("client_id", DemoClient.accessKey), ("client_secret", DemoClient.secretKey),
      ("redirect_uri", redirect), ("code", code), ("grant_type", "authorization_code"),
    ]
  }

  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

/// A clock that tests set.
final class Clock: Sendable {
  private let seconds: Lock<Double>

  init(_ seconds: Double) { self.seconds = Lock(seconds) }

  var now: Double { seconds.withLock { $0 } }

  func advance(_ duration: Double) { seconds.withLock { $0 += duration } }
}
