/// Links that a hostile or broken service may send as the page of a photo or user.
enum HostileLinks {
  /// The links, escaped for JSON strings.
  static let all = [
    "--help",
    "file:///etc/passwd",
    #"https://example.com/\n\u001b[201~touch pwned\n"#,
    "javascript:alert(document.domain)",
    "https://unsplash.com@example.com/",
    #"https:\\\\example.com\\"#,
    "http://example.com/plain",
    "https://example.com/a b",
    #"https://example.com/\u202egpj.exe"#,
    "",
    "-https://example.com/",
    "data:text/html,<script>alert(1)</script>",
    "https://0x7f.1/",
    "//example.com/",
    "https://example.com\\u0000.unsplash.com/",
  ]

  /// Replaces all `html` links in a response, by each of these in turn.
  static func planted(in body: [UInt8]) -> [UInt8] {
    let mark = Array("\"html\":\"".utf8)
    var result: [UInt8] = []
    var rest = body[...]
    var count = 0
    while let found = rest.firstRange(of: mark) {
      result += rest[..<found.upperBound]
      result += all[count % all.count].utf8
      count += 1
      rest = rest[found.upperBound...].drop { $0 != UInt8(ascii: "\"") }
    }
    return result + rest
  }
}
