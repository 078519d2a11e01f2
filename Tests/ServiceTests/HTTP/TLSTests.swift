import Harness
import HTTP
import Model
import Testing

@Suite(.timeLimit(.hang), .enabled(if: TLSServer.isAvailable)) struct HTTPEncryptionTests {
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
      guard case .certificate(host: "127.0.0.1", .selfSigned, let authorities) = error else {
        Issue.record("\(error)")
        return
      }
      // libcurl knows at least one path of the system's certificates.
      #expect(!authorities.isEmpty)
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
      guard case .certificate(host: "localhost", .otherHost, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test(
    arguments: [
      (TLSServer.Certificate.oursExpired, CertificateFault.expired), (.theirs, .unknownAuthority),
      (.itself, .selfSigned),
    ]
  )
  func `a refused certificate is reported with host, file and reason`(
    certificate: TLSServer.Certificate,
    fault: CertificateFault
  ) async throws {
    let server = try await TLSServer(answering: "HTTP/1.0 200 OK\r\n\r\n", certificate: certificate)
    defer { server.stop() }
    let authorities = [server.folder + "/ours.pem", server.folder + "/empty"]
    await #expect(
      throws: HTTPError.certificate(host: "127.0.0.1", fault, authorities: authorities)
    ) {
      try await server.trusting("ours.pem").data(HTTPRequest(.get, server.url + "/answer").patient)
    }
  }

  @Test func `a private authority is trusted by its file or by its folder`() async throws {
    let answer = "HTTP/1.0 200 OK\r\n\r\nsecret"
    let server = try await TLSServer(answering: answer, certificate: .ours)
    defer { server.stop() }
    var configuration = CurlConfiguration.patient
    configuration.certificateFolder = server.folder + "/hashed"
    for transport in [server.trusting("ours.pem"), CurlTransport(configuration: configuration)] {
      let response = try await transport.data(HTTPRequest(.get, server.url + "/answer").patient)
      #expect(response.body == Array("secret".utf8))
    }
  }

  @Test func `a file without certificates is no reason to trust the system's`() async throws {
    let server = try await TLSServer(answering: "HTTP/1.0 200 OK\r\n\r\n")
    defer { server.stop() }
    do throws(HTTPError) {
      _ = try await server.trusting("answer").data(HTTPRequest(.get, server.url + "/").patient)
      Issue.record("no certificate was needed")
    } catch {
      guard case .insecure(host: "127.0.0.1", let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.contains(server.folder + "/answer"))
    }
  }

  @Test func `a redirect from https to http is refused, to this machine as well`() async throws {
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
