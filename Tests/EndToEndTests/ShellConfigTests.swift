import Foundation
import Glibc
import Harness
import Testing

/// `imagefeed config get`, `set` and `unset`.
@Suite(.endToEnd) struct ShellConfigTests {
  @Test func `a key is set and read, and everything around it stays`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let path = stage.home.path + "/config/imagefeed/config.toml"
      let text = """
        # Mine.
        language = "auto" # by the environment

        [keys]
        like = ["F5"]

        [unsplash]
        #content_filter = "low"
        access_key = "abc"
        """
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      chmod(path, 0o644)
      for command in [
        "$imagefeed config set language ru", "$imagefeed config set downloads 5",
        "echo high | $imagefeed config set unsplash.content_filter",
        "$imagefeed config set vk.owner -- -128666765",
      ] {
        #expect(try script.run(command).status == 0, "\(command)")
      }
      #expect(
        try String(contentsOfFile: path, encoding: .utf8) == """
          # Mine.
          language = "ru" # by the environment
          downloads = 5

          [keys]
          like = ["F5"]

          [unsplash]
          #content_filter = "low"
          content_filter = "high"
          access_key = "abc"

          [vk]
          owner = -128666765

          """
      )
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      for (key, value) in [
        ("language", "ru"), ("downloads", "5"), ("vk.owner", "-128666765"), ("slideshow", "5"),
        // The environment takes precedence.
        ("unsplash.access_key", "demo-access-key"), ("pictures", stage.home.pictures),
      ] {
        #expect(try script.run("$imagefeed config get \(key)").text == value + "\n")
      }
      #expect(try script.run("$imagefeed config get vk.service_key").status == 4)

      // Removed, the keys have their defaults again; the rest of the file stays.
      for key in ["language", "downloads", "unsplash.content_filter", "vk.owner", "theme"] {
        let result = try script.run("$imagefeed config unset \(key) 2>&1")
        #expect(result.status == 0 && result.text.isEmpty, "\(key): \(result.text)")
      }
      let left = try script.run("$imagefeed config unset unsplash.access_key 2>&1")
      #expect(left.status == 0 && left.text.contains("IMAGEFEED_UNSPLASH_ACCESS_KEY"))
      #expect(
        try String(contentsOfFile: path, encoding: .utf8) == """
          # Mine.

          [keys]
          like = ["F5"]

          [unsplash]
          #content_filter = "low"

          [vk]

          """
      )
      #expect(try script.run("$imagefeed config get downloads").text == "3\n")
    }
  }

  @Test(arguments: ["", "relative", "."])
  func `a home folder that isn't an absolute path is the account's`(home: String) throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let lines = try script.lines(
        "HOME='\(home)' XDG_CONFIG_HOME= $imagefeed config path; getent passwd $(id -u)"
      )
      let fields = try #require(lines.last).split(separator: ":", omittingEmptySubsequences: false)
      #expect(try lines.first == fields.at(5) + "/.config/imagefeed/config.toml")
    }
  }

  @Test(arguments: ["HOME", "XDG_DATA_HOME"])
  func `a folder whose name isn't UTF-8 is refused`(name: String) throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let result = try script.run(
        "mkdir new; \(name)=$(printf \"$PWD/new/\\377\") $imagefeed favourites 2>&1; ls new | wc -l"
      )
      #expect(result.text.contains("\(name)=") && result.text.contains("is not valid UTF-8"))
      #expect(result.text.hasSuffix("\n0\n"))
    }
  }

  @Test func `no command repeats a secret that isn't written correctly`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let path = stage.home.path + "/config/imagefeed/config.toml"
      try "[unsplash]\naccess_key = hush\n".write(toFile: path, atomically: true, encoding: .utf8)
      for command in [
        "doctor", "doctor --json", "config check", "config get theme", "favourites",
        "download hush1",
        "config set unsplash.access_key -hush", "config set unsplash.access_key x hush",
        "config set unsplash.access_key=hush", "login --with-token hush",
        "config set unsplash.access_key hush", "like hush1",
      ] {
        let result = try script.run("$imagefeed \(command) < /dev/null 2>&1")
        #expect(
          result.text.replacing("hush1", with: "").contains("hush") == false,
          "\(result.text)"
        )
      }
    }
  }

  @Test(arguments: [
    "language xx", "downloads 0", "downloads many", "nothing 1", "keys.like f", "unsplash x",
    "unsplash.api_url http://example.com", "pictures photos", "redirect_port 70000",
  ])
  func `an invalid value is refused, and the file doesn't change`(
    arguments: String
  ) throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let path = stage.home.path + "/config/imagefeed/config.toml"
      let text = "language = \"en\" # mine\r\n"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let result = try script.run("$imagefeed config set \(arguments)")
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      try "language = [\n".write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try script.run("$imagefeed config set downloads 3").status == 2)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "language = [\n")
    }
  }

  @Test(arguments: [
    ("printf ''", "standard input has no value"), ("false", "standard input has no value"),
    ("printf '\\n'", "standard input has no value"), ("printf '  '", "standard input has no value"),
    ("head -c 9000 /dev/zero | tr '\\0' x", "longer than 8 KiB"),
    ("printf 'a\\001b'", "without control characters"),
    ("printf 'a\\377b'", "without control characters"),
  ])
  func `empty input from a pipe doesn't change a key`(
    source: String,
    message: String
  ) throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let path = stage.home.path + "/config/imagefeed/config.toml"
      let text = "[unsplash]\nsecret_key = \"precious\"\n"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let result = try script.run("\(source) | $imagefeed config set unsplash.secret_key 2>&1")
      #expect(result.status == 2 && result.text.contains(message), "\(result.text)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      // An explicit empty value clears it.
      #expect(try script.run("$imagefeed config set unsplash.secret_key ''").status == 0)
      #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("precious"))
    }
  }

  @Test func `a failed write isn't called a failed read`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let result = try script.run(
        "touch own; XDG_CONFIG_HOME=$PWD/own/x $imagefeed config set downloads 4 2>&1"
      )
      #expect(result.status == 1)
      #expect(result.text.contains("Couldn't change the configuration"))
    }
  }

  @Test func `concurrent changes lose nothing, and a symbolic link stays one`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let path = stage.home.path + "/config/imagefeed/config.toml"
      symlink(stage.home.path + "/own.toml", path)
      try "# own\n".write(toFile: stage.home.path + "/own.toml", atomically: true, encoding: .utf8)
      let result = try script.run(
        """
        for pair in 'downloads 4' 'slideshow 9' 'language ru' 'theme dark' 'picture_cache 1'; do
          $imagefeed config set $pair &
        done; wait
        for key in downloads slideshow language theme picture_cache; do
          $imagefeed config get $key
        done
        """
      )
      #expect(result.text == "4\n9\nru\ndark\n1\n")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path).hasSuffix("own.toml"))
      #expect(try script.run("head -n 1 own.toml").text == "# own\n")
    }
  }
}
