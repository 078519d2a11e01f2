import Harness
import Foundation
import HTTP
import Platform
import Testing

@Suite(.timeLimit(.hang)) struct HTTPCancellationTests {
  /// Cancels a task and waits for its end, which has no other cause.
  private func cancel(_ task: Task<HTTPError?, Never>) async {
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  private func start(_ transport: CurlTransport, _ url: String) -> Task<HTTPError?, Never> {
    Task {
      do throws(HTTPError) {
        _ = try await transport.data(.patient(url))
        return nil
      } catch { return error }
    }
  }

  @Test func `a request without a response ends when it is cancelled`() async throws {
    let server = try ScriptedServer { _, _ in }
    defer { server.stop() }
    let transport = CurlTransport.patient()
    for round in 1...15 {
      let task = start(transport, server.url)
      await server.arrivals.wait(for: round)
      await cancel(task)
    }
  }

  @Test func `a request is cancelled while its name is resolved, and others continue`() async throws
  {
    let dripping = Signal()
    let gate = Gate()
    let server = try ScriptedServer { connection, _ in
      connection.send(connection.head(200, length: 2) + "a")
      dripping.fire()
      gate.pass()
      connection.send("b")
    }
    defer { server.stop() }
    let transport = CurlTransport.patient()
    let other = Task { try await transport.data(.patient(server.url)).body }
    await dripping.wait()

    var held: [Gate] = []
    for _ in 1...15 {
      let (name, asked, gate) = TestResolver.hangingName()
      held.append(gate)
      let task = start(transport, "https://\(name)/")
      await asked.wait()
      // Nothing waits for the name, which is resolved only below.
      await cancel(task)
    }

    // The names are still being resolved, so only the other transfer can end here.
    gate.open()
    #expect(try await other.value == Array("ab".utf8))
    for gate in held { gate.open() }
  }

  @Test func `a request cancelled before it begins is never sent`() async throws {
    let server = try ScriptedServer(200)
    defer { server.stop() }
    let transport = CurlTransport.patient()
    let error = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(HTTPError) {
        _ = try await transport.data(HTTPRequest(.get, server.url).patient)
        return nil as HTTPError?
      } catch { return error }
    }.value
    #expect(error == .cancelled)
    #expect(server.connections == 0)
  }

  @Test func `the pause before a retry ends with its task`() async throws {
    var configuration = CurlConfiguration.patient
    // Longer than any test may last.
    configuration.retry.backOff = .seconds(3600)
    configuration.connectionsPerHost = 1
    let transport = CurlTransport(configuration: configuration)
    let server = try ScriptedServer { connection, request in
      connection.answer(request.target == "/down" ? 503 : 200)
    }
    defer { server.stop() }
    let task = start(transport, server.url + "/down")
    await server.arrivals.wait()
    // Another request gets the only connection, so the first one's response was read.
    _ = try await transport.data(HTTPRequest(.get, server.url).patient)
    await cancel(task)
    #expect(server.requests.count == 2)
  }

  @Test func `a request that waits for a connection can be cancelled`() async throws {
    let gate = Gate()
    let server = try ScriptedServer { connection, _ in
      gate.pass()
      connection.answer(200)
    }
    defer { server.stop() }
    let transport = CurlTransport.patient()
    let running = (0..<6).map { _ in start(transport, server.url) }
    await server.arrivals.wait(for: 6)
    let queued = start(transport, server.url)
    await cancel(queued)
    gate.open()
    for task in running { #expect(await task.value == nil) }
    #expect(server.requests.count == 6)
  }

  @Test func `shutting down ends current and later requests`() async throws {
    let server = try ScriptedServer { _, _ in }
    defer { server.stop() }
    let transport = CurlTransport.patient()
    let task = start(transport, server.url)
    await server.arrivals.wait()
    await transport.shutdown()
    #expect(await task.value == .cancelled)
    await #expect(throws: HTTPError.cancelled) {
      try await transport.data(HTTPRequest(.get, server.url).patient)
    }
    await transport.shutdown()
    #expect(server.requests.count == 1)
  }

  @Test func `releasing the transport closes its connections`() async throws {
    let left = Signal()
    let server = try ScriptedServer { connection, _ in
      connection.answer(200)
      if connection.clientLeft() { left.fire() }
    }
    defer { server.stop() }
    _ = try await CurlTransport.patient().data(HTTPRequest(.get, server.url).patient)
    await left.wait()
  }
}
