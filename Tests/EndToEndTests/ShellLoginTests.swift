import Foundation
import Glibc
import Harness
import Testing

/// `imagefeed login`, with a browser, with a pasted code and with a token.
@Suite(.endToEnd) struct ShellLoginTests {
  private func token(_ stage: Stage, isDemo: Bool = false) throws -> String {
    struct File: Decodable {
      struct Session: Decodable { let token: String }
      let sessions: [Session]
    }
    let path = isDemo ? stage.home.data + "/demo/credentials.json" : stage.home.credentials
    let data = try Data(contentsOf: URL(filePath: path))
    return try #require(try JSONDecoder().decode(File.self, from: data).sessions.last).token
  }

  /// A script that signs in at the URL on standard input, and prints the code of the last page.
  ///
  /// A user would copy the code from a browser on another computer.
  private static let signInElsewhere = """
    url=$(grep -m 1 -o 'http://[^ ]*')
    curl -fsSL --data "${url#*\\?}" "${url%%\\?*}" | grep -o 'authorization_code">[^<]*' \
    | cut -d '>' -f 2
    """

  @Test func `the browser completes the sign-in automatically`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let login = try script.run("$imagefeed login < /dev/null 2> said")
      #expect(login.status == 0 && login.output.isEmpty)
      let said = try script.run("cat said").text
      #expect(said.contains("http://127.0.0.1:") && said.contains("Signed in as @"))
      #expect(try script.run("$imagefeed me").status == 0)
      let token = try token(stage)
      #expect(!said.contains(token))
      let log = (try? String(contentsOfFile: stage.home.log, encoding: .utf8)) ?? ""
      #expect(!log.contains(token))
      // The program finds the session too.
      let app = try stage.app(environment: script.environment)
      try app.settles(on: .feed)
      try app.press("q")
      #expect(try app.exits() == 0)
    }
  }

  @Test func `a pasted code is accepted, and a wrong one can be replaced`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let result = try script.run(
        """
        mkfifo said code; exec 3<> code 4<> said
        $imagefeed login --no-browser <&3 2>&4 & login=$!
        { \(Self.signInElsewhere); } <&4 > page
        echo wrong-code >&3; cat page >&3
        wait $login; echo "status $?"
        """
      )
      #expect(result.text == "status 0\n")
      #expect(try script.run("$imagefeed me").status == 0)
    }
  }

  @Test func `without a terminal to paste into, no code is waited for`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let login = try script.run("$imagefeed login --no-browser < /dev/null 2> said")
      #expect(login.status == 1 && login.output.isEmpty)
      let said = try script.run("cat said").text
      #expect(said.contains("http://127.0.0.1:") && said.contains("The input ended before"))
      #expect(try script.run("$imagefeed me").status == 3)
    }
  }

  @Test func `a token is read from standard input, and only a valid one is saved`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      #expect(try script.run("$imagefeed login < /dev/null").status == 0)
      let token = try token(stage)
      #expect(try script.run("$imagefeed logout").status == 0)

      for (input, status) in [("", 2), ("two words", 2), ("nonsense", 3)] as [(String, Int32)] {
        let login = try script.run("echo '\(input)' | $imagefeed login --with-token")
        #expect(login.status == status && login.output.isEmpty, "\(input)")
        #expect(try script.run("$imagefeed me").status == 3)
      }
      let login = try script.run("echo '\(token)' | $imagefeed login --with-token 2>&1")
      #expect(login.status == 0 && login.text.contains("Signed in as @"))
      #expect(!login.text.contains(token))
      #expect(try script.run("$imagefeed me").status == 0)
      // An invalid one keeps the existing session.
      let refused = try script.run("echo nonsense | $imagefeed login --with-token 2>&1")
      #expect(refused.status == 3 && refused.text.contains("doesn't accept this token"))
      #expect(try script.run("$imagefeed me").status == 0)
    }
  }

  @Test func `the demo needs no browser, and a typed token isn't shown`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let refused = try script.run("$imagefeed me --demo --service vk 2>&1")
      #expect(refused.status == 3)
      #expect(refused.text.contains("run imagefeed login --demo --service vk."))
      let named = try script.run(
        "touch 'my config.toml'; $imagefeed me --config 'my config.toml' 2>&1"
      )
      #expect(named.text.contains("run imagefeed login --config 'my config.toml'."))
      #expect(try script.run("$imagefeed me --demo").status == 3)
      #expect(try script.run("$imagefeed login --demo < /dev/null").status == 0)
      #expect(try script.run("$imagefeed me --demo").status == 0)
      #expect(try script.run("$imagefeed me").status == 3)
      let token = try token(stage, isDemo: true)
      #expect(try script.run("$imagefeed logout --demo").status == 0)
      let shell = try stage.shell(columns: 200)
      let answer = try shell.begin("\(stage.binary) login --demo --with-token; stty -a")
      try shell.terminal.catchUp()
      _ = try eventually("no question", pause: { _ in poll(nil, 0, 20) }) {
        try shell.terminal.text().contains("Token:") ? true : nil
      }
      try shell.enter(token)
      // The terminal is as it was.
      #expect(try shell.finish(answer).contains(" echo "))
      let screen = try shell.terminal.text()
      #expect(screen.contains("Signed in as @") && !screen.contains(token))
      #expect(try script.run("$imagefeed me --demo").status == 0)
    }
  }

  @Test func `Ctrl+C ends the waiting`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let result = try script.run(
        """
        mkfifo said nothing; exec 3<> nothing 4<> said
        BROWSER=true $imagefeed login <&3 2>&4 & login=$!
        head -n 2 <&4 > /dev/null
        kill -INT $login; wait $login; echo "status $?"
        """
      )
      #expect(result.text == "status 130\n")
      #expect(try script.run("$imagefeed me").status == 3)
    }
  }
}
