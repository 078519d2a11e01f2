import DemoControl
import DemoServer
import Foundation
import Glibc
import Testing

@Suite struct `Demo server` {
  /// Returns the sockets of this process that are bound to a port.
  private func sockets(on port: UInt16) -> [Int32] {
    (3..<2048).filter { file in
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(file, $0, &length)
        }
      }
      return status == 0 && address.sin_family == AF_INET && address.sin_port.bigEndian == port
    }
  }

  private func option(_ level: Int32, _ name: Int32, of file: Int32) -> Int32 {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(file, level, name, &value, &length)
    return value
  }

  @Test func `sockets neither delay responses nor are inherited by other processes`() async throws {
    try await Demo.run { demo in
      // The second response shows that the connection waited again after the first.
      for _ in 1...2 { _ = try await demo.get("/photos") }
      let files = sockets(on: demo.address.port)
      let listening = files.filter { option(SOL_SOCKET, SO_ACCEPTCONN, of: $0) != 0 }
      #expect(listening.count == 1)
      #expect(files.count == 2)
      for file in files {
        #expect(option(Int32(IPPROTO_TCP), TCP_NODELAY, of: file) != 0)
        #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0)
      }
    }
  }

  @Test func `a port in use is an error that names it`() async throws {
    try await Demo.run { demo in
      let second = try DemoServer(
        options: DemoServerOptions(port: demo.address.port, photosDirectory: Demo.photos),
        pool: Demo.pool
      )
      await #expect {
        try await second.start()
      } throws: { error in
        guard case DemoServerError.port(let port, _) = error else { return false }
        return port == demo.address.port
      }
    }
  }

  @Test func `a stopped service closes its port and can start again`() async throws {
    let server = try DemoServer(
      options: DemoServerOptions(
        photoCount: 40,
        photosDirectory: Demo.photos,
        observer: DemoControl()
      ),
      pool: Demo.pool
    )
    let first = try await server.start()
    let wire = try await Wire(port: first.port)
    #expect(try await wire.send("GET", "/_demo/state").status == 200)
    await server.stop()
    await #expect(throws: WireError.closed) { try await wire.send("GET", "/_demo/state") }
    let second = try await server.start()
    let again = try await Wire(port: second.port)
    #expect(try await again.send("GET", "/_demo/state").status == 200)
    await server.stop()
  }

  @Test func `a service without control has no faults and no interface for them`() async throws {
    try await Demo.run(change: { $0.observer = nil }) { demo in
      let before = try await demo.get("/photos")
      for (method, path) in [
        ("GET", "state"), ("GET", "faults"), ("POST", "release"), ("POST", "revoke"),
        ("POST", "shift?count=1"), ("POST", "reset"), ("GET", "wait?route=photos&count=0"),
      ] {
        #expect(try await demo.wire.send(method, "/_demo/" + path).status == 404, "\(path)")
      }
      let faults = #"{"faults":["status=503@photos"]}"#
      #expect(try await demo.send("POST", "/_demo/faults", nil, faults).status == 404)
      #expect(try await demo.get("/photos").ids == before.ids)
    }
  }

  @Test func `credits name every photo's author`() throws {
    struct Source: Decodable {
      let file: String
      let author: String
    }
    let path = Demo.photos + "/../CREDITS.md"
    let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    let sources = try JSONDecoder().decode(
      [Source].self,
      from: Data(contentsOf: URL(filePath: Demo.photos + "/photos.json"))
    )
    for source in sources {
      #expect(text.contains(source.file))
      #expect(text.contains(source.author))
    }
  }
}
