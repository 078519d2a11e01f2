import Foundation
import Glibc
import Harness
import Testing

/// Commands with a database that they can't read.
@Suite(.endToEnd) struct ShellDatabaseTests {
  private static let commands = ["cache size", "feed --offline", "gallery list", "gallery verify"]

  /// Returns a home with a cached list and a cached picture.
  private func cached(_ stage: Stage) throws -> (script: Script, database: String) {
    let script = try Script(stage, stage.demo())
    try script.signIn()
    #expect(try script.run("$imagefeed feed --offline").status == 0)
    return (script, stage.home.path + "/data/imagefeed/imagefeed.db")
  }

  @Test func `another file in its place is named, and pictures are still cleared`() throws {
    try Stage.run { stage in
      let (script, database) = try cached(stage)
      for end in ["", "-wal", "-shm", "-journal"] { unlink(database + end) }
      mkdir(database, 0o700)
      for command in Self.commands {
        let result = try script.run(
          "$imagefeed \(command) 2> errors; s=$?; cat errors >&1; exit $s"
        )
        #expect(result.status == 1, "\(command)")
        #expect(result.text.contains("imagefeed.db is not a regular file"), "\(command)")
      }
      let cleared = try script.run("$imagefeed cache clear 2>&1")
      #expect(cleared.status == 1)
      #expect(cleared.text.contains("Freed ") && !cleared.text.contains("Freed 0 B"))
      #expect(cleared.text.contains("imagefeed.db is not a regular file"))
      rmdir(database)
      #expect(try script.run("$imagefeed cache size").text == "0\t0\t0\n")
    }
  }

  @Test func `a damaged database is set aside, and its contents are missing`() throws {
    try Stage.run { stage in
      let (script, database) = try cached(stage)
      // Without the log beside it, which would repair the file.
      let damage =
        "rm -f '\(database)'-wal '\(database)'-shm; head -c 20000 /dev/urandom > '\(database)'; "
      let size = try script.run(damage + "$imagefeed cache size 2> errors")
      #expect(size.status == 0 && size.text.hasSuffix("\t0\n"))
      #expect(try script.run("cat errors").text.contains("A new database was created."))
      let feed = try script.run(damage + "$imagefeed feed --offline 2>&1")
      #expect(feed.status == 6)
      #expect(feed.text.contains("A new database was created."))
      #expect(feed.text.contains("nothing is cached for this"))
      let cleared = try script.run(damage + "$imagefeed cache clear 2>&1")
      #expect(cleared.status == 0 && cleared.text.contains("A new database was created."))
    }
  }

  @Test func `a database without permission or on a read-only disk is named`() throws {
    try Stage.run { stage in
      let (script, database) = try cached(stage)
      // Permissions don't apply to root.
      let isRoot = geteuid() == 0
      let user = isRoot ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
      if isRoot { #expect(try script.run("chown -R 65534:65534 \"$HOME\"").status == 0) }
      func run(_ command: String) throws -> Subprocess.Result {
        try script.run("\(user) $imagefeed \(command) 2>&1")
      }
      chmod(database, 0)
      for command in Self.commands {
        let result = try run(command)
        #expect(result.status == 1, "\(command)")
        #expect(result.text.contains("Permission denied: \(database)"), "\(command)")
      }
      let cleared = try run("cache clear")
      #expect(cleared.status == 1 && cleared.text.contains("Freed "))
      #expect(cleared.text.contains("Permission denied: \(database)"))
      // A database that can be read but not written is read.
      chmod(database, 0o400)
      #expect(try run("feed --offline").status == 0)
      let kept = try run("cache clear")
      #expect(kept.status == 1 && kept.text.contains("imagefeed.db is read-only."))
      #expect(try run("feed --offline").status == 0)
    }
  }

  /// Returns the beginning of commands that permissions apply to, and gives their user the home.
  private func user(_ script: Script) throws -> String {
    // Permissions don't apply to root.
    guard geteuid() == 0 else { return "" }
    #expect(try script.run("chown -R 65534:65534 \"$HOME\"").status == 0)
    return "setpriv --reuid=65534 --regid=65534 --clear-groups"
  }

  /// The files that can't be written; in the second case files can still be deleted.
  @Test(arguments: ["data", "data/imagefeed data/imagefeed/imagefeed.db*"])
  func `a database in a read-only folder is read as before, and no file is deleted`(
    files: String
  ) throws {
    try Stage.run { stage in
      let script = try cached(stage).script
      let id = try script.lines("$imagefeed feed --offline --limit 1 --format '{id}'").at(0)
      #expect(try script.run("$imagefeed download -- \(id)").status == 0)
      let user = try user(script)
      func run(_ command: String) throws -> Subprocess.Result {
        try script.run("\(user) $imagefeed \(command) 2>&1")
      }
      let commands = [
        "cache size", "gallery list --format '{id}'", "gallery path -- \(id)", "gallery verify",
      ]
      let before = try commands.map { try run($0).text }
      #expect(try !before.at(0).hasSuffix("\t0\n") && before.at(1) == id + "\n")
      let option = files == "data" ? "-R " : ""
      #expect(try script.run("chmod \(option)a-w \(files)").status == 0)
      defer { _ = try? script.run("chmod -R u+w data") }
      for _ in 0..<2 {
        for (command, text) in zip(commands, before) {
          let result = try run(command)
          #expect(result.status == 0 && result.text == text, "\(command): \(result.text)")
        }
        let removed = try run("gallery remove --yes -- \(id)")
        #expect(removed.status == 1 && removed.text.contains("imagefeed.db is read-only."))
      }
    }
  }

  @Test(arguments: ["gallery", "gallery/*.jpg"])
  func `a photo that can't be read isn't called missing or damaged`(files: String) throws {
    try Stage.run { stage in
      let script = try cached(stage).script
      let id = try script.lines("$imagefeed feed --offline --limit 1 --format '{id}'").at(0)
      #expect(try script.run("$imagefeed download -- \(id)").status == 0)
      let user = try user(script)
      #expect(try script.run("chmod 0 data/imagefeed/\(files)").status == 0)
      defer { _ = try? script.run("chmod -R u+rwX data") }
      for command in ["gallery verify", "gallery export copies"] {
        let result = try script.run("\(user) $imagefeed \(command) 2>&1 > /dev/null")
        #expect(result.status == 1, "\(command): \(result.text)")
        #expect(result.text.contains("Permission denied: "), "\(command): \(result.text)")
      }
      let report = try script.run("\(user) $imagefeed doctor 2> /dev/null").text
      #expect(report.contains("can't be read: ") == (files == "gallery"))
      #expect(!report.contains("missing: "))
    }
  }
}
