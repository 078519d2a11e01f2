import Foundation
import HTTP
import Harness
import Platform
import Testing

@Suite(.timeLimit(.hang)) struct HTTPConnectionTests {
  @Test func `a connection is reused for later requests`() async throws {
    let server = try ScriptedServer(200, [], "ok")
    defer { server.stop() }
    let transport = CurlTransport.patient()
    for _ in 0..<20 {
      #expect(try await transport.data(HTTPRequest(.get, server.url).patient).status == 200)
    }
    #expect(server.connections == 1)
    #expect(server.requests.count == 20)
  }

  @Test func `a host has six connections at most, and every request is served`() async throws {
    let gate = Gate()
    let server = try ScriptedServer { connection, _ in
      gate.pass()
      connection.answer(200)
    }
    let other = try ScriptedServer(200)
    defer {
      server.stop()
      other.stop()
    }
    let transport = CurlTransport.patient()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { try await transport.data(.patient(server.url)).status }
      }
      await server.arrivals.wait(for: 6)
      // Another host is served in the meantime. After that, the thread has seen all twenty.
      for _ in 0..<10 { _ = try await transport.data(HTTPRequest(.get, other.url).patient) }
      #expect(server.connections == 6)
      gate.open()
      for try await status in group { #expect(status == 200) }
    }
    #expect(server.mostConnectionsAtOnce == 6)
    #expect(server.requests.count == 20)
  }

  @Test func `a program started at the same time doesn't inherit the connection`() async throws {
    let gate = Gate()
    let server = try ScriptedServer { connection, _ in
      gate.pass()
      connection.answer(200)
    }
    defer { server.stop() }
    let task = Task { try await CurlTransport.patient().data(.patient(server.url)) }
    await server.arrivals.wait()
    let flags = (0..<getdtablesize()).compactMap { descriptor -> Int32? in
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getpeername(descriptor, $0, &size)
        }
      }
      guard code == 0, UInt16(bigEndian: address.sin_port) == server.port else { return nil }
      return fcntl(descriptor, F_GETFD)
    }
    gate.open()
    _ = try await task.value
    #expect(flags == [FD_CLOEXEC])
  }

  @Test func `an idle transport sleeps`() async throws {
    let server = try ScriptedServer(200, [], "ok")
    defer { server.stop() }
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("imagefeed-\(UUID().uuidString)").path
    defer { unlink(path) }
    let thread = Lock<String>("")
    let idle = CurlTransport.patient()
    _ = try await idle.download(HTTPRequest(.get, server.url).patient, to: path) { _, _ in
      let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      thread.withLock { $0 = own ?? "" }
    }
    let schedule = "/proc/" + thread.withLock { $0 } + "/schedstat"
    /// Returns the number of times the thread has been scheduled.
    func turns() throws -> Int {
      let fields = try String(contentsOfFile: schedule, encoding: .utf8).split(separator: " ")
      return try #require(Int(fields.at(2).dropLast()))
    }

    // Time passes through the work of another transport.
    let busy = CurlTransport.patient()
    for _ in 0..<20 { _ = try await busy.data(HTTPRequest(.get, server.url).patient) }
    let before = try turns()
    for _ in 0..<200 { _ = try await busy.data(HTTPRequest(.get, server.url).patient) }
    #expect(try turns() - before <= 1)
    await idle.shutdown()
  }

  @Test func `the thread handles no signals except its own faults`() async throws {
    let server = try ScriptedServer(200, [], "ok")
    defer { server.stop() }
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("imagefeed-\(UUID().uuidString)").path
    defer { unlink(path) }
    let heard = Lock<[Int32]?>(nil)
    _ = try await CurlTransport.patient().download(HTTPRequest(.get, server.url).patient, to: path)
    {
      _,
      _ in
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      heard.withLock { $0 = (1...31).filter { sigismember(&mask, $0) == 0 } }
    }
    let deliverable = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGKILL, SIGSEGV, SIGSTOP, SIGSYS]
    #expect(heard.withLock { $0 } == deliverable.sorted())
  }

  @Test func `the proxy variables are used`() async throws {
    await #expect(processExitsWith: .success) {
      let proxy = try ScriptedServer { connection, request in
        connection.answer(request.method == "CONNECT" ? 403 : 200)
        connection.end()
      }
      setenv("https_proxy", proxy.url, 1)
      setenv("no_proxy", "", 1)
      let request = HTTPRequest(.get, "https://photos.invalid/", retries: false).patient
      do throws(HTTPError) {
        _ = try await CurlTransport.patient().data(request)
        exit(2)
      } catch {
        guard case .proxy(let reason) = error, reason.contains("403") else { exit(3) }
      }
      guard proxy.requests.map(\.method) == ["CONNECT"],
        proxy.requests.first?.target == "photos.invalid:443"
      else { exit(4) }
      // A missing proxy isn't a fault of the photo service.
      setenv("https_proxy", "http://127.0.0.2:1", 1)
      do throws(HTTPError) {
        _ = try await CurlTransport.patient().data(request)
        exit(5)
      } catch {
        guard case .proxy = error else { exit(6) }
      }
    }
  }

  @Test(arguments: [
    ("Failed to connect to vk.com port 443 after 0 ms: Couldn't connect to server", false),
    ("Failed to connect to 10.0.0.1 port 3128 after 0 ms: Couldn't connect to server", true),
    ("Failed to connect to proxy.vk.com port 3128: Connection refused", true),
    ("Failed to connect to vk.com port 443 via 10.0.0.1 after 0 ms: Could not connect", true),
  ])
  func `a proxy that can't be reached is told from the service`(reason: String, isProxy: Bool) {
    let expected: HTTPError =
      isProxy ? .proxy(reason: reason) : .connectionRefused(host: "vk.com")
    #expect(HTTPError.unconnected("vk.com", reason: reason) == expected)
  }

  @Test func `no proxy is used for this computer`() async throws {
    await #expect(processExitsWith: .success) {
      let proxy = try ScriptedServer(500)
      let server = try ScriptedServer(200)
      for name in ["http_proxy", "all_proxy"] { setenv(name, proxy.url, 1) }
      unsetenv("no_proxy")
      let response = try await CurlTransport.patient().data(HTTPRequest(.get, server.url).patient)
      guard response.status == 200, proxy.connections == 0 else { exit(2) }
    }
  }
}
