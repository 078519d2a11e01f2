import FoundationEssentials
import Glibc
import Harness
import Model
import Platform
import Testing

@testable import HTTP

/// The limits for a class of hosts.
@Suite(.timeLimit(.hang)) struct HostGateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func transport(
    _ server: ScriptedServer,
    atOnce: Int = 2,
    contact: String? = nil
  ) -> CurlTransport {
    var configuration = CurlConfiguration.forTests
    configuration.hosts = [
      HostLimits(name: "test", domains: [server.host], atOnce: atOnce, contact: contact)
    ]
    configuration.limitsFolder = folder.path
    return CurlTransport(configuration: configuration)
  }

  @Test func `so many requests run at once, of two processes together`() async throws {
    let running = Lock((now: 0, most: 0))
    let arrivals = Signal()
    let gate = Gate()
    let server = try ScriptedServer { connection, _ in
      running.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
      }
      arrivals.fire()
      gate.pass()
      running.withLock { $0.now -= 1 }
      connection.answer(200)
    }
    defer { server.stop() }
    let transports = [transport(server), transport(server)]
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<12 {
        group.addTask {
          try await transports[number % 2].data(HTTPRequest(.get, "\(server.url)/\(number)")).status
        }
      }
      await arrivals.wait(for: 2)
      gate.open()
      for try await status in group { #expect(status == 200) }
    }
    #expect(running.withLock { $0.most } == 2 && server.requests.count == 12)
  }

  @Test func `a cancelled request leaves its turn to others`() async throws {
    let arrivals = Signal()
    let gate = Gate()
    let server = try ScriptedServer { connection, _ in
      arrivals.fire()
      gate.pass()
      connection.answer(200)
    }
    defer { server.stop() }
    let transport = transport(server, atOnce: 1)
    let first = Task { try await transport.data(HTTPRequest(.get, server.url + "/1")).status }
    await arrivals.wait(for: 1)
    let second = Task { try await transport.data(HTTPRequest(.get, server.url + "/2")).status }
    second.cancel()
    await #expect(throws: HTTPError.cancelled) { try await second.value }
    gate.open()
    #expect(try await first.value == 200)
    #expect(try await transport.data(HTTPRequest(.get, server.url + "/3")).status == 200)
    #expect(server.requests.map(\.target) == ["/1", "/3"])
  }

  @Test func `so many requests begin in a minute, of all processes and runs together`() async throws
  {
    let server = try ScriptedServer(200)
    defer { server.stop() }
    func transport() -> CurlTransport {
      var configuration = CurlConfiguration.forTests
      configuration.hosts = [
        HostLimits(name: "test", domains: [server.host], atOnce: 2, perMinute: 3)
      ]
      configuration.limitsFolder = folder.path
      return CurlTransport(configuration: configuration)
    }
    var request = HTTPRequest(.get, server.url)
    request.longestPause = .seconds(20)
    for _ in 1...3 { #expect(try await transport().data(request).status == 200) }
    let refused = try await transport().data(request)
    let rest = try #require(refused.header("Retry-After").flatMap { Int($0) })
    #expect(refused.status == 429 && (20...60).contains(rest) && server.requests.count == 3)
  }

  @Test func `downloads pass a gate of their own, one by one, besides that of all requests`()
    async throws
  {
    let arrivals = Signal()
    let gate = Gate()
    let server = try ScriptedServer { connection, _ in
      arrivals.fire()
      gate.pass()
      connection.answer(200)
    }
    defer { server.stop() }
    var configuration = CurlConfiguration.forTests
    configuration.hosts = [
      HostLimits(name: "files", domains: [server.host], atOnce: 1, isForDownloads: true),
      HostLimits(name: "all", domains: [server.host], atOnce: 2),
    ]
    configuration.limitsFolder = folder.path
    let transport = CurlTransport(configuration: configuration)
    func download(_ name: String) async throws -> Int {
      let target = DownloadTarget(path: folder.path + "/" + name)
      let request = HTTPRequest(.get, server.url + "/" + name)
      return try await transport.download(request, to: target, began: nil) { _, _ in }.status
    }
    async let first = download("1")
    await arrivals.wait(for: 1)
    async let second = download("2")
    async let other = transport.data(HTTPRequest(.get, server.url + "/3")).status
    await arrivals.wait(for: 2)
    #expect(server.requests.map(\.target) == ["/1", "/3"])
    gate.open()
    #expect(try await [first, second, other] == [200, 200, 200])
    #expect(server.requests.count == 3)
  }

  @Test func `a busy process leaves its place to another one that waits`() async throws {
    let arrivals = Signal()
    let gates = [Gate(), Gate(), Gate()]
    let count = Lock(0)
    let server = try ScriptedServer { connection, _ in
      let index = count.withLock { count in
        defer { count += 1 }
        return count
      }
      arrivals.fire()
      gates[index].pass()
      connection.answer(200)
    }
    defer { server.stop() }
    let (busy, other) = (transport(server, atOnce: 1), transport(server, atOnce: 1))
    async let first = busy.data(HTTPRequest(.get, server.url + "/busy")).status
    await arrivals.wait(for: 1)
    async let waiting = other.data(HTTPRequest(.get, server.url + "/other")).status
    // The waiting one has locked the byte after the one place.
    while true {
      let file = try RegularFile.open(folder.path + "/hosts-test", O_RDWR)
      defer { close(file) }
      if (try? RegularFile.lock(byte: 9, of: file)) == nil { break }
      await Task.yield()
    }
    async let second = busy.data(HTTPRequest(.get, server.url + "/busy")).status
    for gate in gates { gate.open() }
    #expect(try await [first, waiting, second] == [200, 200, 200])
    #expect(server.requests.map(\.target) == ["/busy", "/other", "/busy"])
  }

  @Test func `a request that reaches nobody gives its slot back`() async throws {
    let server = try ScriptedServer(200)
    let (url, host) = (server.url, server.host)
    var configuration = CurlConfiguration.forTests
    configuration.hosts = [HostLimits(name: "test", domains: [host], atOnce: 2, perMinute: 2)]
    configuration.limitsFolder = folder.path
    let transport = CurlTransport(configuration: configuration)
    #expect(try await transport.data(HTTPRequest(.get, url)).status == 200)
    server.stop()
    for _ in 1...3 {
      await #expect(throws: HTTPError.connectionRefused(host: host)) {
        try await transport.data(HTTPRequest(.get, url))
      }
    }
  }

  @Test func `a request whose time is over fails by it, and begins no pause`() async throws {
    let arrivals = Signal()
    let gate = Gate()
    let server = try ScriptedServer { connection, _ in
      arrivals.fire()
      gate.pass()
      connection.answer(200)
    }
    defer { server.stop() }
    let transport = transport(server, atOnce: 1)
    async let first = transport.data(HTTPRequest(.get, server.url + "/1"))
    await arrivals.wait(for: 1)
    var request = HTTPRequest(.get, server.url + "/2")
    request.deadline = .milliseconds(50)
    // Another process, which waits for the place.
    let other = self.transport(server, atOnce: 1)
    let error = await #expect(throws: HTTPError.self) { try await other.data(request) }
    #expect(error == .timedOut(host: server.host, .deadline))
    #expect(server.requests.map(\.target) == ["/1"])
    gate.open()
    #expect(try await first.status == 200)
    #expect(try await other.data(HTTPRequest(.get, server.url + "/3")).status == 200)
  }

  @Test(arguments: ["1800", "date", nil])
  func `after 429 no request is sent until the pause ends`(_ delay: String?) async throws {
    let date = Date.now.addingTimeInterval(1800)
    let header = delay.map { $0 == "date" ? Self.httpDate(date) : $0 }
    let server = try ScriptedServer(429, header.map { ["Retry-After: \($0)"] } ?? [], "<p>no</p>")
    defer { server.stop() }
    let own = transport(server)
    var request = HTTPRequest(.get, server.url)
    request.retries = false
    #expect(try await own.data(request).status == 429)
    // Less than the rest of the usual pause.
    request.longestPause = .milliseconds(100)
    // Another process knows it, too.
    for transport in [own, transport(server)] {
      let response = try await transport.data(request)
      let rest = try #require(response.header("Retry-After").flatMap { Int($0) })
      #expect(response.status == 429 && (delay == nil ? 1...6 : 1500...1801).contains(rest))
    }
    #expect(server.requests.count == 1)
  }

  @Test func `a short pause is waited for`() async throws {
    let count = Lock(0)
    let server = try ScriptedServer { connection, _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      connection.answer(number == 1 ? 429 : 200, number == 1 ? ["Retry-After: 1"] : [])
    }
    defer { server.stop() }
    let transport = transport(server)
    #expect(try await transport.data(HTTPRequest(.get, server.url)).status == 200)
    #expect(server.requests.count == 2)
  }

  @Test func `a damaged file or an old time stops nothing`() async throws {
    let server = try ScriptedServer(200)
    defer { server.stop() }
    let path = folder.path + "/hosts-test"
    for bytes in [[UInt8](repeating: 0x7F, count: 8), [1], []] {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let transport = transport(server)
      #expect(try await transport.data(HTTPRequest(.get, server.url)).status == 200)
    }
  }

  @Test func `a contact goes to the hosts of its service alone`() async throws {
    let (asked, other) = (try ScriptedServer(200), try ScriptedServer(200))
    defer {
      asked.stop()
      other.stop()
    }
    let transport = transport(asked, contact: "https://example.org/imagefeed")
    for server in [asked, other] {
      _ = try await transport.data(HTTPRequest(.get, server.url))
    }
    let agents = [asked, other].compactMap { $0.requests.first?.header("user-agent") }
    #expect(agents.count == 2)
    #expect(agents[0].contains("(https://example.org/imagefeed) libcurl/"))
    #expect(agents[0].hasPrefix("imagefeed/") && !agents[1].contains("example"))
  }

  private static func httpDate(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 64)
    strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  }
}
