import FoundationEssentials
import Glibc
import Harness
import Testing

@testable import Files

/// Paths in the languages of desktops' interfaces, read again as the desktops do.
@Suite struct `Paths for desktops` {
  private static let paths: [String] = [
    "/home/ada/wallpaper.jpg", "/a b/c", "/a  b   c", "/it's", "/it''s'", "/say \"x\"", "/\"\"'\"",
    "/$(touch pwned)", "/`touch pwned`", "/$HOME/$mod", "/$$", "/a\\$b", "/a\\\\$b", "/a\\",
    "/a\\'",
    "/a\\\"b\\ c", "/;touch pwned;", "/a|b&c<d>e(f)", "/line\nend\n", "/tab\tbell\u{7}",
    "/100%25#x?y", "/a,b,,c", "/*?[a]{b,c}~", "/ш/日本/é", "/\u{2028}\u{2029}\u{85}", "/😀",
    "/ ", "/x ",
  ]

  private static let hasGSettings = ["gsettings", "glib-compile-schemas"].allSatisfy {
    access("/usr/bin/" + $0, X_OK) == 0
  }

  private static func all() throws -> [String] { try paths + HostileNames.all().map { "/" + $0 } }

  @Test func `are the same after a URL's decoding`() throws {
    for path in try Self.all() {
      let url = DesktopLiteral.fileURL(path)
      #expect(DesktopPaths.path(ofURL: url) == path)
      #expect(!url.contains { "'\"\\ $;`\n,()".contains($0) }, "\(url)")
    }
    #expect(DesktopLiteral.fileURL("/a b/ш~.jpg") == "file:///a%20b/%D1%88~.jpg")
  }

  @Test func `are the same after GVariant's and JavaScript's unquoting`() throws {
    for path in try Self.all() {
      #expect(DesktopPaths.string(ofVariant: DesktopLiteral.gvariant(path)) == path)
      let literal = DesktopLiteral.javaScript(path)
      // The escapes are those that JSON has, too.
      #expect(try JSONDecoder().decode(String.self, from: Data(literal.utf8)) == path)
      #expect(!literal.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{2028}" })
    }
    #expect(DesktopLiteral.gvariant("it's\\\n") == #"'it\'s\\\u000a'"#)
  }

  @Test func `are the same after sway and wordexp, which runs nothing`() throws {
    let variables = ["$mod": "Mod4", "$HOME": "/evil", "$b": "evil", "$(touch": "evil"]
    for path in try Self.all() {
      guard let word = DesktopLiteral.sway(path) else {
        #expect(path.contains("\n"))
        continue
      }
      let command = "output * bg \(word) fill"
      #expect(try DesktopPaths.path(inSway: command, variables: variables) == path, "\(command)")
    }
    // The reader would notice.
    #expect(
      try DesktopPaths.path(inSway: "output * bg \"/$(echo x)\" fill", variables: [:]) == "/x"
    )
  }

  @Test func `have their commas escaped for hyprctl`() {
    #expect(DesktopLiteral.hyprctl("/a,b,c d") == "/a\\,b\\,c d")
  }

  @Test(
    .enabled(if: hasGSettings, "gsettings or glib-compile-schemas isn't installed"),
    .timeLimit(.hang)
  )
  func `reach the real gsettings as they are`() async throws {
    let folder = try TemporaryFolder()
    // A schema of the test's own.
    _ = try folder.write(
      """
      <schemalist><schema id="test.background" path="/test/"><key name="picture" type="s">
      <default>''</default></key></schema></schemalist>
      """,
      to: "schemas/test.gschema.xml"
    )
    let environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
      "GSETTINGS_BACKEND": "keyfile", "GSETTINGS_SCHEMA_DIR": folder.path + "/schemas",
      "LC_ALL": "C.UTF-8",
    ]
    try Subprocess.text(
      ["glib-compile-schemas", folder.path + "/schemas"],
      environment: environment
    )
    for path in try Self.all() {
      try Subprocess.text(
        ["gsettings", "set", "test.background", "picture", DesktopLiteral.gvariant(path)],
        environment: environment
      )
      let text = try Subprocess.text(
        ["gsettings", "get", "test.background", "picture"],
        environment: environment
      )
      #expect(DesktopPaths.string(ofVariant: String(text.dropLast())) == path)
    }
  }
}
