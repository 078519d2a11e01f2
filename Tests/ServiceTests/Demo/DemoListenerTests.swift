import DemoControl
import DemoServer
import Foundation
import Glibc
import Harness
import Testing

/// The end of the service, and clients that disconnect, while responses are being sent.
@Suite(.timeLimit(.hang)) struct `The demo listener` {
  /// Sends a request and returns when the service has received it.
  private func ask(_ demo: Demo, _ route: DemoRoute, _ target: String) async throws -> Wire {
    let calls = demo.server.calls(of: route)
    let wire = try await Wire(port: demo.address.port)
    try await wire.write(Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    try await demo.server.waitUntilCalled(route, count: calls + 1)
    return wire
  }

  @Test(arguments: [Fault.Kind.hold, .never, .latency(86_400_000)])
  func `stopping ends connections whose responses are held`(fault: Fault.Kind) async throws {
    try await Demo.run([Fault(fault, routes: [.photos])]) { demo in
      var wires: [Wire] = []
      for _ in 1...20 { wires.append(try await ask(demo, .photos, "/photos")) }
      await demo.server.stop()
      for wire in wires {
        await #expect(throws: WireError.closed) { try await wire.reply() }
      }
    }
  }

  @Test func `stopping ends connections whose bodies are being sent`() async throws {
    try await Demo.run([Fault(.bandwidth(1), routes: [.image])]) { demo in
      let id = try await demo.get("/photos").ids.at(0)
      let wires = [
        try await ask(demo, .image, "/photo-\(id)?w=40"),
        try await ask(demo, .image, "/photo-\(id)?w=80"),
      ]
      for wire in wires { await wire.readable() }
      await demo.server.stop()
      for wire in wires {
        await #expect {
          try await wire.reply()
        } throws: { error in
          if case WireError.cut = error { true } else { false }
        }
      }
    }
  }

  @Test func `stopping ends connections whose clients don't read`() async throws {
    try await Demo.run { demo in
      let id = try await demo.get("/photos").ids.at(0)
      // More than the system's buffers hold.
      for _ in 1...8 { _ = try await ask(demo, .image, "/photo-\(id)") }
      let wire = try await ask(demo, .image, "/photo-\(id)")
      for _ in 1...30 {
        try await wire.write(Array("GET /photo-\(id) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
      }
      await demo.server.stop()
      #expect(demo.server.calls(of: .image) < 40)
    }
  }

  @Test func `clients that disconnect while their responses are held are released`() async throws {
    try await Demo.run([Fault(.hold, routes: [.photos])]) { demo in
      // More than the limit of connections.
      for _ in 1...1100 {
        let wire = try await ask(demo, .photos, "/photos?per_page=30")
        await wire.close()
      }
      let state = try await Wire(port: demo.address.port).send("GET", "/_demo/state")
      #expect(state.status == 200)
      demo.server.setFaults(.none)
      #expect(try await demo.get("/photos").status == 200)
    }
  }

  @Test func `the listener survives clients that disconnect during a slow body`() async throws {
    try await Demo.run([Fault(.bandwidth(1000), routes: [.image])]) { demo in
      let id = try await demo.get("/photos").ids.at(0)
      for _ in 1...5 {
        let wire = try await ask(demo, .image, "/photo-\(id)?w=80")
        await wire.close()
      }
      #expect(try await demo.get("/photos").status == 200)
    }
  }

  @Test func `pipelined requests are answered in order`() async throws {
    try await Demo.run { demo in
      let ids = try await demo.get("/photos").ids
      let wire = try await Wire(port: demo.address.port)
      let requests = ids.map { id in
        "GET /photos/\(id) HTTP/1.1\r\nHost: localhost\r\nAuthorization: \(Demo.key)\r\n\r\n"
      }
      try await wire.write(Array(requests.joined().utf8))
      for id in ids {
        let answer = try await wire.reply()
        #expect(answer.status == 200)
        #expect(answer.object["id"] as? String == id)
      }
    }
  }

  @Test func `parameters of a request don't affect the next one of its connection`() async throws {
    try await Demo.run { demo in
      let wire = try await Wire(port: demo.address.port)
      let key = "Client-ID demo-access-key"
      #expect(try await wire.send("GET", "/photos", authorization: key).status == 200)
      #expect(try await wire.send("GET", "/photos").status == 401)
      let fields = Demo.wish().map { "\($0)=\(Demo.encoded($1))" }.joined(separator: "&")
      let form = "application/x-www-form-urlencoded"
      let first = try await wire.send("POST", "/oauth/authorize", type: form, body: fields)
      #expect(first.status == 302)
      #expect(try await wire.send("POST", "/oauth/authorize", type: form).status != 302)
    }
  }

  @Test(arguments: [(400, 401), (2000, 414), (20_000, 414)])
  func `requests with many parameters are answered`(count: Int, status: Int) async throws {
    try await Demo.run { demo in
      let query = (0..<count).map { "a\($0)=b" }.joined(separator: "&")
      let wire = try await Wire(port: demo.address.port)
      #expect(try await wire.send("GET", "/photos?" + query).status == status)
      #expect(try await demo.get("/photos").status == 200)
    }
  }

  @Test(arguments: [
    ("localhost", 200), ("127.0.0.1:7999", 200), ("[::1]:80", 200), ("LOCALHOST", 200),
    ("attacker.example", 403), ("localhost.attacker.example", 403), ("localhost:a", 403),
    ("localhost, attacker.example", 403), ("", 403),
  ])
  func `only this computer's names are accepted`(host: String, status: Int) async throws {
    try await Demo.run { demo in
      for path in ["/_demo/state", "/"] {
        let wire = try await Wire(port: demo.address.port)
        try await wire.write(Array("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8))
        let answer = try await wire.reply().status
        #expect(status == 403 ? answer == 403 : answer != 403, "\(path)")
      }
    }
  }

  @Test func `a request has at most 8 KiB of target and 16 KiB of headers`() async throws {
    try await Demo.run { demo in
      for (target, headers, isAccepted) in [
        (8192, 0, true), (8193, 0, false), (0, 16_000, true), (0, 16_384, false),
        (0, 60_000, false),
      ] {
        let wire = try await Wire(port: demo.address.port)
        let path = "/_demo/state?".padding(toLength: max(13, target), withPad: "a", startingAt: 0)
        let filler = [("A", String(repeating: "b", count: headers))]
        let answer = try await wire.send("GET", path, headers: filler)
        #expect((answer.status == 200) == isAccepted, "\(target), \(headers): \(answer.status)")
      }
    }
  }

  @Test func `an oversized body and an oversized head are refused`() async throws {
    try await Demo.run { demo in
      let large = String(repeating: "a", count: 1 << 20)
      #expect(try await demo.wire.send("POST", "/oauth/token", body: large).status != 413)
      #expect(try await demo.wire.send("POST", "/oauth/token", body: large + "a").status == 413)
      let other = try await Wire(port: demo.address.port)
      let answer = try await other.send("GET", "/photos?a=" + large.prefix(200_000))
      #expect([414, 431].contains(answer.status))
    }
  }
}
