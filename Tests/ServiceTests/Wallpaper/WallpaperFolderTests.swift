import Foundation
import Glibc
import Harness
import Model
import Platform
import Testing

@testable import Files

/// The files of wallpapers, in front of stand-ins for a desktop that tells its setting and one that
/// doesn't.
@Suite(.timeLimit(.hang)) struct `Files of wallpapers` {
  private let folder: TemporaryFolder
  private let programs: StandInPrograms
  private let wallpapers: WallpaperFolder

  init() throws {
    folder = try TemporaryFolder()
    programs = try StandInPrograms(in: folder.path)
    wallpapers = WallpaperFolder(folder: folder.path + "/shelf")
  }

  private func gnome(_ value: String = "'file:///usr/mine.png'") throws -> DesktopWallpaper {
    try programs.addSettings(["picture-uri": value, "picture-options": "'zoom'"])
    return try DesktopWallpaper(
      environment: ["PATH": programs.folder, "XDG_CURRENT_DESKTOP": "GNOME"],
      limit: .seconds(600)
    )
  }

  private func feh(
    _ script: String = "",
    limit: Duration = .seconds(600)
  ) throws -> DesktopWallpaper {
    try programs.add("feh", script)
    return try DesktopWallpaper(
      environment: ["PATH": programs.folder, "DISPLAY": ":0"],
      limit: limit
    )
  }

  /// Makes hyprpaper, which shows a picture on the first of two monitors, then runs a script.
  private func hyprland(_ script: String) throws -> DesktopWallpaper {
    try programs.add(
      "hyprctl",
      """
      case "$*" in
        "-j monitors") echo '[{"name":"DP-1"},{"name":"DP-2"}]';;
        *"wallpaper DP-2,"*) \(script);;
      esac
      """
    )
    return try DesktopWallpaper(
      environment: ["PATH": programs.folder, "HYPRLAND_INSTANCE_SIGNATURE": "x"],
      limit: .seconds(600)
    )
  }

  /// Makes a file that can be set.
  private func make(_ letter: String) throws -> String {
    _ = try folder.write(letter, to: "shelf/wallpaper-\(letter).jpg")
    return "wallpaper-\(letter).jpg"
  }

  private func set(_ letter: String, on desktop: DesktopWallpaper) async throws {
    try await wallpapers.set(make(letter), on: desktop)
  }

  /// Returns the letters of the files in the folder.
  private func letters() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: wallpapers.folder).sorted()
      .filter { $0.hasPrefix("wallpaper-") }
      .map { String($0.dropFirst("wallpaper-".count).dropLast(".jpg".count)) }
  }

  private var link: String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: wallpapers.path(of: "current"))
  }

  private func failure(_ body: () async throws -> Void) async -> WallpaperFailure? {
    do { try await body() } catch { return error as? WallpaperFailure }
    return nil
  }

  @Test func `a copy isn't written through another name of its unfinished file`() async throws {
    let source = try folder.write("picture", to: "source.jpg")
    let other = try folder.write("mine", to: "other.txt")
    _ = try make("a")
    let name = try await wallpapers.copy(source, type: "jpg")
    let path = wallpapers.path(of: name)
    for link in [Glibc.link, Glibc.symlink] {
      unlink(path)
      #expect(link(other, path + ".part") == 0)
      #expect(try await wallpapers.copy(source, type: "jpg") == name)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "picture")
      #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    }
  }

  @Test func `are the current and the former one, and a link leads to the current one`()
    async throws
  {
    let desktop = try feh()
    for letter in ["a", "b", "c", "d"] { try await set(letter, on: desktop) }
    #expect(try letters() == ["c", "d"])
    #expect(link == "wallpaper-d.jpg")
    #expect(try wallpapers.lastFile(of: .feh) == "wallpaper-d.jpg")
    #expect(
      try programs.calls().last == ["feh", "--bg-fill", wallpapers.path(of: "wallpaper-d.jpg")]
    )
  }

  @Test func `of other desktops and of the user stay`() async throws {
    try await set("a", on: gnome())
    _ = try folder.write("mine", to: "shelf/mine.jpg")
    let desktop = try feh()
    for letter in ["b", "c", "d"] { try await set(letter, on: desktop) }
    #expect(try letters() == ["a", "c", "d"])
    #expect(try folder.text(of: "shelf/mine.jpg") == "mine")
  }

  @Test func `that killed programs have left are removed`() async throws {
    for name in try [make("left"), "wallpaper-x.jpg"] { try wallpapers.register(name) }
    for part in ["wallpaper-x.jpg.part", ".wallpaper-x.jpg.part"] {
      _ = try folder.write("half", to: "shelf/" + part)
    }
    try await set("a", on: feh())
    #expect(try letters() == ["a"])
    let all = try FileManager.default.contentsOfDirectory(atPath: wallpapers.folder)
    #expect(!all.contains { $0.hasSuffix(".part") })
  }

  @Test func `that imagefeed has not made stay, whatever they are called`() async throws {
    _ = try make("theirs")
    _ = try folder.write("theirs", to: "shelf/current")
    _ = try folder.write("theirs", to: "wallpaper-x.jpg")
    let names = ["../wallpaper-x.jpg", "wallpaper-/../../wallpaper-x.jpg", "mine.jpg"]
    for name in names { try wallpapers.register(name) }
    _ = try folder.write("theirs", to: "shelf/mine.jpg")
    let desktop = try feh()
    for letter in ["a", "b", "c"] { try await set(letter, on: desktop) }
    #expect(try letters() == ["b", "c", "theirs"])
    for path in ["shelf/current", "shelf/mine.jpg", "wallpaper-x.jpg"] {
      #expect(try folder.text(of: path) == "theirs")
    }
  }

  @Test func `are never removed through a link`() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/album",
      withIntermediateDirectories: true
    )
    #expect(symlink(folder.path + "/album", wallpapers.folder) == 0)
    let desktop = try feh()
    for letter in ["a", "b", "c"] { try await set(letter, on: desktop) }
    #expect(try letters() == ["a", "b", "c"])
  }

  @Test func `are brought back with the desktop's own setting, and forth`() async throws {
    let desktop = try gnome()
    try await set("a", on: desktop)
    #expect(try programs.setting("picture-uri").contains("/shelf/wallpaper-a.jpg"))
    try await wallpapers.undo(on: desktop)
    #expect(try programs.setting("picture-uri") == "'file:///usr/mine.png'")
    #expect(link == nil)
    #expect(try letters() == ["a"])
    try await wallpapers.undo(on: desktop)
    #expect(try programs.setting("picture-uri").contains("/shelf/wallpaper-a.jpg"))
    #expect(link == "wallpaper-a.jpg")
  }

  @Test func `are brought back to the one before, which is still there`() async throws {
    let desktop = try gnome()
    try await set("a", on: desktop)
    try await set("b", on: desktop)
    try await wallpapers.undo(on: desktop)
    #expect(try programs.setting("picture-uri").contains("/shelf/wallpaper-a.jpg"))
    #expect(try letters() == ["a", "b"])
    #expect(link == "wallpaper-a.jpg")
    // What the user has set in between is the former setting, too.
    try "'file:///usr/other.png'\n".write(
      toFile: programs.folder + "/picture-uri.value",
      atomically: true,
      encoding: .utf8
    )
    try await set("c", on: desktop)
    try await wallpapers.undo(on: desktop)
    #expect(try programs.setting("picture-uri") == "'file:///usr/other.png'")
  }

  @Test func `set again leave the former setting`() async throws {
    let desktop = try gnome()
    try await set("a", on: desktop)
    try await set("a", on: desktop)
    try await wallpapers.undo(on: desktop)
    #expect(try programs.setting("picture-uri") == "'file:///usr/mine.png'")
  }

  @Test func `of a desktop that doesn't tell are the last ones that were set`() async throws {
    let desktop = try feh()
    let nothing = WallpaperFailure.noFormer(desktop: "feh")
    #expect(await failure { try await wallpapers.undo(on: desktop) } == nothing)
    try await set("a", on: desktop)
    #expect(await failure { try await wallpapers.undo(on: desktop) } == nothing)
    try await set("b", on: desktop)
    try await wallpapers.undo(on: desktop)
    let former = wallpapers.path(of: "wallpaper-a.jpg")
    #expect(try programs.calls().last == ["feh", "--bg-fill", former])
    #expect(link == "wallpaper-a.jpg")
    try await wallpapers.undo(on: desktop)
    #expect(
      try programs.calls().last == ["feh", "--bg-fill", wallpapers.path(of: "wallpaper-b.jpg")]
    )
    unlink(former)
    programs.clear()
    #expect(await failure { try await wallpapers.undo(on: desktop) } == nothing)
    #expect(try programs.calls() == [])
  }

  @Test func `that the desktop refuses change nothing`() async throws {
    let desktop = try feh()
    try await set("a", on: desktop)
    try await set("b", on: desktop)
    try programs.add("feh", "echo no >&2; exit 1")
    let error = await failure { try await set("c", on: desktop) }
    #expect(error == .failed(program: "feh", message: "no"))
    #expect(try letters() == ["a", "b"])
    #expect(link == "wallpaper-b.jpg")
    #expect(try wallpapers.lastFile(of: .feh) == "wallpaper-b.jpg")
  }

  @Test func `that the desktop takes in part stay`() async throws {
    let desktop = try gnome()
    try await set("a", on: desktop)
    // The second key fails.
    try programs.add(
      "gsettings",
      """
      file="${0%/*}/$3.value"
      case $1 in
        get) [ "$3" = picture-options ] && echo "'none'" || /bin/cat "$file";;
        set) [ "$3" = picture-uri ] && printf '%s\\n' "$4" > "$file";;
      esac
      """
    )
    #expect(await failure { try await set("b", on: desktop) } != nil)
    #expect(try letters() == ["a", "b"])
  }

  @Test func `that a monitor may show stay`() async throws {
    let desktop = try hyprland("")
    for letter in ["a", "b"] { try await set(letter, on: desktop) }
    let error = await failure { try await set("c", on: hyprland("echo no such monitor")) }
    #expect(error == .failed(program: "hyprctl", message: "no such monitor"))
    // The first monitor shows the new one, the second the one before.
    #expect(try letters() == ["b", "c"])
    #expect(await failure { try await set("d", on: hyprland("exit 1")) } != nil)
    #expect(try letters() == ["b", "c", "d"])
    try await wallpapers.undo(on: hyprland(""))
    #expect(await failure { try await wallpapers.undo(on: hyprland("exit 1")) } != nil)
    #expect(try letters() == ["b", "d"])
    // All monitors show one picture again.
    try await set("e", on: hyprland(""))
    #expect(try letters() == ["d", "e"])
  }

  @Test(arguments: [
    "kill -9 $$", "printf '\\n' >&2; exit 1", "/bin/cat \"${0%/*}/../fifo\"",
  ])
  func `stay if the program crashes or doesn't end`(script: String) async throws {
    mkfifo(folder.path + "/fifo", 0o600)
    for letter in ["a", "b"] { try await set(letter, on: feh()) }
    let hanging = try feh(script, limit: .milliseconds(200))
    #expect(await failure { try await set("c", on: hanging) } != nil)
    #expect(try letters() == ["b", "c"])
    try await wallpapers.undo(on: feh())
    #expect(
      try programs.calls().last == ["feh", "--bg-fill", wallpapers.path(of: "wallpaper-b.jpg")]
    )
  }

  @Test func `stay if imagefeed is killed during a change`() async throws {
    try await set("a", on: feh())
    let records = wallpapers.path(of: "wallpapers.json")
    try await set("b", on: feh("/bin/cp '\(records)' '\(records).then'"))
    unlink(records)
    try FileManager.default.moveItem(atPath: records + ".then", toPath: records)
    #expect(await failure { try await set("c", on: feh("exit 1")) } != nil)
    #expect(try letters() == ["a", "b", "c"])
  }

  @Test func `of failed changes are the first and the newest`() async throws {
    try await set("a", on: feh())
    let letters = "bcdefghijklmn".map(String.init)
    for letter in letters {
      #expect(await failure { try await set(letter, on: feh("exit 1")) } != nil)
    }
    #expect(try self.letters() == ["a"] + letters.suffix(8))
  }

  @Test func `that are only printed are the last two, apart from the desktop's`() async throws {
    try await set("a", on: feh())
    programs.clear()
    for letter in ["b", "c", "d", "d"] { try wallpapers.savePrinted(make(letter)) }
    #expect(try letters() == ["a", "c", "d"])
    #expect(try wallpapers.lastFile(of: nil) == "wallpaper-d.jpg")
    #expect(link == "wallpaper-a.jpg")
    #expect(try programs.calls() == [])
  }

  @Test(arguments: ["{", "", "[]", "{\"desktops\":{}}", "\u{0}"])
  func `survive damaged records, which are set aside`(text: String) async throws {
    let found = Lock([String]())
    let wallpapers = WallpaperFolder(folder: wallpapers.folder) { path in
      found.withLock { $0.append(path) }
    }
    let desktop = try gnome()
    for letter in ["a", "b"] { try await wallpapers.set(make(letter), on: desktop) }
    _ = try folder.write(text, to: "shelf/wallpapers.json")
    try await wallpapers.set(make("c"), on: desktop)
    #expect(try letters() == ["a", "b", "c"])
    let paths = found.withLock { $0 }
    #expect(paths.count == 1)
    let aside = try #require(paths.first)
    #expect(aside.hasPrefix(wallpapers.path(of: "wallpapers.json.unreadable-")))
    #expect(FileManager.default.contents(atPath: aside) == Data(text.utf8))
    // The desktop itself names the former one.
    try await wallpapers.undo(on: desktop)
    #expect(try programs.setting("picture-uri").contains("wallpaper-b.jpg"))
    #expect(found.withLock { $0.count } == 1)
  }

  @Test func `stay if the records can't be read`() async throws {
    let desktop = try feh()
    for letter in ["a", "b"] { try await set(letter, on: desktop) }
    let records = wallpapers.path(of: "wallpapers.json")
    unlink(records)
    mkdir(records, 0o700)
    programs.clear()
    let problem = Problem(.wallpaper, .notAFile(path: records))
    #expect(await failure { try await set("c", on: desktop) } == .problem(problem))
    #expect(await failure { try await wallpapers.undo(on: desktop) } == .problem(problem))
    #expect(throws: problem) { try wallpapers.savePrinted("wallpaper-c.jpg") }
    #expect(try letters() == ["a", "b", "c"])
    #expect(try programs.calls() == [])
  }

  @Test func `of the user are copied under the name of their contents`() async throws {
    for name in try ["a.png"] + HostileNames.all() {
      let source = try folder.write("text", to: "files/" + name)
      let lock = try await wallpapers.lock()
      defer { lock.release() }
      let copy = try await wallpapers.copy(source, type: "png")
      #expect(copy == "wallpaper-982d9e3eb996f559.png")
      #expect(try folder.text(of: "shelf/" + copy) == "text")
    }
    let error = await problem { () throws(Problem) in
      try await wallpapers.copy(folder.path + "/nowhere", type: "jpg")
    }
    #expect(error?.subject == .wallpaper)
  }

  @Test func `of the gallery take no room, and outlive it`() async throws {
    let source = try folder.write("photo", to: "gallery.jpg")
    let lock = try await wallpapers.lock()
    defer { lock.release() }
    for _ in 0..<2 { try wallpapers.add(source, named: "wallpaper-x.jpg") }
    let attributes = try FileManager.default.attributesOfItem(atPath: source)
    #expect(attributes[.referenceCount] as? Int == 2)
    unlink(source)
    #expect(try folder.text(of: "shelf/wallpaper-x.jpg") == "photo")
    #expect(try letters() == ["x"])
  }

  @Test func `are changed by one program at a time`() async throws {
    let lock = try await wallpapers.lock()
    let (waits, wait) = AsyncStream.makeStream(of: Void.self)
    let other = Task { try await wallpapers.lock { wait.yield() }.release() }
    for await _ in waits { break }
    lock.release()
    try await other.value
  }

  @Test func `have names that only safe characters are in`() throws {
    let photo = Photo(
      id: Photo.ID(service: "unsplash", value: "a/../$b'c"),
      width: 1,
      height: 1,
      author: Person(username: "ada", name: "Ada"),
      picture: .derived(from: ""),
      pageURL: nil
    )
    let names = [nil, 640].map { WallpaperFolder.name(of: photo, width: $0) }
    #expect(names.allSatisfy { $0.wholeMatch(of: /wallpaper-[A-Za-z0-9~_.-]+\.jpg/) != nil })
    #expect(try names.at(1) == names.at(0).dropLast(".jpg".count) + ".640.jpg")
  }
}
