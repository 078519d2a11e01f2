import AppCore
import Canvas
import Localization
import Model
import Testing

@testable import Screens

/// Texts on photos with few columns.
@Suite struct NarrowTileTests {
  private static let changes: [@Sendable (inout Sample) -> Void] = [
    { $0.run(0, 3_200_000) },
    { $0.reduce(.downloads(.requested(DownloadID(Sample.id(0)), from: .feed))) },
    { sample in
      sample.run(0, 3_200_000)
      sample.reduce(.pressed(.pause))
    },
    { $0.fail(0, .diskFull(path: "/g")) },
  ]

  private static let whole: Set<Substring> = [
    "Pause", "Cancel", "Resume", "Retry", "Paused", "Queued", "p", "x", "R", "MB", "of", "s", "Not",
    "enough", "disk", "space", "for", "g", "B",
    // A note below the frame in a snapshot.
    "spinning",
  ]

  private func panel(
    _ state: AppState,
    width: Int,
    hasKeys: Bool,
    _ language: Language = .english
  ) throws -> Frame {
    let photo = try #require(state.photos[Sample.id(0)])
    var painter = Painter(state, Snapshots.context(language))
    let picture = Rect(x: 0, y: 0, width: width, height: 8)
    painter.downloadPanel(of: photo, state, over: picture, hasKeys, at: .feed)
    return painter.frame
  }

  @Test(arguments: changes.indices, Language.allCases)
  func `a download has one row of its picture, as a line in a narrow one`(
    change: Int,
    language: Language
  ) throws {
    let state = Sample.feed(Size(80, 24), edition: .extended, Self.changes[change])
    for width in 5...60 {
      for hasKeys in [false, true] {
        let canvas = try panel(state, width: width, hasKeys: hasKeys, language).canvas
        let drawn = Set(
          (0..<canvas.rows).flatMap { y in
            (0..<canvas.columns).filter { canvas[$0, y].content != .text(" ") }.map { _ in y }
          }
        )
        #expect(drawn == [7], "\(width)")
        let lines: [Cell.Content] = [.text("━"), .text("─")]
        let isLine = (0..<width).allSatisfy { lines.contains(canvas[$0, 7].content) }
        #expect(isLine == (width < 16), "\(width)")
      }
    }
  }

  @Test(arguments: changes.indices, [false, true])
  func `a download's panel has whole words or none`(change: Int, hasKeys: Bool) throws {
    let state = Sample.feed(Size(80, 24), edition: .extended, Self.changes[change])
    for width in 12...60 {
      let text = Snapshots.text(try panel(state, width: width, hasKeys: hasKeys))
      let words = text.split { !$0.isLetter }
      #expect(words.allSatisfy(Self.whole.contains), "\(width): \(text)")
    }
  }

  @Test func `buttons without room for their names show keys or signs`() throws {
    let state = Sample.feed(Size(80, 24), edition: .extended, Self.changes[0])
    #expect(find("p x", in: try panel(state, width: 16, hasKeys: true)) != nil)
    #expect(find("‖ ✕", in: try panel(state, width: 16, hasKeys: false)) != nil)
    #expect(find("Pause", in: try panel(state, width: 31, hasKeys: false)) != nil)
  }

  @Test func `a wide name is shortened to fit beside the heart's count`() throws {
    var state = Sample.feed(Size(80, 60), edition: .extended)
    let name = "Anastasia Konstantinopolskaya-Rozhdestvenskaya"
    for id in state.photos.keys {
      state.photos[id]?.author.name = name
      state.photos[id]?.likes = 1_234
    }
    let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
    #expect(text.contains("… ♡ 1,234"))
  }
}
