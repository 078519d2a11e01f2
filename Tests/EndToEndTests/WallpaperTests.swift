import Foundation
import Harness
import Testing

/// `imagefeed wallpaper` in front of stand-ins for the desktops' programs.
@Suite(.endToEnd) struct WallpaperTests {
  // MARK: Files and sizes

  @Test func `the file has the size of the screen, and only two of them are kept`() throws {
    try WallpaperScene.run { scene in
      try scene.addSway(width: 320, height: 200)
      let ids = try scene.script.lines("$imagefeed feed --limit 4 --format '{id}'")
      for id in ids {
        #expect(try scene.run("$imagefeed wallpaper -- \(id)", WallpaperScene.sway).status == 0)
      }
      let files = try scene.files()
      #expect(files.count == 2)
      for file in files {
        let picture = try Raster(jpeg: scene.folder + "/" + file)
        #expect(picture.width >= 320 && picture.height >= 200, "\(file)")
        // One of them is exactly as large as needed.
        #expect(picture.width <= 321 || picture.height <= 201, "\(file)")
      }
      let current = try FileManager.default.destinationOfSymbolicLink(
        atPath: scene.folder + "/current"
      )
      #expect(try files.contains(current) && current.contains(ids.at(3)))
      #expect(try scene.demo.state().counts["download"] == 4)
      // The file is there: it is neither downloaded nor reported again.
      let before = try scene.demo.state()
      let fourth = try scene.run("$imagefeed wallpaper -- \(ids.at(3))", WallpaperScene.sway)
      #expect(fourth.status == 0)
      #expect(try scene.demo.state().served == before.served)
      #expect(try scene.demo.state().counts["download"] == 4)
    }
  }

  @Test func `an invalid line before the ID is reported, also by the status`() throws {
    try WallpaperScene.run { scene in
      let id = try scene.id()
      let result = try scene.run("printf 'bad/id\\n\(id)\\n' | $imagefeed wallpaper --print -")
      #expect(result.status == 2)
      #expect(result.text.contains(id) && result.text.hasSuffix(".jpg\n"))
    }
  }

  @Test func `a file of the user is copied, whatever its name`() throws {
    try WallpaperScene.run { scene in
      try scene.addSway(width: 320, height: 200)
      let home = try #require(scene.script.environment["HOME"])
      let picture = try scene.run("$imagefeed wallpaper --print -- \(scene.id())").text.dropLast()
      let bytes = try Data(contentsOf: URL(filePath: String(picture)))
      for name in try HostileNames.all() {
        scene.programs.clear()
        try bytes.write(to: URL(filePath: home + "/" + name))
        let path = scene.programs.folder + ":/usr/bin:/bin"
        let result = try Subprocess.run(
          ["env", "-C", home, scene.script.stage.binary, "wallpaper", "--", name],
          environment: scene.script.environment.merging(WallpaperScene.sway) { $1 }
            .merging(["PATH": path]) { $1 }
        )
        #expect(result.status == 0, "\(name)")
        #expect(result.text == "Wallpaper set\n")
        let command = try #require(try scene.programs.calls().last?.last)
        let copy = try #require(try DesktopPaths.path(inSway: command))
        #expect(copy.hasPrefix(scene.folder + "/wallpaper-") && copy.hasSuffix(".jpg"))
        #expect(try Data(contentsOf: URL(filePath: copy)) == bytes)
      }
      #expect(!FileManager.default.fileExists(atPath: home + "/ran"))
    }
  }

  @Test(
    arguments: [
      ("./gone.jpg", 4, "no such file"), ("/tmp", 1, "folder"), ("./text.jpg", 1, "not a JPEG"),
      ("./half.jpg", 1, "damaged"), ("nosuchphoto", 4, "nosuchphoto: "),
      ("--from favourites", 3, "not signed in"), ("--from gallery", 4, "the gallery has no photos"),
      ("--random --topic nothing", 4, "imagefeed: "),
    ] as [(String, Int32, String)]
  )
  func `what is no photo is a failure, and the wallpaper stays`(
    arguments: String,
    status: Int32,
    message: String
  ) throws {
    try WallpaperScene.run { scene in
      try scene.addSway(width: 320, height: 200)
      _ = try scene.run("echo text > text.jpg")
      let picture = try scene.run("$imagefeed wallpaper --print -- \(scene.id())").text.dropLast()
      _ = try scene.run("head -c 3000 '\(picture)' > half.jpg")
      scene.programs.clear()
      let result = try scene.run("$imagefeed wallpaper \(arguments) 2>&1", WallpaperScene.sway)
      #expect(result.status == status, "\(result.text)")
      #expect(result.text.contains(message), "\(result.text)")
      #expect(try scene.programs.calls().allSatisfy { $0.contains("get_outputs") })
    }
  }

  // MARK: Choices

  @Test func `random photos are picked as the user and the screen say`() throws {
    try WallpaperScene.run { scene in
      try scene.addSway(width: 200, height: 320)
      func sides(_ options: String) throws -> (width: Int, height: Int) {
        let text = try scene.run("$imagefeed wallpaper \(options) --print", WallpaperScene.sway)
          .text
        let picture = try Raster(jpeg: String(text.dropLast()))
        return (picture.width, picture.height)
      }
      // The screen is upright.
      let tall = try sides("--random")
      #expect(tall.height > tall.width)
      let wide = try sides("--random --orientation landscape")
      #expect(wide.width > wide.height)
      let author = try scene.run(
        "$imagefeed wallpaper --random --user nasa --format '{username}'",
        WallpaperScene.sway
      )
      #expect(author.text == "nasa\n")
      let topic = Set(try scene.script.lines("$imagefeed topic ocean --limit 500 --format '{id}'"))
      let id = try scene.run(
        "$imagefeed wallpaper --random --topic ocean --format '{id}'",
        WallpaperScene.sway
      )
      #expect(topic.contains(String(id.text.dropLast())))
      let json = try scene.run(
        "$imagefeed wallpaper --random --query night --user nasa --json",
        WallpaperScene.sway
      )
      let entry = try JSONDecoder().decode(Script.Entry.self, from: Data(json.text.utf8))
      let path = try #require(entry.path)
      #expect(path.hasPrefix(scene.folder) && FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `a list of random photos can be narrowed to an orientation and a collection`() throws {
    try WallpaperScene.run { scene in
      let tall = try scene.script.lines(
        "$imagefeed random --orientation portrait --limit 20 --format '{width} {height}'"
      )
      #expect(tall.count == 20)
      for line in tall {
        let sides = line.split(separator: " ").compactMap { Int($0) }
        #expect(try sides.at(0) < sides.at(1))
      }
      let all = Set(
        try scene.script.lines("$imagefeed collection 1000010 --limit 500 --format '{id}'")
      )
      let some = try scene.script.lines(
        "$imagefeed random --collection 1000010 --limit 5 --format '{id}'"
      )
      #expect(!some.isEmpty && some.allSatisfy(all.contains))
    }
  }

  @Test func `the gallery's files are used without the service, and favourites are picked from`()
    throws
  {
    try WallpaperScene.run { scene in
      try scene.addSway(width: 320, height: 200)
      try scene.script.signIn()
      let ids = try scene.script.lines("$imagefeed feed --limit 2 --format '{id}'")
      _ = try scene.script.lines("$imagefeed like -- \(ids.at(0))")
      let liked = try scene.run(
        "$imagefeed wallpaper --from favourites --format '{id}'",
        WallpaperScene.sway
      )
      #expect(try liked.text == ids.at(0) + "\n")
      let file = try scene.script.lines("$imagefeed download -- \(ids.at(1))").at(0)
      let reports = try scene.demo.state().counts["download"]
      scene.demo.close()
      let kept = try scene.run(
        "$imagefeed wallpaper --from gallery --format '{id}'",
        WallpaperScene.sway
      )
      #expect(try kept.text == ids.at(1) + "\n")
      let path = scene.folder + "/wallpaper-unsplash-\(try ids.at(1)).jpg"
      #expect(FileManager.default.contentsEqual(atPath: path, andPath: file))
      #expect(reports == 2)
      let named = try scene.run("$imagefeed wallpaper --print -- \(ids.at(1))", WallpaperScene.sway)
      #expect(named.text == path + "\n")
      // The wallpaper outlives the gallery's file.
      _ = try scene.run("$imagefeed gallery remove --yes -- \(ids.at(1))")
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `an ID comes from standard input, too`() throws {
    try WallpaperScene.run { scene in
      try scene.addSway(width: 320, height: 200)
      let id = try scene.id()
      let result = try scene.run(
        "$imagefeed feed --limit 3 --json | $imagefeed wallpaper - --format '{id}'",
        WallpaperScene.sway
      )
      #expect(result.text == id + "\n")
    }
  }

  // MARK: Print and undo

  @Test func `printing prints the path alone and sets nothing, also without a desktop`() throws {
    try WallpaperScene.run { scene in
      try scene.programs.add("nitrogen")
      let id = try scene.id()
      let start = scene.folder + "/wallpaper-unsplash-\(id)."
      for session in [[:], WallpaperScene.x11] {
        let result = try scene.run("$imagefeed wallpaper --print -- \(id) 2>&1", session)
        #expect(result.status == 0 && result.text.hasPrefix(start))
        #expect(FileManager.default.fileExists(atPath: String(result.text.dropLast())))
      }
      #expect(try scene.programs.calls() == [])
      #expect(try scene.demo.state().counts["download"] == 1)
    }
  }

  @Test func `undoing brings back what the desktop had, in both languages`() throws {
    try WallpaperScene.run { scene in
      let former = "'file:///usr/share/it\\'s mine.png'"
      try scene.programs.addSettings(["picture-uri": former, "picture-options": "'zoom'"])
      let gnome = ["XDG_CURRENT_DESKTOP": "GNOME"]
      let nothing = try scene.run("$imagefeed wallpaper --undo 2>&1", gnome)
      #expect(nothing.status == 1)
      #expect(
        nothing.text == "imagefeed: there is no earlier wallpaper of GNOME to bring back.\n"
      )
      #expect(try scene.run("$imagefeed wallpaper -- \(scene.id())", gnome).status == 0)
      #expect(try scene.programs.setting("picture-uri") != former)
      let undone = try scene.run("$imagefeed wallpaper --undo", gnome)
      #expect(undone.text == "Former wallpaper restored\n")
      #expect(try scene.programs.setting("picture-uri") == former)
      let again = try scene.run("$imagefeed wallpaper --undo --lang ru", gnome)
      #expect(again.text == "Прежние обои возвращены\n")
      #expect(try scene.programs.setting("picture-uri").contains(scene.id()))
      let none = try scene.run("$imagefeed wallpaper --undo --lang ru 2>&1", WallpaperScene.sway)
      #expect(none.status == 1 && none.text.hasPrefix("imagefeed: "))
    }
  }

  @Test func `the credit has the photographer, the service and the page`() throws {
    try WallpaperScene.run { scene in
      try scene.programs.add("nitrogen")
      let id = try scene.id()
      let lines = try scene.script.lines("$imagefeed feed --limit 1 --format '{author}\t{url}'")
      let line = try lines.at(0)
      let parts = line.split(separator: "\t")
      let utm = "?utm_source=imagefeed&utm_medium=referral"
      let english = try scene.run("$imagefeed wallpaper -- \(id)", WallpaperScene.x11)
      #expect(try english.text == "Photo by \(parts.at(0)) on Unsplash\n\(parts.at(1))\(utm)\n")
      let russian = try scene.run("$imagefeed wallpaper --lang ru -- \(id)", WallpaperScene.x11)
      #expect(try russian.text == "Фото: \(parts.at(0)), Unsplash\n\(parts.at(1))\(utm)\n")
    }
  }

  @Test func `arguments that make no sense are usage errors, here and for random`() throws {
    try WallpaperScene.run { scene in
      try scene.programs.add("nitrogen")
      for arguments in [
        "wallpaper", "wallpaper a b", "wallpaper a --random", "wallpaper --undo --random",
        "wallpaper --from gallery --random", "wallpaper --from nowhere", "wallpaper --print",
        "wallpaper --undo --print", "wallpaper --undo --json", "wallpaper a --print --json",
        "wallpaper ./a.jpg --json", "wallpaper a --orientation portrait",
        "wallpaper a --topic nature", "wallpaper --from gallery --user nasa",
        "wallpaper --random --orientation round", "wallpaper --random --query ''",
        "wallpaper --random --query a --topic nature",
        "wallpaper --random --query a --collection 1", "wallpaper --random --topic ../x",
        "wallpaper --random --json --format '{id}'", "wallpaper --random --format '{nothing}'",
        "random --query a --topic nature", "random --query a --collection 1",
        "random --orientation round", "random --query ' '", "wallpaper 'a$b'",
      ] {
        let result = try scene.run("$imagefeed \(arguments) 2> /dev/null", WallpaperScene.x11)
        #expect(result.status == 2 && result.text.isEmpty, "\(arguments)")
      }
      #expect(try scene.programs.calls() == [])
      #expect(try scene.demo.state().counts.values.allSatisfy { $0 == 0 })
    }
  }
}
