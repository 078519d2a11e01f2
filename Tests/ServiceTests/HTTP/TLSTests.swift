import Foundation
import HTTP
import Model
import Platform
import Testing

@Suite(.timeLimit(.hang)) struct HTTPEncryptionTests {
  @Test func `a self-signed certificate is refused and nothing is sent`() async throws {
    let server = try await TLSServer(answering: "HTTP/1.0 200 OK\r\n\r\nsecret")
    defer { server.stop() }
    let request = HTTPRequest(
      .get,
      server.url + "/answer",
      authorization: Secret("Bearer t0")
    ).patient
    do throws(HTTPError) {
      _ = try await CurlTransport.patient().data(request)
      Issue.record("an unknown certificate was trusted")
    } catch {
      guard case .insecure(host: "127.0.0.1", let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.contains("certificate"))
    }
  }

  @Test func `a trusted certificate is accepted`() async throws {
    let server = try await TLSServer(answering: "HTTP/1.0 200 OK\r\n\r\nsecret")
    defer { server.stop() }
    let response = try await server.trusting.data(HTTPRequest(.get, server.url + "/answer").patient)
    #expect(response.body == Array("secret".utf8))
  }

  @Test func `a certificate for another name is refused`() async throws {
    let server = try await TLSServer(answering: "HTTP/1.0 200 OK\r\n\r\nsecret")
    defer { server.stop() }
    let url = server.url.replacing("127.0.0.1", with: "localhost")
    do throws(HTTPError) {
      _ = try await server.trusting.data(HTTPRequest(.get, url + "/answer").patient)
      Issue.record("a certificate for another name was accepted")
    } catch {
      guard case .insecure(host: "localhost", _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func `a redirect from https to http is refused, even to this computer`() async throws {
    let plain = try ScriptedServer(200)
    defer { plain.stop() }
    let server = try await TLSServer(
      answering: "HTTP/1.0 302 Found\r\nLocation: \(plain.url)/\r\n\r\n"
    )
    defer { server.stop() }
    await #expect(throws: HTTPError.refusedURL(plain.url + "/")) {
      try await server.trusting.data(HTTPRequest(.get, server.url + "/answer").patient)
    }
    #expect(plain.connections == 0)
  }

  @Test func `HTTP 2 is used if the server offers it`() async throws {
    // Frames of RFC 9113: SETTINGS, its acknowledgement, HEADERS with `:status: 200` (HPACK 0x88),
    // and DATA that ends the stream.
    let answer: [UInt8] =
      [0, 0, 0, 4, 0, 0, 0, 0, 0] + [0, 0, 0, 4, 1, 0, 0, 0, 0]
      + [0, 0, 1, 1, 4, 0, 0, 0, 1, 0x88] + [0, 0, 2, 0, 1, 0, 0, 0, 1] + Array("h2".utf8)
    let server = try await TLSServer(speaking: "h2", answer)
    defer { server.stop() }
    let response = try await server.trusting.data(
      HTTPRequest(.get, server.url + "/", retries: false).patient
    )
    #expect(response.status == 200)
    #expect(response.body == Array("h2".utf8))
  }
}

/// `openssl s_server` with a new certificate for 127.0.0.1.
private final class TLSServer: Sendable {
  struct Failure: Error { var output: String }

  let port: Int
  private let folder: String
  private let process: pid_t
  private let input: Int32
  private let output: Int32

  var url: String { "https://127.0.0.1:\(port)" }

  /// A transport that trusts this server's certificate.
  var trusting: CurlTransport {
    var configuration = CurlConfiguration.patient
    configuration.certificateFile = folder + "/certificate.pem"
    return CurlTransport(configuration: configuration)
  }

  /// Serves one complete response as `/answer`.
  convenience init(answering answer: String) async throws {
    try await self.init(options: "-HTTP", file: answer)
  }

  /// Offers a protocol, and sends these bytes once the client has sent some.
  convenience init(speaking name: String, _ bytes: [UInt8]) async throws {
    try await self.init(options: "-alpn \(name)", file: "")
    let (input, output) = (input, output)
    Thread.detachNewThread {
      // The client's first bytes (RFC 9113, 3.4). After them, s_server sends its input.
      if Self.read(output, until: "PRI * HTTP/2.0") != nil {
        _ = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      }
    }
  }

  private init(options: String, file: String) async throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("imagefeed-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try file.write(toFile: folder + "/answer", atomically: false, encoding: .utf8)

    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    pipe(&toChild)
    pipe(&fromChild)
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let script = """
      cd "$1" && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
        -keyout key.pem -out certificate.pem -days 2 -subj /CN=127.0.0.1 \
        -addext subjectAltName=IP:127.0.0.1 2>/dev/null &&
      exec openssl s_server -accept 127.0.0.1:0 -cert certificate.pem -key key.pem \(options)
      """
    process = try Spawn.start(
      ["sh", "-c", script, "sh", folder],
      environment: ["PATH=/usr/bin:/bin:/usr/local/bin"],
      input: toChild[0],
      output: fromChild[1],
      error: fromChild[1]
    )
    close(toChild[0])
    close(fromChild[1])
    (input, output) = (toChild[1], fromChild[0])

    let reading = output
    let port: Int? = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let line = Self.read(reading, until: "ACCEPT 127.0.0.1:", toEndOfLine: true)
        continuation.resume(returning: line.flatMap { Int($0) })
      }
    }
    guard let port else { throw Failure(output: "openssl s_server did not start") }
    self.port = port
  }

  /// Reads until a text arrives.
  ///
  /// Returns the rest of its line, or nothing if not requested.
  private static func read(
    _ descriptor: Int32,
    until text: String,
    toEndOfLine: Bool = false
  ) -> String? {
    var seen = ""
    var byte: UInt8 = 0
    while Glibc.read(descriptor, &byte, 1) == 1 {
      seen.unicodeScalars.append(Unicode.Scalar(byte))
      guard let range = seen.range(of: text) else { continue }
      if !toEndOfLine { return "" }
      if byte == UInt8(ascii: "\n") { return String(seen[range.upperBound...].dropLast()) }
    }
    return nil
  }

  func stop() {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(input)
    close(output)
    try? FileManager.default.removeItem(atPath: folder)
  }
}
