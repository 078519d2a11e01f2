import Foundation
import Glibc
import Harness
import Logging
import Platform
import Testing

@testable import Runtime

@Suite struct FileLogTests {
  @Test(arguments: ["link", "another name"])
  func `nothing is appended to another user's file`(what: String) throws {
    let folder = try TemporaryFolder()
    let other = try folder.write("precious", to: "state/other")
    let path = folder.path + "/state/imagefeed.log"
    if what == "link" {
      #expect(symlink(other, path) == 0)
    } else {
      #expect(link(other, path) == 0)
    }
    let file = LogFile(path: path)
    file.append("line\n")
    #expect(try folder.text(of: "state/other") == "precious")
    // A file with two names is replaced by a new one; a link stays.
    if what == "another name" { #expect(try folder.text(of: "state/imagefeed.log") == "line\n") }
  }

  @Test func `the program's own files that others could read become private`() throws {
    let folder = try TemporaryFolder()
    for name in ["imagefeed.log", "start", "pace", "lock"] {
      let path = try folder.write("", to: "state/" + name)
      #expect(chmod(path, 0o666) == 0)
      switch name {
      case "imagefeed.log": LogFile(path: path).append("line\n")
      case "start": LaunchGuard(path: path).finish()
      case "pace": close(try RegularFile.openOwn(path, O_RDWR))
      default:
        guard case .acquired(let lock) = FileLock.acquire(path) else { throw Failure("no lock") }
        lock.release()
      }
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
    }
    // A trace belongs to the user.
    let path = try folder.write("", to: "trace")
    #expect(chmod(path, 0o644) == 0)
    _ = try Trace(path: path, start: .now)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o644)
  }

  @Test func `quoted text neither ends a line nor reaches the terminal that shows it`()
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
    #expect(try lines.at(0).contains("warning test: refused https://x/^[]0;title^Gé^M^J2026"))
    #expect(try lines.at(0).contains("--help"))
  }

  @Test func `a long log is renamed, and only the last one is kept`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/state/imagefeed.log"
    let (file, other) = (LogFile(path: path), LogFile(path: path))
    let long = String(repeating: "x", count: LogFile.maxSize) + "\n"
    for name in ["first", "second", "third"] {
      file.append(name + "\n")
      // Another instance writes to the same file.
      other.append(name + " of the other\n")
      if name != "third" { file.append(long) }
    }
    #expect(try folder.text(of: "state/imagefeed.log") == "third\nthird of the other\n")
    #expect(
      try folder.text(of: "state/imagefeed.log.old") == "second\nsecond of the other\n" + long
    )
    #expect(try Folder.names(in: folder.path + "/state").count == 2)
  }
}
