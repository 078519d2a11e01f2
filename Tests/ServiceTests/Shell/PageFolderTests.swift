import Disk
import Glibc
import Localization
import Model
import Testing

@testable import Shell

/// The folder of a page with photos.
@Suite struct PageFolderTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/new/page" }

  init() throws { folder = try TemporaryFolder() }

  private func failure(_ path: String) -> ShellMessage? {
    do throws(ShellMessage) {
      _ = try PageFolder(path)
      return nil
    } catch {
      return error
    }
  }

  /// Writes a page with these image files.
  private func write(_ html: String, _ names: String...) throws {
    let page = try PageFolder(path)
    for name in names { _ = try folder.write(name, to: "new/page/photos/" + name) }
    try page.replacePage(with: html, photos: Set(names))
  }

  private func photos() -> [String] { FileSystem.names(in: path + "/photos") }

  @Test func `a page replaces an earlier one, and its photos only`() throws {
    try write("one", "a.jpg", "b.jpg")
    #expect(try folder.text(of: "new/page/index.html") == "one")
    _ = try folder.write("mine", to: "new/page/photos/mine.jpg")
    _ = try folder.write("mine", to: "new/page/notes.txt")
    try write("two", "b.jpg", "c.jpg")
    #expect(try folder.text(of: "new/page/index.html") == "two")
    #expect(photos() == ["b.jpg", "c.jpg", "mine.jpg"])
    #expect(try folder.text(of: "new/page/notes.txt") == "mine")
  }

  @Test func `a page that wasn't finished leaves the earlier one`() throws {
    try write("one", "a.jpg")
    do {
      let page = try PageFolder(path)
      _ = try folder.write("b.jpg", to: "new/page/photos/b.jpg")
      page.retainPage(adding: ["b.jpg"])
    }
    #expect(try folder.text(of: "new/page/index.html") == "one")
    #expect(photos() == ["a.jpg", "b.jpg"])
    // What it left is known to the next one.
    try write("two", "c.jpg")
    #expect(photos() == ["c.jpg"])
  }

  @Test func `what a killed program left is removed by the next page`() throws {
    try write("one", "a.jpg")
    do {
      let page = try PageFolder(path)
      for name in ["b.jpg", "c.jpg.part", ".d.jpg.part", ".e.jpg.credit.part", "notes.part"] {
        _ = try folder.write(name, to: "new/page/photos/" + name)
      }
      page.add("b.jpg")
    }
    try write("two", "a.jpg", "f.jpg")
    #expect(photos() == ["a.jpg", "f.jpg", "notes.part"])
    #expect(try folder.text(of: "new/page/" + PageFolder.markerName) == "a.jpg\nf.jpg\n")
  }

  @Test func `a page whose images are behind a symbolic link is refused`() throws {
    _ = try folder.write("theirs", to: "album/holiday.jpg")
    _ = try folder.write("holiday.jpg\n", to: "site/.imagefeed-page")
    let site = folder.path + "/site"
    #expect(symlink(folder.path + "/album", site + "/photos") == 0)
    #expect(failure(site) == .foreignFolder(path: site))
    #expect(try folder.text(of: "album/holiday.jpg") == "theirs")
  }

  @Test func `a folder with other files is refused and left alone`() throws {
    _ = try folder.write("theirs", to: "site/index.html")
    let site = folder.path + "/site"
    #expect(failure(site) == .foreignFolder(path: site))
    #expect(failure(site)?.status == .usage)
    #expect(FileSystem.names(in: site) == ["index.html"])
    #expect(try folder.text(of: "site/index.html") == "theirs")
    mkdir(folder.path + "/empty", 0o777)
    #expect(failure(folder.path + "/empty") == nil)
  }

  @Test func `a place that is no folder is a failure`() throws {
    let file = try folder.write("", to: "file")
    for path in [file, file + "/x", "/dev/null/x"] {
      let refusal = try #require(failure(path))
      guard case .problem(let problem) = refusal else {
        Issue.record("\(refusal)")
        continue
      }
      #expect(problem.subject == .webPage && refusal.status == .failed)
    }
  }

  @Test func `two processes don't write one page`() throws {
    let first = try PageFolder(path)
    #expect(
      failure(path) == .problem(Problem(.webPage, .inUse(path: path + "/.imagefeed-page")))
    )
    first.retainPage(adding: [])
  }

  @Test func `a changed list of files names no other place`() throws {
    try write("one", "a.jpg")
    let mine = try folder.write("mine", to: "new/mine.jpg")
    let lines = ["../../mine.jpg", mine, "..", "index.html", ".jpg", "a\u{0}b.jpg", ""]
    _ = try folder.write(lines.joined(separator: "\n"), to: "new/page/.imagefeed-page")
    try write("two", "b.jpg")
    #expect(try folder.text(of: "new/mine.jpg") == "mine")
    #expect(try folder.text(of: "new/page/index.html") == "two")
    #expect(lines.allSatisfy { !PageFolder.isPhotoName($0) })
  }
}
