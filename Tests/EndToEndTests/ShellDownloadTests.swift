import Foundation
import Glibc
import Harness
import Testing

/// `imagefeed download`, run by a shell.
@Suite(.endToEnd) struct ShellDownloadTests {
  @Test func `files are saved once into a folder, and existing files are kept`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let download = "$imagefeed feed --limit 4 | $imagefeed download - --to '-a \"folder/'"
        .replacing("--to ", with: "--to=")
      let paths = try script.lines(download).sorted()
      #expect(paths.count == 4 && Set(paths).count == 4)
      #expect(paths.allSatisfy { $0.hasPrefix("-a \"folder/") && !$0.contains("//") })
      let folder = stage.home.path + "/-a \"folder"
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 4)
      // The cached data of a photo is enough to request its file.
      let state = try demo.state()
      #expect(state.counts["photo"] ?? 0 == 0)
      // They exist, so nothing is requested again.
      #expect(try script.lines(download).sorted() == paths)
      #expect(try demo.state().served == state.served)
      // The gallery is another folder.
      #expect(try script.run("$imagefeed gallery --json").text.isEmpty)

      // Another file of the user, half a photo, a folder, and a pipe without a writer.
      let names = paths.map { stage.home.path + "/" + $0 }
      try Data("mine".utf8).write(to: URL(filePath: names.at(0)))
      truncate(try names.at(1), 1000)
      for name in names[2...] { unlink(name) }
      mkdir(try names.at(2), 0o777)
      mkfifo(try names.at(3), 0o666)
      let again = try script.lines(download)
      #expect(Set(again) == Set(paths.map { $0.dropLast(4) + "-2.jpg" }))
      #expect(try script.lines(download).sorted() == again.sorted())
      #expect(try String(contentsOfFile: names.at(0), encoding: .utf8) == "mine")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 8)
    }
  }

  @Test func `a width saves smaller files beside the original ones`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let download = "$imagefeed feed --limit 3 --format '{id}' | $imagefeed download - --to small"
      let paths = try script.lines(download + " --width 150")
      #expect(paths.count == 3)
      for path in paths {
        #expect(path.hasSuffix(".150.jpg"))
        #expect(try Raster(jpeg: stage.home.path + "/" + path).width == 150)
      }
      #expect(try Set(script.lines(download + " --width 150")) == Set(paths))
      #expect(try script.lines(download).count == 3)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: stage.home.path + "/small").count == 6
      )
    }
  }

  @Test func `an interrupted download is resumed`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let id = try script.lines(
        "$imagefeed feed --limit 4 --format '{width} {id}' | sort -n | tail -n 1"
      ).at(0).split(separator: " ").at(1)
      try demo.fault("bandwidth=40000@image")
      let folder = stage.home.path + "/photos"
      let command = try Subprocess.start(
        [stage.binary, "download", "--to", folder, "--", String(id)],
        environment: script.environment
      )
      defer { kill(command, SIGKILL) }
      let part = try eventually("nothing comes", pause: { _ in poll(nil, 0, 20) }) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.first { $0.hasSuffix(".part") && size("\(folder)/\($0)") > 20_000 }
      }
      kill(command, SIGINT)
      #expect(Subprocess.wait(for: command) == 130)
      let came = size("\(folder)/\(part)")
      #expect(came > 20_000)
      // The connection stays slow: otherwise the first one would receive the rest too.
      let before = try demo.state().served[String(id)] ?? 0
      let path = try script.run("$imagefeed download --to photos --no-metadata -- \(id)").text
      #expect(path == "photos/" + part.dropLast(".part".count) + "\n")
      let whole = try Data(contentsOf: URL(filePath: "\(folder)/\(part.dropLast(5))"))
      let served = try demo.state().served[String(id), default: 0] - before
      // One or two pieces may have been sent to the first connection before it ended.
      #expect((0...4_000).contains(served - (whole.count - came)))
      let url = try script.lines("$imagefeed photo --format '{image}' -- \(id)").at(0)
      #expect(try demo.bytes(url) == [UInt8](whole))
    }
  }

  @Test func `files are named by the option, else by the configuration`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let id = try script.lines("$imagefeed feed --limit 1 --format '{id}'").at(0)
      let named = try script.run("$imagefeed download --to a --name 'x: {id}' -- \(id)")
      #expect(named.text == "a/x_ \(id).jpg\n")
      let result = try script.run(
        """
        $imagefeed config set file_name '{service}'
        $imagefeed download --to b -- \(id)
        $imagefeed download -- \(id) > /dev/null; $imagefeed gallery export c
        """
      )
      #expect(result.text == "b/unsplash-\(id).jpg\nc/unsplash-\(id).jpg\n")
    }
  }

  @Test(arguments: ["love ❤\u{FE0F}", "خانه\u{200C}ها", "icon \u{E0B0}", "red\u{1B}[31m"])
  func `a path is printed unchanged for scripts, and without escape sequences on a terminal`(
    folder: String
  ) throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let id = try script.lines("$imagefeed feed --limit 1 --format '{id}'").at(0)
      let more = ["folder": folder, "XDG_DATA_HOME": stage.home.path + "/" + folder]
      for command in [
        "download --to \"$folder\" -- \(id)", "download -- \(id)", "gallery path -- \(id)",
        "gallery export \"$folder\" -- \(id)", "show --html \"$folder/page\" -- \(id)",
        "wallpaper --print -- \(id)",
      ] {
        let result = try script.run("path=$($imagefeed \(command)) && test -s \"$path\"", more)
        #expect(result.status == 0, "\(command)")
      }
      let terminal = try ScriptedTerminal(
        script: "'\(stage.binary)' gallery path -- \(id); echo the end",
        environment: script.environment.merging(more) { $1 }
      )
      try terminal.run(until: "the end")
      #expect(!String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}["))
    }
  }

  @Test func `files in folders have the photographer's name, unless they may not`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let format = "{id}\\n{author}\\n{image}"
      let fields = try script.lines("$imagefeed feed --limit 1 --format '\(format)'")
      let id = try fields.at(0)
      let result = try script.run(
        """
        $imagefeed download -- \(id) > /dev/null
        $imagefeed download --to a -- \(id) > /dev/null
        $imagefeed download --to b --no-metadata -- \(id) > /dev/null
        $imagefeed gallery export c > /dev/null
        $imagefeed gallery export --no-metadata d > /dev/null
        $imagefeed config set metadata false
        $imagefeed download --to e -- \(id) > /dev/null
        grep -al '<dc:creator>' */*.jpg
        $imagefeed gallery verify > /dev/null; echo $?
        grep -aho '<rdf:li>[^<]*' a/*.jpg
        """
      )
      let lines = result.text.split(separator: "\n").map(String.init)
      #expect(try lines.count == 4 && lines.at(0).hasPrefix("a/") && lines.at(1).hasPrefix("c/"))
      #expect(try lines.dropFirst(2) == ["0", "<rdf:li>" + fields.at(1)])
      // The photo is found again, with or without the credit.
      let again = try script.lines(
        "$imagefeed gallery export a; $imagefeed download --to d -- \(id)"
      )
      #expect(try again == [lines.at(0), "d" + lines.at(0).dropFirst()])
      let plain = try script.run("cat b/*.jpg")
      #expect(try plain.output == demo.bytes(fields.at(2)))
    }
  }

  @Test func `a terminal shows how far it is, and nothing else does`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let id = try script.lines("$imagefeed feed --limit 1 --format '{id}'").at(0)
      let silent = try script.run("$imagefeed download --to quiet -- \(id) 2>&1 > /dev/null")
      #expect(silent.status == 0 && silent.text.isEmpty)
      try demo.fault("bandwidth=40000@image")
      let shell = try stage.shell()
      let settings = script.environment.filter { $0.key.hasPrefix("IMAGEFEED") }
      for (name, value) in settings { try shell.enter("export \(name)='\(value)'") }
      try shell.enter("clear; \(stage.binary) download --to \(stage.home.path)/shown -- \(id)")
      let progress = /0\/1  \d+(\.\d)? [kM]B\/\d+(\.\d)? [kM]B  \d+%/
      _ = try eventually("no progress", pause: { _ in poll(nil, 0, 20) }) {
        try shell.terminal.text().contains(progress) ? true : nil
      }
      try shell.isReady()
      let screen = try shell.terminal.text()
      #expect(screen.contains("\(id).jpg") && !screen.contains(progress))
    }
  }

  private func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  @Test(
    arguments: [
      ("--to /dev/null/x", 1), ("--to \"$HOME/file\"", 1), ("--width 100", 2),
      ("--to x --width 0", 2), ("--name x", 2), ("--to x --name ''", 2),
      ("--to x --name '{path}'", 2), ("--to ''", 2), ("--parallel 0", 2), ("--to /proc/self/x", 1),
    ] as [(String, Int32)]
  )
  func `an unwritable destination is a failure without standard output`(
    options: String,
    status: Int32
  ) throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let id = try script.lines("touch file; $imagefeed feed --limit 1 --format '{id}'").at(0)
      let result = try script.run("$imagefeed download \(options) -- \(id)")
      #expect(result.status == status)
      #expect(result.output.isEmpty)
    }
  }

  @Test(.enabled(if: Stage.canMount, "unshare may not mount here"))
  func `a full disk ends a download cleanly, and it is resumed once there is room`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let disk = "mkdir -p disk && mount -t tmpfs -o size=2400k none disk"
      let result = try script.run(
        """
        unshare -rm sh -c '
          \(disk)
          $imagefeed feed --limit 4 --format "{id}" > ids
          head -c 1300k /dev/zero > disk/full
          $imagefeed download - --to disk < ids > /dev/null; echo "status $?"
          rm disk/full; mount -o remount,size=64m disk
          $imagefeed download - --to disk < ids > paths; echo "status $?"; wc -l < paths
        '
        """
      )
      #expect(result.text == "status 1\nstatus 0\n4\n")
    }
  }
}
