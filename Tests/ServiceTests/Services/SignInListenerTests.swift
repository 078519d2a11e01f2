import HTTP
import Model
import Testing

@testable import Accounts

/// Attacks on the listener by other programs and web pages, with real sockets.
///
/// In the end the browser must still get through.
@Suite(.timeLimit(.hang)) struct `The sign-in listener` {
  private let token = ScriptedTransport(#"{"access_token":"t"}"#)

  /// Runs a sign-in, performs `attack`, and then completes it as the browser.
  private func signIn(
    _ attack: @escaping @Sendable (_ port: Int, _ state: String) async throws -> Void
  ) async throws {
    let (running, page) = try await RunningSignIn.listening(try .withoutService(token))
    let port = running.port
    let state = try #require(WebAddress(page.text)?.query["state"])
    try await attack(port, state)
    #expect(token.requests.isEmpty)
    let answer = await Visitor.visit {
      ask(port, "GET", "/callback?code=c&state=\(state)", "Host: localhost:\(port)")
    }
    #expect(Visitor.status(answer) == 200)
    #expect(try await running.result().get().token == Secret("t"))
  }

  @Test(arguments: ["GET /callback?", "GET /callback HTTP/1.1\r\nHost: localhost\r\nA: "])
  func `megabytes of a head don't stall it`(start: String) async throws {
    try await signIn { port, _ in
      let visits = await Visitor.visit {
        (0..<3).map { _ in
          let visitor = Visitor(port: port)
          let sent = visitor.send(start + String(repeating: "a", count: 1_900_000))
          return (sent, visitor.rest())
        }
      }
      for (sent, answer) in visits {
        // The sent bytes are in the system's buffers; the rest was refused.
        #expect(sent < 1_900_000 || !answer.isEmpty)
        #expect([0, 414, 431].contains(Visitor.status(answer)))
      }
    }
  }

  @Test(arguments: [(8192, 16384, 400), (8193, 0, 414), (0, 16385, 431), (40_000, 0, 414)])
  func `a request line of 8 KiB and 16 KiB of headers are accepted`(
    line: Int,
    headers: Int,
    status: Int
  ) async throws {
    try await signIn { port, _ in
      let host = "Host: localhost:\(port)"
      let answer = await Visitor.visit {
        let query = String(repeating: "a", count: max(0, line - "GET /callback? HTTP/1.1".count))
        let filler = String(repeating: "b", count: max(0, headers - host.count - 7))
        return ask(port, "GET", "/callback?" + query, host, "B: " + filler)
      }
      #expect(Visitor.status(answer) == status)
    }
  }

  @Test(arguments: [(400, 400), (2000, 414), (4000, 414)])
  func `requests with many parameters are answered`(count: Int, status: Int) async throws {
    try await signIn { port, _ in
      let answer = await Visitor.visit {
        let query = Array(repeating: "a", count: count).joined(separator: "&")
        return ask(port, "GET", "/callback?" + query, "Host: localhost:\(port)")
      }
      #expect(Visitor.status(answer) == status)
    }
  }

  @Test(arguments: [
    "", "\r\n\r\n", "\0\0\r\n\r\n", "GET /callback?co",
    "GET /callback HTTP/1.1\r\nHost: localhost\r\nA: b",
  ])
  func `a connection ends after its time, however slowly it continues`(start: String) async throws {
    var limits = LoopbackServer.Limits()
    limits.connectionTime = .milliseconds(20)
    let (running, _) = try await RunningSignIn.listening(try .withoutService(token), limits: limits)
    let port = running.port
    let (sent, answer) = await Visitor.visit {
      let visitor = Visitor(port: port)
      var sent = visitor.send(start)
      // A byte per millisecond, while the listener reads.
      while sent < 8000, start.isEmpty || visitor.send("a") > 0, visitor.isSilent(milliseconds: 1) {
        sent += 1
      }
      return (sent, visitor.rest())
    }
    #expect(sent < 8000 && answer.isEmpty)
    running.cancel()
    _ = await running.result()
  }

  @Test(arguments: [8, 100]) func `the oldest of many connections is closed`(count: Int)
    async throws
  {
    try await signIn { port, _ in
      let visitors = await Visitor.visit {
        (0..<count).map { index in
          let visitor = Visitor(port: port)
          if index % 2 == 0 { visitor.send("GET /callback HTTP/1.1\r\n") }
          return visitor
        }
      }
      let answer = await Visitor.visit { ask(port, "GET", "/", "Host: localhost:\(port)") }
      #expect(Visitor.status(answer) == 404)
      let oldest = await Visitor.visit { visitors[0].rest() }
      #expect(oldest.isEmpty)
      #expect(visitors.suffix(7).allSatisfy { $0.isSilent(milliseconds: 0) })
    }
  }

  @Test func `refused requests receive a response, and the sign-in continues`() async throws {
    try await signIn { port, state in
      let good = "/callback?code=c&state=\(state)"
      let host = "Host: localhost:\(port)"
      let cases: [(String, [String], Int)] = [
        ("GET", ["Host: attacker.example:\(port)"], 403),
        ("GET", ["Host: localhost"], 403),
        ("GET", ["Host: localhost:\(port + 1)"], 403),
        ("GET", [host, "Host: attacker.example"], 403),
        ("GET", [], 400),
        ("GET", [host, "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"], 403),
        ("GET", [host, "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"], 403),
        ("HEAD", [host], 405), ("POST", [host, "Content-Length: 1900000"], 405),
      ]
      for (method, headers, status) in cases {
        let answer = await Visitor.visit { ask(port, method, good, headers: headers) }
        #expect(Visitor.status(answer) == status, "\(method) \(headers)")
      }
      let answer = await Visitor.visit { ask(port, "GET", "/callback?code=c&state=x", host) }
      #expect(Visitor.status(answer) == 400 && answer.contains("<p>ignored</p>"))
    }
  }

  @Test func `requests that aren't HTTP are refused`() async throws {
    try await signIn { port, _ in
      let answers = await Visitor.visit {
        ["GET\r\n\r\n", "SSH-2.0-x\r\n\r\n"].map { text in
          let visitor = Visitor(port: port, ip6: true)
          visitor.send(text)
          return visitor.rest()
        }
      }
      #expect(answers.allSatisfy { !$0.contains("received") })
    }
  }
}

/// Sends one request and waits for the end of its connection.
private func ask(_ port: Int, _ method: String, _ target: String, _ headers: String...) -> String {
  ask(port, method, target, headers: headers)
}

private func ask(
  _ port: Int,
  _ method: String,
  _ target: String,
  headers: [String]
) -> String {
  let visitor = Visitor(port: port)
  let lines = ["\(method) \(target) HTTP/1.1"] + headers
  visitor.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
  return visitor.rest()
}

@Suite struct `A request to the listener` {
  private func refusal(_ change: (inout LoopbackServer.Request) -> Void) -> UInt32? {
    var request = LoopbackServer.Request(target: "/callback?code=c")
    request.headers = [("host", "localhost:7436")]
    change(&request)
    return CallbackListener.refusal(of: request, port: 7436)
  }

  @Test(arguments: ["localhost:7436", "LOCALHOST:7436", "127.0.0.1:7436", "[::1]:7436"])
  func `a request for this computer is accepted`(host: String) {
    #expect(refusal { $0.headers = [("host", host)] } == nil)
  }

  @Test(
    arguments: [
      "", "localhost", "localhost:80", "localhost:74360", "localhost.example:7436",
      "127.0.0.2:7436", "0.0.0.0:7436", "::1:7436", "localhost:7436, localhost:7436",
    ]
  )
  func `a request for any other name is refused`(host: String) {
    #expect(refusal { $0.headers = [("host", host)] } == 403)
  }

  @Test func `a request may omit the port if it is the default one`() {
    let request = LoopbackServer.Request(target: "/callback", headers: [("host", "localhost")])
    #expect(CallbackListener.refusal(of: request, port: 80) == nil)
  }

  @Test(
    arguments: [
      ([:], nil), (["site": "cross-site", "mode": "navigate", "dest": "document"], nil),
      (["site": "none", "mode": "navigate", "dest": "document", "user": "?1"], nil),
      (["mode": "no-cors", "dest": "image"], 403), (["mode": "cors", "dest": "empty"], 403),
      (["mode": "navigate", "dest": "iframe"], 403), (["dest": "embed"], 403),
      (["mode": "websocket"], 403), (["mode": ""], 403),
    ] as [([String: String], UInt32?)]
  )
  func `a request must load a whole page, if the browser says so`(
    metadata: [String: String],
    status: UInt32?
  ) {
    let told = refusal { request in
      for (name, value) in metadata { request.headers.append(("sec-fetch-\(name)", value)) }
    }
    #expect(told == status)
  }

  @Test(
    arguments: [
      ("purpose", "prefetch"), ("sec-purpose", "prefetch;prerender"), ("sec-purpose", "Prerender"),
      ("x-moz", "prefetch"), ("purpose", "preview"),
    ]
  )
  func `a prefetch is refused`(name: String, value: String) {
    #expect(refusal { $0.headers.append((name, value)) } == 503)
  }

  @Test(
    arguments: [
      ("/callback", nil), ("/", 404), ("/callback/", 404), ("/other?/callback", 404),
      ("http://localhost:7436/callback", 404), ("*", 404), ("", 404),
    ] as [(String, UInt32?)]
  )
  func `only the callback's URL is served`(target: String, status: UInt32?) {
    #expect(refusal { $0.target = target } == status)
  }
}
