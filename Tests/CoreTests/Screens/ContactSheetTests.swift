import AppCore
import Canvas
import Harness
import Localization
import Model
import Screens
import Testing

/// Small photos without captions, and the line that describes the selected one.
@Suite struct ContactSheetTests {
  private func feed(_ size: Size, _ step: RowSize) -> AppState {
    var state = Sample.feed(size, edition: .extended)
    state.views.restore(.feed, step)
    return state
  }

  private func frame(_ state: AppState) -> Frame {
    Screens.render(state, Snapshots.context(.english))
  }

  /// Returns the characters of a row.
  private func text(_ frame: Frame, _ y: Int) -> String {
    String(
      (0..<frame.canvas.columns).compactMap { x in
        guard case .text(let character) = frame.canvas[x, y].content else { return nil }
        return character == "\u{A0}" ? " " : character
      }
    )
  }

  @Test(arguments: [
    (Size(120, 40), [RowSize.tiny, .small]), (Size(160, 45), [.tiny, .small]),
    (Size(200, 60), [.tiny]), (Size(80, 24), [.tiny, .small]), (Size(40, 12), []),
  ])
  func `steps with small tiles have no captions`(_ size: Size, _ sheets: [RowSize]) {
    for step in RowSize.allCases {
      let metrics = feed(size, step).metrics(of: .feed)
      #expect((metrics.captionRows == 0) == sheets.contains(step), "\(step)")
      #expect((metrics.summary != nil) == sheets.contains(step), "\(step)")
    }
  }

  @Test func `tiles without pictures have captions at every step`() {
    var state = feed(Size(120, 40), .tiny)
    state.program.hasPictures = false
    #expect(state.metrics(of: .feed).captionRows > 0)
  }

  @Test func `one row and two columns separate photos`() {
    let layout = feed(Size(60, 40), .tiny).tiles(of: .feed)
    let tops = Set(layout.tiles.map(\.frame.y)).sorted()
    for (top, next) in zip(tops, tops.dropFirst()) {
      let row = layout.tiles.filter { $0.frame.y == top }
      #expect(row.allSatisfy { $0.frame.maxY + 1 == next })
      for (tile, neighbour) in zip(row, row.dropFirst()) {
        #expect(tile.frame.maxX + 2 == neighbour.frame.x)
      }
    }
    #expect(tops.count > 2)
  }

  @Test func `the line above the hints describes the selected photo`() throws {
    var state = feed(Size(120, 40), .tiny)
    let row = try #require(state.metrics(of: .feed).summary)
    #expect(row.maxY == state.layout.hint.y)
    let index = try #require(
      state.feed.order.firstIndex { state.photos[$0]?.isLiked == true }
    )
    state.photos[Sample.id(index)]?.description = "A boat on the lake in the morning"
    let photo = try #require(state.photos[Sample.id(index)])
    let caption = try #require(photo.caption)
    for _ in 0..<index { _ = AppReducer.reduce(&state, .pressed(.moveRight)) }
    let line = text(frame(state), row.y)
    let parts = [
      "♥", photo.author.name, String(caption.prefix(12)), Texts(.english).date(photo.created!),
      "\(photo.width)×\(photo.height)",
    ]
    let places = parts.compactMap { line.firstRange(of: $0)?.lowerBound }
    #expect(places.count == parts.count && places == places.sorted(), "\(line)")
    #expect(press(photo.author.name, in: frame(state)) == .visits(.authorPressed(photo.id)))
    #expect(press("♥", in: frame(state)) == .likes(.heartPressed(photo.id)))
  }

  @Test func `in few columns the title is dropped first`() throws {
    var titles: [Bool] = []
    for columns in [64, 80, 100, 120, 200] {
      let state = feed(Size(columns, 24), .tiny)
      let row = try #require(state.metrics(of: .feed).summary)
      let photo = try #require(state.photos[Sample.id(0)])
      let line = text(frame(state), row.y)
      #expect(line.contains(photo.author.name), "\(columns): \(line)")
      #expect(line.contains("\(photo.width)×\(photo.height)"), "\(columns): \(line)")
      let hasTitle = line.contains(try #require(photo.caption).prefix(6))
      let dates = Texts(.english).dateForms(try #require(photo.created))
      #expect(dates.contains(where: line.contains), "\(columns): \(line)")
      #expect(try line.contains(dates.at(0)) || !hasTitle, "\(columns): \(line)")
      titles.append(hasTitle)
    }
    #expect(titles.first == false && titles.last == true)
  }

  @Test func `the selected photo's caption is bold and in the accent, and no other one is`() {
    for step in [RowSize.medium, .large, .single] {
      let state = feed(Size(120, 40), step)
      let canvas = frame(state).canvas
      let body = state.metrics(of: .feed).body
      for tile in state.tiles(of: .feed).tiles where tile.caption.maxY <= body.maxY {
        let name = state.photos[tile.id]?.author.name ?? ""
        let letters = (tile.caption.y..<tile.caption.maxY).flatMap { y in
          (tile.caption.x..<tile.caption.maxX).map { canvas[$0, y] }
        }.filter { cell in
          guard case .text(let character) = cell.content else { return false }
          // Hearts and their counts have styles of their own.
          return character.isLetter
        }
        let isSelected = tile.index == state.views.feed.selection
        #expect(letters.count > 6, "\(name)")
        for letter in letters {
          #expect(letter.style.attributes.contains(.bold) == isSelected, "\(name)")
          #expect((letter.style.foreground == Theme.dark.accent) == isSelected, "\(name)")
        }
      }
    }
  }

  @Test func `liked photos have a heart over their corner, and others have none`() throws {
    let state = feed(Size(120, 40), .tiny)
    let frame = frame(state)
    let body = state.metrics(of: .feed).body
    var likes = 0
    for tile in state.tiles(of: .feed).tiles where tile.picture.maxY <= body.maxY {
      let corner = frame.canvas[tile.picture.maxX - 1, tile.picture.maxY - 1]
      let isLiked = state.photos[tile.id]?.isLiked ?? false
      #expect((corner.content == .text("♥")) == isLiked)
      likes += isLiked ? 1 : 0
    }
    #expect(likes > 0)
  }

  @Test func `the selected photo's frame touches it on every screen and at every step`() {
    for size in [Size(200, 60), Size(120, 40), Size(80, 24), Size(64, 16), Size(40, 12)] {
      for step in RowSize.allCases {
        var state = feed(size, step)
        for command in [Command.moveDown, .moveRight, .moveDown] {
          _ = AppReducer.reduce(&state, .pressed(command))
          let tile = state.tiles(of: .feed).tiles.first {
            $0.index == state.views.feed.selection
          }
          guard let picture = tile?.picture else {
            Issue.record("\(size) \(step): out of sight")
            continue
          }
          // The footer was scrolled to, and the row above it is cut off.
          guard picture.y > state.metrics(of: .feed).body.y else { continue }
          #expect(frame(state).canvas.hasFrame(around: picture), "\(size) \(step)")
        }
      }
    }
  }

  @Test(arguments: [RowSize.medium, .tiny])
  func `the frame consists of heavy lines if blocks leave gaps`(_ step: RowSize) throws {
    var context = Snapshots.context(.english)
    context.glyphs.hasBlockSeams = true
    let state = feed(Size(120, 40), step)
    let canvas = Screens.render(state, context).canvas
    let text = Snapshots.text(Screens.render(state, context))
    for corner in "┏┓┗┛" { #expect(text.filter { $0 == corner }.count == 1) }
    for side in "▁▇▊▎" { #expect(!text.contains(side)) }
    let tile = try #require(state.tiles(of: .feed).tiles.first { $0.index == 0 }).picture
    for y in tile.y..<tile.maxY {
      for x in [tile.x - 1, tile.maxX] { #expect(canvas[x, y].content == .text("┃")) }
    }
    let lower = (tile.x..<tile.maxX).filter { canvas[$0, tile.maxY].content == .text("━") }
    #expect(lower.count > 2 && (lower.count == tile.width) == (step == .tiny))
  }
}
