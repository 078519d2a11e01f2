import Foundation
import Logging
import Runtime
import Testing

@Suite struct FileLogTests {
  @Test func `what is quoted in a line neither ends it nor reaches the terminal that shows it`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/state/imagefeed.log"
    let file = LogFile(path: path)
    var log = Logger(label: "test") { FileLogHandler(label: $0, file: file, level: .info) }
    log[metadataKey: "kept"] = "\u{9B}2J"
    log.warning(
      "refused https://x/\u{1B}]0;title\u{7}é\r\n2026-01-01T00:00:00Z error",
      metadata: ["url": "\u{1B}[2J--help\n"]
    )
    log.info("second")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2)
    let text = lines.joined()
    #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(lines[0].contains("warning test: refused https://x/^[]0;title^Gé^M^J2026"))
    #expect(lines[0].contains("--help"))
  }
}
