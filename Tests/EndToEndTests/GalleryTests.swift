import Foundation
import Glibc
import Harness
import Model
import Testing

@Suite(.endToEnd) struct GalleryTests {
  /// Returns the program with a saved session and downloaded photos, but without a service.
  private func offline(
    _ stage: Stage,
    _ variables: [String: String] = [:]
  ) throws -> (files: [String], start: () throws -> App<TmuxSession>) {
    let demo = try stage.demo()
    let environment = try stage.home.environment(for: demo).merging(variables) { $1 }
    let first = try stage.app(environment: environment)
    try first.settles(on: .signIn)
    try first.press("Enter")
    try first.settles(on: .feed)
    try first.press("q")
    _ = try first.exits()
    demo.close()
    let files = try stage.home.keepPhotographs(5) { .search(SearchQuery($0 < 3 ? "fog" : "sea")) }
    return (
      files,
      {
        let app = try stage.app(["--edition", "extended"], environment: environment)
        try app.trace.next("idle") { $0.screen == "feed" || $0.screen == "alert" }
        return app
      }
    )
  }

  @Test func `photos are viewed, marked and deleted without a network`() throws {
    try Stage.run { stage in
      let (files, start) = try offline(stage)
      let app = try start()
      try app.press("4", settlingOn: .gallery)
      try app.shows("“fog” · 3 photos")
      try app.shows("“sea” · 2 photos")
      let shown = try app.trace.all("picture").filter { $0.stage == "thumb" }
      #expect(shown.contains { $0.photo == "kept-0" })

      try app.press("Enter", settlingOn: .photo)
      // The description is in the details, which close with the photo.
      try app.shows("Photograph number 0")
      try app.shows("Uploaded")
      try app.press("Right", settlingOn: .photo)
      try app.shows("Photograph number 1")
      try app.press("Escape", settlingOn: .gallery)

      try app.press("Space", "Space", settlingOn: .gallery)
      try app.shows("2 marked")
      try app.press("DC", settlingOn: .alert)
      try app.shows("Delete 2 photos?")
      try app.press("Escape", settlingOn: .gallery)
      #expect(files.allSatisfy { access($0, F_OK) == 0 })
      try app.press("DC", "y", settlingOn: .gallery)
      try app.shows("“fog” · 1 photo")
      #expect(files.map { access($0, F_OK) == 0 } == [true, false, false, true, true])
      try app.press("q")
      _ = try app.exits()

      let again = try start()
      try again.press("4", settlingOn: .gallery)
      try again.shows("“fog” · 1 photo")
      let doctor = try stage.output("doctor", "--json", "--edition", "extended")
      #expect(doctor.text.contains("\"photos\" : 3"))
    }
  }

  @Test func `a photo is shared, and a missing file is shown as missing`() throws {
    try Stage.run { stage in
      let folder = stage.home.path + "/bin"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let viewer = folder + "/xdg-open"
      try "#!/bin/sh\necho \"$1\" > '\(stage.home.path)/viewed'\n"
        .write(toFile: viewer, atomically: true, encoding: .utf8)
      chmod(viewer, 0o755)
      let path = folder + ":" + (stage.home.environment["PATH"] ?? "")
      let (files, start) = try offline(stage, ["PATH": path])
      try FileManager.default.removeItem(atPath: files.at(1))
      let app = try start()
      try app.press("4", settlingOn: .gallery)
      try app.shows("a lost file") { $0.contains("File is") && $0.contains("missing") }

      try app.press("s", settlingOn: .share)
      try app.press(row: "Open in viewer", settlingOn: .gallery)
      try app.shows("Opened in the viewer")
      // A viewer that is still running counts as opened too.
      _ = try eventually("nothing is viewed", pause: app.glance) {
        let viewed = try? String(contentsOfFile: stage.home.path + "/viewed", encoding: .utf8)
        return try viewed == files.at(0) + "\n" ? true : nil
      }

      try app.press("s", settlingOn: .share)
      try app.press(row: "Save to Pictures", settlingOn: .gallery)
      try app.shows("Saved: ")
      let copy = stage.home.pictures + "/author0-kept-0.jpg"
      let (copied, kept) = try (
        Data(contentsOf: URL(filePath: copy)), Data(contentsOf: URL(filePath: files.at(0)))
      )
      // Only the credit is added.
      let added = copied.count - kept.count
      let segment = try #require(copied.range(of: Data("http://ns.adobe.com/xap".utf8)))
      let place = segment.lowerBound - 4
      #expect(copied[..<place] + copied[(place + added)...] == kept)
    }
  }
}
