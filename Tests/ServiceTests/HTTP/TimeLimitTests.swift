import Harness
import Foundation
import HTTP
import Testing

@Suite(.timeLimit(.hang)) struct HTTPTimeLimitTests {
  private func transport(
    connect: Duration? = nil,
    stall: Duration? = nil
  ) -> CurlTransport {
    var configuration = CurlConfiguration.patient
    configuration.connectTimeout = connect ?? configuration.connectTimeout
    configuration.stallTimeout = stall ?? configuration.stallTimeout
    return CurlTransport(configuration: configuration)
  }

  @Test func `the limits are ten seconds to connect and fifteen without a byte`() {
    #expect(CurlConfiguration().connectTimeout == .seconds(10))
    #expect(CurlConfiguration().stallTimeout == .seconds(15))
  }

  @Test func `a server that never responds is reported as stalled`() async throws {
    let server = try ScriptedServer { _, _ in }
    defer { server.stop() }
    await #expect(throws: HTTPError.timedOut(host: server.host, .stalled)) {
      try await transport(stall: .milliseconds(50)).data(HTTPRequest(.get, server.url).patient)
    }
    // The server may be slower than the limit.
    await server.arrivals.wait(for: 1)
    #expect(server.requests.count == 1, "timeouts are not retried")
  }

  @Test func `a body that stops is reported as stalled`() async throws {
    let server = try ScriptedServer { connection, _ in
      connection.send(connection.head(200, length: 10) + "half ")
    }
    defer { server.stop() }
    await #expect(throws: HTTPError.timedOut(host: server.host, .stalled)) {
      try await transport(stall: .milliseconds(50)).data(HTTPRequest(.get, server.url).patient)
    }
  }

  @Test func `trailers don't keep a response alive`() async throws {
    let server = try ScriptedServer { connection, _ in
      connection.send(connection.head(200, ["Transfer-Encoding: chunked"], length: nil))
      connection.send("4\r\nbody\r\n0\r\n")
      repeat { connection.send("A: b\r\n") } while !connection.clientLeft(within: 5)
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url, deadline: .seconds(3))
    await #expect(throws: HTTPError.timedOut(host: server.host, .stalled)) {
      try await transport(stall: .milliseconds(1500)).data(request)
    }
  }

  @Test func `a slow trickle doesn't stall but meets the deadline`() async throws {
    let server = try ScriptedServer { connection, _ in
      connection.send(connection.head(200, length: 1 << 20))
      repeat { connection.send("a") } while !connection.clientLeft(within: 5)
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url, deadline: .seconds(3))
    await #expect(throws: HTTPError.timedOut(host: server.host, .deadline)) {
      try await transport(stall: .milliseconds(1500)).data(request)
    }
  }

  @Test func `a handshake without a reply counts as connecting`() async throws {
    let server = try ScriptedServer { _, _ in }
    defer { server.stop() }
    let request = HTTPRequest(.get, "https://\(server.host):\(server.port)").patient
    await #expect(throws: HTTPError.timedOut(host: server.host, .connecting)) {
      try await transport(connect: .milliseconds(50)).data(request)
    }
  }

  @Test func `a name that isn't resolved counts as connecting, and the thread continues`()
    async throws
  {
    let (name, asked, gate) = TestResolver.hangingName()
    defer { gate.open() }
    let server = try ScriptedServer(200)
    defer { server.stop() }
    let transport = transport(connect: .seconds(1))
    await #expect(throws: HTTPError.timedOut(host: name, .connecting)) {
      try await transport.data(HTTPRequest(.get, "https://\(name)/").patient)
    }
    #expect(asked.count == 1)
    #expect(try await transport.data(HTTPRequest(.get, server.url).patient).status == 200)
  }

  @Test func `waiting for a free connection counts only towards the deadline`()
    async throws
  {
    let gate = Gate()
    let server = try ScriptedServer { connection, _ in
      gate.pass()
      connection.answer(200)
    }
    defer { server.stop() }
    let transport = transport(connect: .seconds(1), stall: .seconds(600))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<6 {
        group.addTask { try await transport.data(HTTPRequest(.get, server.url).patient).status }
      }
      await server.arrivals.wait(for: 6)
      group.addTask { try await transport.data(HTTPRequest(.get, server.url).patient).status }
      // This one is queued behind the seventh, so it waits longer than the limit for connecting.
      await #expect(throws: HTTPError.timedOut(host: server.host, .deadline)) {
        try await transport.data(HTTPRequest(.get, server.url, deadline: .milliseconds(1500)))
      }
      gate.open()
      for try await status in group { #expect(status == 200) }
    }
    #expect(server.requests.count == 7)
  }
}
