import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// The size and the position of popups.
@Suite struct PopupTests {
  private static let sizes = [Size(200, 60), Size(120, 40), Size(80, 24), Size(40, 12)]

  /// Returns the rectangle of the topmost box, found by its corners.
  private func popup(_ frame: Frame) -> Rect? {
    let corners = ["╭", "╯"].map { positions(of: Character($0), in: frame) }
    guard let start = corners[0].last, let end = corners[1].last else { return nil }
    return Rect(x: start.x, y: start.y, width: end.x - start.x + 1, height: end.y - start.y + 1)
  }

  private func frame(_ state: AppState, _ language: Language = .english) -> Frame {
    Screens.render(state, Snapshots.context(language))
  }

  @Test(arguments: sizes, Language.allCases)
  func `menus have 28 to 64 columns and padding on all sides`(
    _ size: Size,
    _ language: Language
  ) throws {
    for command in [Command.menu, .share, .palette] {
      let state = Sample.feed(size, edition: .extended) { $0.reduce(.pressed(command)) }
      guard !state.overlays.isEmpty else { continue }
      let frame = frame(state, language)
      let box = try #require(popup(frame), "\(command)")
      #expect((28...64).contains(box.width), "\(command)")
      for y in box.y + 1..<box.maxY - 1 {
        for x in [box.x + 1, box.x + 2, box.maxX - 3, box.maxX - 2] {
          #expect(frame.canvas[x, y].content == .text(" "), "\(command) \(x) \(y)")
        }
      }
      // Empty rows above and below, unless the screen is too low.
      guard size.height > 24 else { continue }
      for y in [box.y + 1, box.maxY - 2] {
        let row = (box.x + 1..<box.maxX - 1).map { frame.canvas[$0, y].content }
        #expect(row.allSatisfy { $0 == .text(" ") }, "\(command)")
      }
    }
  }

  @Test(arguments: Scene.all + Scene.albums)
  func `inside popups no cell has the page's colour, and none beside them is cleared`(
    _ scene: Scene
  ) throws {
    var state = scene.state(Size(120, 40))
    guard !state.overlays.isEmpty, state.alerts.isEmpty else { return }
    let shown = frame(state)
    let box = try #require(popup(shown))
    for y in box.y..<box.maxY {
      for x in box.x..<box.maxX {
        let cell = shown.canvas[x, y]
        guard case .text = cell.content else { continue }
        #expect(cell.style.background != Theme.dark.canvas, "\(x) \(y)")
      }
    }
    while !state.overlays.isEmpty { _ = AppReducer.reduce(&state, .pressed(.back)) }
    let below = frame(state)
    for y in box.y..<box.maxY {
      for x in [box.x - 1, box.maxX] where (0..<120).contains(x) {
        guard case .picture = below.canvas[x, y].content else { continue }
        if case .text = shown.canvas[x, y].content { Issue.record("\(x) \(y)") }
      }
    }
  }

  @Test(arguments: sizes)
  func `the palette keeps its size while the focus moves and text is typed`(
    _ size: Size
  ) throws {
    var state = Sample.feed(size, edition: .extended) { $0.reduce(.pressed(.palette)) }
    let whole = try #require(popup(frame(state)))
    // Unavailable rows have a note below the list.
    for _ in 0..<(state.commandPalette?.rows.count ?? 0) {
      _ = AppReducer.reduce(&state, .pressed(.moveDown))
      #expect(popup(frame(state)) == whole)
    }
    for character in "zzz" {
      _ = AppReducer.reduce(&state, .overlay(.typed(.insert(String(character))), in: .palette))
      #expect(popup(frame(state)) == whole)
    }
  }

  @Test func `on a narrow screen no two rows of the share menu read alike`() throws {
    for language in Language.allCases {
      var state = Sample.feed(Size(40, 16), edition: .extended) { $0.reduce(.pressed(.share)) }
      let rows = state.shareRows
      var seen: Set<String> = []
      for _ in rows {
        let frame = frame(state, language)
        let focused = Snapshots.text(frame).split(separator: "\n").filter {
          $0.hasPrefix("focus: ")
        }
        #expect(!focused.isEmpty && !focused.contains { $0.contains("…") }, "\(focused)")
        seen.insert(focused.joined(separator: " "))
        _ = AppReducer.reduce(&state, .pressed(.moveDown))
      }
      #expect(seen.count == rows.count)
    }
  }

  @Test func `topics have no empty half if no pictures are shown`() throws {
    let scene = try #require(Scene.all.first { $0.name.hasPrefix("topics") })
    var state = scene.state(Size(120, 40))
    state.program.hasPictures = false
    let box = try #require(popup(frame(state)))
    #expect((28...64).contains(box.width))
  }

  @Test(arguments: [Size(200, 60), Size(120, 40), Size(80, 24)])
  func `a note fits into a list of few rows`(_ size: Size) throws {
    let scene = try #require(Scene.all.first { $0.name == "collecting-refused" })
    let frame = frame(scene.state(size))
    let box = try #require(popup(frame))
    var words: [Substring] = []
    for y in box.y..<box.maxY {
      let row = (box.x..<box.maxX).map { x -> Character in
        if case .text(let character) = frame.canvas[x, y].content { character } else { " " }
      }
      words += String(row).split(separator: " ")
    }
    let advice = Texts(.english).problem(Problem(.collectionEdit, .forbidden(message: nil))).advice
    for word in advice.split(separator: " ") { #expect(words.contains(word), "\(word)") }
  }

  @Test(arguments: [Size(200, 60), Size(120, 40)], [Command.menu, .share])
  func `the photo's menu and sheet don't cover the photo`(
    _ size: Size,
    _ command: Command
  ) throws {
    for steps in 0..<6 {
      let state = Sample.feed(size, edition: .extended) {
        for _ in 0..<steps { $0.reduce(.pressed(.moveRight)) }
        $0.reduce(.pressed(command))
      }
      let tile = try #require(
        state.tiles(of: .feed).tiles.first { $0.index == state.views.feed.selection }
      )
      let box = try #require(popup(frame(state)))
      #expect(box.intersection(tile.picture).isEmpty, "\(steps)")
      let isBeside = box.x <= tile.picture.maxX + 3 && box.maxX >= tile.picture.x - 3
      #expect(isBeside, "\(steps)")
    }
  }

  @Test func `with the mouse the menu opens at the pointer, and stays on the screen`() throws {
    for point in [Point(30, 10), Point(118, 38), Point(0, 0)] {
      let state = Sample.feed(Size(120, 40), edition: .extended) {
        $0.reduce(.feed(.menuPressed(Sample.id(0)), in: .feed), .menu(.opened(at: point)))
      }
      let box = try #require(popup(frame(state)))
      #expect(box.x >= 0 && box.maxX <= 120 && box.y >= 0 && box.maxY <= 40)
      if point.x == 30 { #expect(box.origin == Point(31, 11)) }
    }
  }
}
