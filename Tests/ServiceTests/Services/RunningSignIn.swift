import Foundation
import Glibc
import HTTP
import Model
import Testing

@testable import Accounts
@testable import ServiceAPI
@testable import Unsplash

/// Ports that are currently unused.
enum FreePort {
  /// Returns a port below those that the system assigns (32768 and up).
  ///
  /// Another test could receive one of those a moment later.
  ///
  /// The port may still be in use: a program that another test starts has copies of this process's
  /// sockets until it is executed, including the one used to test the port.
  static func any() -> Int {
    while true {
      let candidate = Int.random(in: 10_000..<32_000)
      let socket = listen(on: candidate)
      guard socket >= 0 else { continue }
      close(socket)
      return candidate
    }
  }

  /// Returns a socket that listens on a port of this computer; -1 if the port is in use.
  static func listen(on port: Int, ip6: Bool = false) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let file = socket(ip6 ? AF_INET6 : AF_INET, type, 0)
    var on: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    let isBound = withLoopback(port, ip6: ip6) { bind(file, $0, $1) == 0 }
    if isBound, Glibc.listen(file, 8) == 0 { return file }
    close(file)
    return -1
  }

  /// Whether this process listens on a port.
  ///
  /// Programs that are being started don't count.
  static func isOurs(_ port: Int) throws -> Bool {
    // Not from /proc/net/tcp: it is read in pieces, and skips lines while other tests connect.
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init)
      .contains { listens($0, on: port) }
  }

  private static func listens(_ file: Int32, on port: Int) -> Bool {
    var accepts: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &accepts, &length) == 0, accepts != 0 else {
      return false
    }
    // The port is in the same position in both families' addresses.
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(file, $0, &size) }
    }
    return code == 0 && UInt16(bigEndian: address.sin6_port) == UInt16(port)
  }
}

/// Calls `body` with the address of a port on loopback.
private func withLoopback<Result>(
  _ port: Int,
  ip6: Bool,
  _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  func call<Address>(_ address: Address) -> Result {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
  if ip6 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = in_port_t(port).bigEndian
    address.sin6_addr = in6addr_loopback
    return call(address)
  }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return call(address)
}

extension CallbackPages {
  static let plain = CallbackPages(standard: .plain("en"))
}

extension CallbackPages.Texts {
  /// Returns pages whose text is the result.
  static func plain(_ language: String) -> Self {
    Self(language: language) { CallbackPages.Page(title: "t", text: "\($0)") }
  }
}

/// A sign-in in progress, with the events it has reported.
final class RunningSignIn: Sendable {
  let flow: SignInFlow
  let port: Int
  private let task: Task<Result<Session, Problem>, Never>
  private let events: AsyncStream<SignInEvent>

  init(
    _ client: some BrowserSignIn,
    port: Int,
    timeout: Duration = .seconds(3600),
    limits: LoopbackServer.Limits = .patient
  ) {
    let flow = SignInFlow(
      client: client,
      port: port,
      timeout: timeout,
      pages: .plain,
      limits: limits
    )
    let (events, event) = AsyncStream.makeStream(of: SignInEvent.self)
    self.flow = flow
    self.port = port
    self.events = events
    task = Task {
      defer { event.finish() }
      return await flow.run { event.yield($0) }
    }
  }

  /// Returns a sign-in that listens, with the URL of its login page.
  static func listening(
    _ client: some BrowserSignIn,
    limits: LoopbackServer.Limits = .patient
  ) async throws -> (RunningSignIn, page: WebPage) {
    while true {
      let running = RunningSignIn(client, port: FreePort.any(), limits: limits)
      switch await running.next() {
      case .waiting(let url, false): return (running, url)
      case .cannotListen(let problem):
        try #require(problem.cause == .portBusy(running.port))
        running.cancel()
        _ = await running.result()
      case let event:
        Issue.record("not waited for: \(String(describing: event))")
        throw CancellationError()
      }
    }
  }

  func next() async -> SignInEvent? {
    for await event in events { return event }
    return nil
  }

  func result() async -> Result<Session, Problem> { await task.value }
  func cancel() { task.cancel() }
}

extension LoopbackServer.Limits {
  /// The real limits, but with a longer time.
  static var patient: Self {
    var limits = Self()
    limits.connectionTime = .seconds(3600)
    return limits
  }
}

extension BrowserSignIn where Self == OAuthClient {
  /// Returns a client whose service is never called.
  static func withoutService(_ transport: any HTTPTransport) throws -> OAuthClient {
    try #require(
      OAuthClient(
        UnsplashConfiguration.demo(baseURL: "http://127.0.0.1:1").application,
        key: .demo,
        transport: transport
      )
    )
  }
}

/// A connection to the listener that sends any bytes.
///
/// The calls block.
final class Visitor: Sendable {
  private let file: Int32

  init(port: Int, ip6: Bool = false) {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    file = socket(ip6 ? AF_INET6 : AF_INET, type, 0)
    _ = withLoopback(port, ip6: ip6) { connect(file, $0, $1) }
  }

  deinit { close(file) }

  /// Sends as much as the listener accepts.
  ///
  /// - Returns: the number of bytes.
  @discardableResult func send(_ text: String) -> Int {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Whether nothing arrives in this time, not even the connection's end.
  func isSilent(milliseconds: Int32) -> Bool {
    var event = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    return poll(&event, 1, milliseconds) == 0
  }

  /// Returns everything until the listener closes the connection.
  func rest() -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(file, &buffer, buffer.count, 0)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += buffer[..<count]
    }
  }

  /// Runs blocking calls on a separate thread.
  static func visit<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  /// Returns the status of a response; 0 if there is none.
  static func status(_ answer: String) -> Int {
    answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
