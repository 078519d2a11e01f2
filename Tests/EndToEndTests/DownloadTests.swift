import Foundation
import Harness
import Testing

/// Downloads to this computer.
@Suite(.endToEnd) struct DownloadTests {
  @Test func `downloads are paused, cancelled and, after a restart, resumed`() throws {
    try Stage.run { stage in
      let demo = try stage.demo()
      let environment = try stage.home.environment(for: demo)
      let gallery = stage.home.path + "/data/imagefeed/gallery"
      let app = try stage.signedInApp(demo)
      // Slow enough to observe the transfer.
      try demo.fault("bandwidth=20000@image")
      try app.press("d", "Down", "d", "Down", "d")
      try app.shows("↓ 3")
      try app.press("x")
      try app.shows("↓ 2")
      try app.press("Up", "p")
      try app.shows("↓ 1")
      try app.press("q")
      #expect(try app.exits() == 0)
      #expect(try files(in: gallery).allSatisfy { $0.hasSuffix(".part") })

      try demo.fault()
      let again = try stage.app(environment: environment)
      try again.settles(on: .feed)
      try again.shows("the first one kept") { _ in
        (try? files(in: gallery).filter { $0.hasSuffix(".jpg") }.count) == 1
      }
      // The paused one waits for the user.
      try again.press("D")
      try again.shows("Paused")
      try again.press("p")
      try again.shows("both kept, and nothing left over") { _ in
        (try? files(in: gallery).allSatisfy { $0.hasSuffix(".jpg") }) == true
          && (try? files(in: gallery).count) == 2
      }
      try again.settles(on: .downloads)
      try again.press("q", "d", settlingOn: .feed)
      try again.shows("the notice, and the key beside it") {
        $0.contains(/In the gallery +\[ 4 Show \]/)
      }
      try again.press("4", settlingOn: .gallery)
      let state = try demo.state()
      for name in try files(in: gallery) {
        let id = String(name.dropFirst("unsplash-".count).dropLast(".jpg".count))
        let file = try Data(contentsOf: URL(filePath: gallery + "/" + name))
        let original = try demo.bytes(demo.url + "/photo-\(id)?q=85&fm=jpg")
        #expect([UInt8](file) == original, "\(name)")
        #expect(state.served[id, default: 0] <= file.count + 65_536)
      }
      #expect(state.counts["download"] == 2)
    }
  }

  private func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }
}
