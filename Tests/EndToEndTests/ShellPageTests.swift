import Foundation
import Glibc
import Harness
import Testing

/// `imagefeed show --html`.
@Suite(.endToEnd) struct ShellPageTests {
  private func page(_ stage: Stage, _ name: String = "page") throws -> String {
    try String(contentsOfFile: "\(stage.home.path)/\(name)/index.html", encoding: .utf8)
  }

  private func photos(_ stage: Stage, _ name: String = "page") throws -> [String] {
    let path = "\(stage.home.path)/\(name)/photos"
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Returns the images of a page in their order.
  private func images(_ page: String) -> [String] {
    page.matches(of: /<img src="photos\/([^"]+)"/).map { String($0.1) }
  }

  /// Checks that a page loads and links to its own files only.
  ///
  /// The demo's pages are on this computer.
  private func expectOwn(_ page: String) {
    #expect(page.contains("content=\"default-src 'none'; img-src 'self'; style-src "))
    let links = page.matches(of: /(?:href|src)="([^"]*)"/).map(\.1)
    #expect(!links.isEmpty)
    for link in links {
      let isOwn = link.wholeMatch(of: /photos\/[A-Za-z0-9_~.-]+\.jpg/) != nil
      #expect(isOwn, "\(link)")
    }
    #expect(!page.contains("127.0.0.1") && !page.contains("Unsplash"))
    #expect(!page.contains("<script") && !page.contains("javascript:"))
  }

  @Test func `photos become a page, in their order and from standard input`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let ids = try script.lines("$imagefeed feed --limit 3 --format '{id}' | tee ids")
      let result = try script.run("tac ids | $imagefeed show --html page/ - --lang ru")
      #expect(result.status == 0 && result.text == "page/index.html\n")
      let page = try page(stage)
      #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"ru\">"))
      let images = images(page)
      #expect(images.count == 3)
      #expect(try photos(stage) == images.sorted())
      for (image, id) in zip(images, ids.reversed()) {
        #expect(image.contains(id), "\(image)")
        let raster = try Raster(jpeg: "\(stage.home.path)/page/photos/\(image)")
        #expect(page.contains("\(image)\" alt=\""))
        #expect(page.contains("width=\"\(raster.width)\" height=\"\(raster.height)\""))
      }
      expectOwn(page)
      // Each copy is a download.
      #expect(try demo.state().counts["download"] == 3)
      // A second page of the same photos needs no request for them.
      let served = try demo.state().counts["image"]
      #expect(try script.run("$imagefeed show --html page -- \(ids.at(0))").status == 0)
      #expect(try demo.state().counts["image"] == served)
      #expect(try photos(stage).count == 1 && self.images(self.page(stage)) == photos(stage))
    }
  }

  @Test func `a tilde is the home folder wherever a path is expected`() throws {
    try Stage.run { stage in
      let script = try Script(stage, try stage.demo())
      let id = try script.lines("$imagefeed feed --limit 1 --format '{id}'").at(0)
      #expect(try script.run("$imagefeed show --html '~/page' -- \(id)").status == 0)
      #expect(try photos(stage).count == 1)
      let saved = try script.run("$imagefeed download --to='~/saved' -- \(id)")
      #expect(saved.text.hasPrefix(stage.home.path + "/saved/"))
      let missing = try script.run("$imagefeed feed --limit 1 --config '~/none.toml' 2>&1")
      #expect(missing.status != 0 && missing.text.contains(stage.home.path + "/none.toml"))
      #expect(try script.run("ls -d '~'").status != 0)
    }
  }

  @Test func `lists and the gallery become pages`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let sent = try demo.state().counts["photos"] ?? 0
      let feed = "$imagefeed feed --limit 2 --json | $imagefeed show --html feed -"
      #expect(try script.run(feed).status == 0)
      #expect(try photos(stage, "feed").count == 2)
      #expect(try page(stage, "feed").contains("<h1>Photos</h1>\n<p>2 photos</p>"))
      // The page needs no request besides the list's.
      let counts = try demo.state().counts
      #expect(counts["photos"] == sent + 1 && counts["photo"] ?? 0 == 0)

      let gallery = "$imagefeed gallery --json | $imagefeed show --html page -"
      #expect(try script.run(gallery).status == 0)
      #expect(!FileManager.default.fileExists(atPath: stage.home.path + "/page"))
      let paths = try script.lines("$imagefeed feed --limit 3 | $imagefeed download -")
      #expect(paths.count == 3)
      // Without the service, and without its keys.
      demo.close()
      let first = "$imagefeed gallery --json --limit 1 | $imagefeed show --html page -"
      #expect(try script.run(first).status == 0)
      #expect(try photos(stage).count == 1)
      unlink(try paths.at(2))
      let all = "$imagefeed gallery --json | $imagefeed show --html all -"
      let result = try script.run(all)
      #expect(result.status == 6, "\(result.text)")
      #expect(result.text == "all/index.html\n")
      let keyless = ["IMAGEFEED_UNSPLASH_ACCESS_KEY": "", "IMAGEFEED_UNSPLASH_SECRET_KEY": ""]
      let stored = try script.run(all, keyless)
      #expect(stored.status == 2 && stored.text == "all/index.html\n")
      let images = images(try page(stage, "all"))
      #expect(images.count == 2)
      #expect(try photos(stage, "all") == images.sorted())
      expectOwn(try page(stage, "all"))
    }
  }

  @Test func `a photo that fails is left out, and a failed page leaves the earlier one`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let script = try Script(stage, demo)
      let id = try script.lines("$imagefeed feed --limit 1 --format '{id}'").at(0)
      let some = try script.run("$imagefeed show --html page -- nowhere \(id)")
      #expect(some.status == 4 && some.text == "page/index.html\n")
      let page = try page(stage)
      #expect(images(page).count == 1)
      let none = try script.run("$imagefeed show --html page nowhere")
      #expect(none.status == 4 && none.output.isEmpty)
      #expect(try self.page(stage) == page && photos(stage) == images(page))
      try demo.fault("truncated@image")
      let cut = try script.run("$imagefeed feed --limit 3 | $imagefeed show --html new -")
      #expect(cut.status == 1 && cut.output.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: stage.home.path + "/new/index.html"))
    }
  }

  @Test func `hostile links and other people's folders`() throws {
    try Stage.run { stage in
      let demo = try stage.demo("--fault", "hostile-links")
      let script = try Script(stage, demo)
      func feed(_ folder: String) -> String {
        "$imagefeed feed --json | $imagefeed show --html \(folder) -"
      }
      #expect(try script.run(feed("page")).status == 0)
      expectOwn(try page(stage))
      #expect(try script.run("mkdir site; echo mine > site/index.html").status == 0)
      let refused = try script.run(feed("site") + " 2>&1")
      #expect(refused.status == 2)
      #expect(refused.text.contains("site has other files; nothing was written"))
      #expect(try page(stage, "site") == "mine\n")
    }
  }

  @Test(
    arguments: [
      ("--html /dev/null/x a", 1), ("--html file a", 1), ("--html '' a", 2), ("--html x", 2),
      ("--html x --size 3x3 a", 2), ("--html x --dither 0 a", 2), ("--html x holiday.jpg", 2),
      ("--html x https://unsplash.com/@nasa", 2), ("", 2),
    ] as [(String, Int32)]
  )
  func `what can't become a page`(arguments: String, status: Int32) throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let result = try script.run("touch file; $imagefeed show \(arguments)")
      #expect(result.status == status && result.output.isEmpty)
      let left = try FileManager.default.contentsOfDirectory(atPath: stage.home.path)
      #expect(!left.contains("x"))
    }
  }
}
