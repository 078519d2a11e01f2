import FoundationEssentials
import Glibc
import Harness
import Model
import Platform
import Testing

@testable import Disk
@testable import Files

/// The desktop's programs, replaced by scripts that record their arguments.
@Suite(.timeLimit(.hang)) struct PhotoSharerTests {
  private let folder: TemporaryFolder
  private let picture = "/home/ada/gallery/a \"b\" $(c).jpg"

  init() throws { folder = try TemporaryFolder() }

  /// Creates an executable in the folder of programs that appends its arguments to `calls`.
  private func program(_ name: String, status: Int = 0, prints: String = "") throws {
    let path = try folder.write(
      """
      #!/bin/sh
      for a in "$@"; do echo "\(name):$a" >> '\(folder.path)/calls'; done
      printf '\(prints)'
      exit \(status)

      """,
      to: "bin/\(name)"
    )
    makeExecutable(path)
  }

  private func sharer(_ environment: [String: String] = [:]) -> PhotoSharer {
    PhotoSharer(
      // A script's own interpreter needs no PATH, and its commands are built into it.
      environment: ["PATH": folder.path + "/bin"].merging(environment) { $1 },
      watchDuration: .seconds(600)
    )
  }

  private func calls() throws -> [String] {
    try folder.text(of: "calls").split(separator: "\n").map(String.init)
  }

  @Test func `with an empty PATH no program is available`() async {
    let environment = [
      "DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "XDG_CURRENT_DESKTOP": "GNOME",
    ]
    #expect(sharer(environment).tools() == DesktopTools(display: .wayland))
    let error = await problem { () throws(Problem) in
      try await sharer(environment).copyPicture("/x")
    }
    #expect(error == Problem(.share, .noProgram(name: "wl-copy, xclip")))
  }

  @Test func `custom commands are found by name or by path`() throws {
    try program("here")
    let programs = ["here", "gone", picture, folder.path + "/bin/here"]
    let commands = programs.map { ShareCommand("", $0, "{file}") }
    #expect(sharer().tools(for: commands).missing == ["gone", picture])
  }

  @Test func `mail and viewer receive the file as one argument`() async throws {
    try program("xdg-email")
    try program("xdg-open")
    let sharer = sharer()
    #expect(sharer.tools() == DesktopTools(canMail: true, canView: true))
    try await sharer.mail(picture)
    try await sharer.view(picture)
    #expect(
      try calls() == ["xdg-email:--attach", "xdg-email:\(picture)", "xdg-open:\(picture)"]
    )
  }

  @Test func `the clipboard program depends on the session`() async throws {
    try program("wl-copy")
    try program("xclip")
    #expect(sharer().tools().clipboard == nil && sharer().tools().display == nil)
    #expect(sharer(["DISPLAY": ":0"]).tools().display == .x11)
    #expect(sharer(["DISPLAY": ":0"]).tools().clipboard == .x11)
    #expect(
      sharer(["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"]).tools().clipboard == .wayland
    )
    try await sharer(["DISPLAY": ":0"]).copyPicture(picture)
    let xclip = ["-selection", "clipboard", "-t", "image/jpeg", "-i", picture]
    #expect(try calls() == xclip.map { "xclip:" + $0 })
  }

  @Test func `wl-copy reads the picture itself`() async throws {
    let path = try folder.write("the picture", to: "picture.jpg")
    let script = try folder.write(
      "#!/bin/sh\nread line\necho \"$1 $2 $line\" > '\(folder.path)/calls'\n",
      to: "bin/wl-copy"
    )
    makeExecutable(script)
    try await sharer(["WAYLAND_DISPLAY": "wayland-0"]).copyPicture(path)
    #expect(try calls() == ["--type image/jpeg the picture"])
  }

  @Test(arguments: [
    ("ubuntu:GNOME", [:], DesktopTools.Wallpaper.gnome), ("KDE", [:], .kde), ("XFCE", [:], .xfce),
    ("", ["SWAYSOCK": "/run/sway"], .sway), ("i3", ["DISPLAY": ":0"], .nitrogen),
    ("KDE", ["DISPLAY": ":0", "SWAYSOCK": "/run/sway"], .kde), ("LXQt", [:], .lxqt),
  ])
  func `the wallpaper is set with the running desktop's program`(
    desktop: String,
    environment: [String: String],
    expected: DesktopTools.Wallpaper
  ) throws {
    for row in WallpaperDesktop.all { try program(row.program) }
    let environment = environment.merging(["XDG_CURRENT_DESKTOP": desktop]) { $1 }
    #expect(sharer(environment).tools().wallpaper == expected)
  }

  @Test func `a desktop without its program uses the next one`() throws {
    try program("feh")
    #expect(sharer(["XDG_CURRENT_DESKTOP": "KDE"]).tools().wallpaper == nil)
    #expect(
      sharer(["XDG_CURRENT_DESKTOP": "KDE", "DISPLAY": ":0"]).tools().wallpaper == .feh
    )
  }

  @Test func `a program that fails is a problem with its name`() async throws {
    try program("xdg-email", status: 3)
    let error = await problem { () throws(Problem) in try await sharer().mail("/x") }
    #expect(error == Problem(.share, .commandFailed(command: "xdg-email")))
    let missing = await problem { () throws(Problem) in try await sharer().view("/x") }
    #expect(missing == Problem(.share, .noProgram(name: "xdg-open")))
  }

  @Test func `a custom command receives its arguments unchanged`() async throws {
    try program("mine")
    let words = ["mine", "--file=\(picture)", "$(touch x); '"]
    #expect(try await sharer().run(words, named: "My command"))
    #expect(try calls() == words.dropFirst().map { "mine:" + $0 })
    try program("mine", status: 1)
    let error = await problem { () throws(Problem) in
      try await sharer().run(["mine"], named: "My command")
    }
    #expect(error == Problem(.share, .commandFailed(command: "My command")))
  }

  @Test func `a command that is still running isn't reported as done`() async throws {
    let fifo = folder.path + "/fifo"
    mkfifo(fifo, 0o600)
    let path = try folder.write("#!/bin/sh\nread x < '\(fifo)'\n", to: "bin/stays")
    makeExecutable(path)
    let sharer = PhotoSharer(
      environment: ["PATH": folder.path + "/bin"],
      watchDuration: .milliseconds(1)
    )
    #expect(try await !sharer.run(["stays"], named: "My command"))
    // Waits for the reader, and lets it end.
    let writer = open(fifo, O_WRONLY)
    write(writer, "x\n", 2)
    close(writer)
  }
}

@Suite struct `Copies in the pictures folder` {
  private let folder: TemporaryFolder
  private let photo = Photo(
    id: Photo.ID(service: "unsplash", value: "abc"),
    width: 1,
    height: 1,
    author: Person(username: "ada", name: "Ada"),
    picture: .derived(from: ""),
    pageURL: nil
  )

  init() throws { folder = try TemporaryFolder() }

  private var names: [String] { FileSystem.names(in: folder.path + "/pictures/deep") }

  private func copy(_ source: String) async throws -> String {
    try await PictureCopier(folder: folder.path + "/pictures/deep").copy(source, of: photo)
  }

  @Test func `copies have the name of a saved photo, and are made once`() async throws {
    let source = try folder.write("bytes", to: "source.jpg")
    let path = try await copy(source)
    #expect(path == folder.path + "/pictures/deep/ada-abc.jpg")
    #expect(try folder.text(of: "pictures/deep/ada-abc.jpg") == "bytes")
    #expect(try await copy(source) == path)
    #expect(names == ["ada-abc.jpg"])
  }

  @Test func `copies stay complete if a killed program left its unfinished file`()
    async throws
  {
    let first = try await copy(try folder.write("first", to: "first.jpg"))
    // The finished copy has both names for a moment.
    let part = folder.path + "/pictures/deep/.ada-abc.jpg.part"
    #expect(link(first, part) == 0)
    let second = try await copy(try folder.write("second", to: "second.jpg"))
    #expect(try folder.text(of: "pictures/deep/ada-abc.jpg") == "first")
    #expect(try folder.text(of: "pictures/deep/ada-abc-2.jpg") == "second")
    #expect(second.hasSuffix("-2.jpg") && names == ["ada-abc-2.jpg", "ada-abc.jpg"])
  }

  @Test func `copies by several programs at once are all complete`() async throws {
    let sources = try (0..<8).map { try folder.write("bytes \($0)", to: "\($0).jpg") }
    await withTaskGroup(of: Void.self) { group in
      for source in sources { group.addTask { _ = try? await copy(source) } }
    }
    let texts = try names.map { try folder.text(of: "pictures/deep/" + $0) }
    #expect(Set(texts) == Set((0..<8).map { "bytes \($0)" }) && texts.count == 8)
  }

  @Test func `copies replace nothing`() async throws {
    _ = try folder.write("mine", to: "pictures/deep/ada-abc.jpg")
    let source = try folder.write("bytes", to: "source.jpg")
    #expect(try await copy(source).hasSuffix("/ada-abc-2.jpg"))
    #expect(try await copy(source).hasSuffix("/ada-abc-2.jpg"))
    #expect(try folder.text(of: "pictures/deep/ada-abc.jpg") == "mine")
    #expect(names == ["ada-abc-2.jpg", "ada-abc.jpg"])
  }

  @Test(.timeLimit(.hang))
  func `a copy gets the next name if something other than a file has its name`() async throws {
    let source = try folder.write("bytes", to: "source.jpg")
    let deep = folder.path + "/pictures/deep"
    try FileSystem.createFolder(deep, mode: 0o700)
    #expect(symlink(folder.path + "/nowhere", deep + "/ada-abc.jpg") == 0)
    #expect(mkfifo(deep + "/ada-abc-2.jpg", 0o600) == 0)
    #expect(mkdir(deep + "/ada-abc-3.jpg", 0o700) == 0)
    #expect(symlink("ada-abc-4.jpg", deep + "/ada-abc-4.jpg") == 0)
    #expect(try await copy(source).hasSuffix("/ada-abc-5.jpg"))
    #expect(try await copy(source).hasSuffix("/ada-abc-5.jpg"))
    #expect(access(folder.path + "/nowhere", F_OK) != 0)
  }

  @Test func `a missing file is a problem with its path, and leaves nothing`() async throws {
    let source = folder.path + "/nowhere.jpg"
    let error = await problem { () async throws(Problem) in
      try await PictureCopier(folder: folder.path + "/pictures/deep").copy(source, of: photo)
    }
    #expect(error?.subject == .share)
    guard case .disk(source, _)? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(names == [])
  }
}

@Suite struct `Files of the gallery` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func entry(_ name: String, _ text: String) -> GalleryEntry {
    GalleryEntry(
      photo: Photo(
        id: Photo.ID(service: "unsplash", value: name),
        width: 1,
        height: 1,
        author: Person(username: "ada", name: "Ada"),
        picture: .derived(from: ""),
        pageURL: nil
      ),
      origin: .feed,
      fileName: name,
      size: Int64(text.utf8.count),
      hash: SHA256.text(of: Array(text.utf8)),
      time: 0
    )
  }

  @Test func `files are complete, missing or damaged`() async throws {
    let path = try folder.write("bytes", to: "a.jpg")
    let hash = SHA256.text(of: Array("bytes".utf8))
    #expect(GalleryFolder.check(path, size: 5) == .whole)
    #expect(GalleryFolder.check(path, size: 6) == .damaged)
    #expect(GalleryFolder.check(path + "x", size: 5) == .missing)
    #expect(GalleryFolder.check(folder.path, size: 5) == .missing)
    #expect(await GalleryFolder.verify(path, size: 5, hash: hash) == .whole)
    #expect(await GalleryFolder.verify(path, size: 5, hash: "0" + hash.dropFirst()) == .damaged)
    _ = try folder.write("bytEs", to: "a.jpg")
    #expect(await GalleryFolder.verify(path, size: 5, hash: hash) == .damaged)
    #expect(await GalleryFolder.verify(path + "x", size: 5, hash: hash) == .missing)
  }

  @Test func `files are removed, and a missing one is not an error`() throws {
    let path = try folder.write("bytes", to: "a.jpg")
    try GalleryFolder.remove(path)
    try GalleryFolder.remove(path)
    #expect(access(path, F_OK) != 0)
    #expect(throws: Problem.self) { try GalleryFolder.remove(folder.path) }
  }

  @Test func `files are counted, and their sizes compared with the stored ones`() throws {
    let entries = ["a", "b", "c", "d"].map { entry($0 + ".jpg", "bytes of " + $0) }
    _ = try folder.write("bytes of a", to: "gallery/a.jpg")
    _ = try folder.write("bytes of B", to: "gallery/b.jpg")
    _ = try folder.write("bytes", to: "gallery/c.jpg")
    _ = try folder.write("?", to: "gallery/x.jpg")
    _ = try folder.write("?", to: "gallery/y.jpg.part")
    _ = try folder.write("?", to: "gallery/z.jpg.part")
    let audit = GalleryAudit(
      folder: folder.path + "/gallery",
      entries: entries,
      unfinished: ["z.jpg"]
    )
    #expect(audit.count == 4)
    #expect(audit.bytes == 40)
    #expect(audit.missing == ["d.jpg"])
    // The second one has the right size: no file is read.
    #expect(audit.damaged == ["c.jpg"])
    #expect(audit.orphans == ["x.jpg", "y.jpg.part"])
    #expect(GalleryAudit(folder: "/nowhere", entries: []).orphans == [])
  }
}
