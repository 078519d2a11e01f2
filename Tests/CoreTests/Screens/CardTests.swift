import AppCore
import Canvas
import Localization
import Model
import Testing

@testable import Screens

/// The captions of tiles with heart and upload date, and the sizes of search results.
@Suite struct CardTests {
  private static let sizes = [
    Size(200, 60), Size(160, 45), Size(120, 40), Size(80, 24), Size(64, 16), Size(40, 12),
  ]

  /// Returns the text in the visible cells of a rectangle, one row after another.
  private func text(_ frame: Frame, in rect: Rect) -> String {
    let visible = rect.intersection(frame.canvas.bounds)
    var text = ""
    for y in visible.y..<visible.maxY {
      for x in visible.x..<visible.maxX {
        guard case .text(let character) = frame.canvas[x, y].content else { continue }
        text.append(character == "\u{A0}" ? " " : character)
      }
      text += "\n"
    }
    return text
  }

  /// Returns the tiles of the current list whose captions are visible and not covered.
  private func cards(of state: AppState) -> [FeedLayout.Tile] {
    guard let list = state.listInView, Set.lists.contains(state.place) else { return [] }
    let layout = state.tiles(of: list)
    // Small tiles have no captions.
    guard layout.metrics.captionRows > 0 else { return [] }
    // A notice covers the bottom rows.
    let bottom = layout.metrics.body.maxY - (state.notice == nil ? 0 : 3)
    let pane = state.layout.lowerPane ?? Rect(x: 0, y: 0, width: 0, height: 0)
    return layout.tiles.filter { tile in
      tile.caption.y >= layout.metrics.body.y && tile.caption.maxY <= bottom
        && tile.caption.intersection(pane).isEmpty
    }
  }

  @Test(arguments: Scene.all + Scene.albums)
  func `every tile shows its heart and its date`(_ scene: Scene) {
    for (index, size) in Self.sizes.enumerated() {
      let state = scene.state(size)
      let cards = cards(of: state)
      guard !cards.isEmpty else { continue }
      // Each size in one of the two; all of them have wide and narrow tiles.
      let (language, glyphs): (Language, Glyphs) =
        index.isMultiple(of: 2) ? (.english, .ascii) : (.russian, .unicode)
      let frame = Screens.render(state, Snapshots.context(language, glyphs: glyphs))
      let hearts = glyphs.isASCII ? ["<3", "<>"] : ["♥", "♡"]
      for tile in cards {
        guard let photo = state.photos[tile.id] else { continue }
        let caption = text(frame, in: tile.caption)
        if state.offers(.likes), !state.showsPendingLike(of: photo.id) {
          #expect(hearts.contains(where: caption.contains), "\(size): \(caption)")
        }
        guard let created = photo.created else { continue }
        let dates = Texts(language).dateForms(created)
        #expect(dates.contains(where: caption.contains), "\(size): \(caption)")
      }
    }
  }

  @Test(arguments: [false, true], [RowSize.tiny, .small, .medium, .large, .columns, .single])
  func `every search result shows its size at one place, unless its tile is too narrow`(
    _ isMarked: Bool,
    _ size: RowSize
  ) throws {
    for screen in Self.sizes {
      var state = Sample.found(screen)
      state.views.restore(.search, size)
      if isMarked { _ = AppReducer.reduce(&state, .pressed(.mark)) }
      let frame = Screens.render(state, Snapshots.context(.english))
      let layout = state.tiles(of: state.search.list)
      let body = layout.metrics.body
      for tile in layout.tiles where body.contains(tile.picture.origin) {
        let photo = try #require(state.photos[tile.id])
        let size = "\(photo.width)×\(photo.height)"
        // A mark is in the other corner. The gap beside the tile has room for one column.
        let corner = Rect(
          x: tile.frame.x,
          y: tile.picture.y,
          width: tile.frame.width + 1,
          height: 1
        )
        let shown = text(frame, in: corner).filter { $0 != "\n" }
        let room = tile.frame.width + 1 - (state.marks.contains(tile.id) ? 3 : 0)
        #expect(shown.contains(size) == (room >= size.count), "\(screen): \(shown)")
        #expect(!text(frame, in: tile.caption).contains("×"))
        #expect(room >= size.count || layout.metrics.summary != nil || isMarked)
      }
      guard let row = layout.metrics.summary else { continue }
      #expect(text(frame, in: row).contains("×"), "\(screen)")
    }
  }

  @Test func `only search results show their size beside other data`() {
    for size in [Size(120, 40), Size(40, 12)] {
      var state = Sample.feed(size)
      for hasPictures in [true, false] {
        state.program.hasPictures = hasPictures
        for step in [RowSize.medium, .single] {
          state.views.restore(.feed, step)
          let frame = Screens.render(state, Snapshots.context(.english))
          #expect(!Snapshots.text(frame).contains(/\d{4} ?× ?\d{4}/))
        }
      }
    }
  }

  @Test func `a caption has the day and the heart in tiles of any width, also in search`() {
    var widths: Set<Int> = []
    for (columns, rows) in (40...130).map({ ($0, [12, 16, 24, 40][$0 % 4]) }) {
      for isSearch in [false, true] {
        let size = Size(columns, rows)
        var state = isSearch ? Sample.found(size) : Sample.feed(size, edition: .extended)
        for (index, id) in state.photos.keys.sorted(by: { $0.value < $1.value }).enumerated() {
          state.photos[id]?.likes = 1_759
          // Towers and panoramas, too.
          state.photos[id]?.width = [600, 4_000, 3_000, 12_000][index % 4]
        }
        let frame = Screens.render(state, Snapshots.context(.english))
        for tile in cards(of: state) {
          guard let created = state.photos[tile.id]?.created else { continue }
          let caption = text(frame, in: tile.caption)
          let dates = Texts(.english).dateForms(created)
          #expect(dates.contains(where: caption.contains), "\(size): \(caption)")
          #expect(caption.contains { "♡♥".contains($0) }, "\(size): \(caption)")
          widths.insert(tile.caption.width)
        }
      }
    }
    #expect(widths.contains { $0 < 12 } && widths.contains { $0 > 40 }, "\(widths)")
  }

  @Test func `one-column captions begin and end with their photo, or begin with a narrow one`() {
    for (size, isAlbum) in Self.sizes.flatMap({ [($0, false), ($0, true)] }) {
      var state = Sample.feed(size, edition: .extended)
      if isAlbum { state.launch.service = Scene.albumService }
      state.views.restore(.feed, .single)
      for tile in state.tiles(of: .feed).tiles {
        #expect(tile.caption.x == tile.picture.x && tile.caption.maxX >= tile.picture.maxX)
        let isWide = tile.picture.width >= (size.height > 18 ? 20 : 56)
        #expect(!isWide || tile.caption.maxX == tile.picture.maxX, "\(size), \(isAlbum)")
      }
    }
  }

  /// Returns the first row of a caption in ever fewer columns, each form once.
  private func captions(rows: Int) throws -> [String] {
    let state = Sample.feed(Size(80, 24), edition: .extended)
    var photo = try #require(Sample.photos.first)
    photo.likes = 1_759
    let shown = (rows > 1 ? 9...44 : 12...44).reversed().map { width in
      var painter = Painter(state, Snapshots.context(.english))
      TileCaption(
        photo: photo,
        state: state,
        list: .feed,
        rect: Rect(x: 0, y: 0, width: width, height: rows),
        body: painter.bounds,
        isSelected: false
      ).draw(&painter)
      return text(painter.frame, in: Rect(x: 0, y: 0, width: width, height: 1)).dropLast()
        .split(separator: " ").joined(separator: " ")
    }
    return shown.indices.filter { $0 == 0 || shown[$0] != shown[$0 - 1] }.map { shown[$0] }
  }

  @Test func `the name gives way first, then the count's form, then the count`() throws {
    let two = try captions(rows: 2)
    #expect(
      two == [
        "Annie Spratt ♡ 1,759", "Annie Spra… ♡ 1,759", "Annie Spr… ♡ 1,759", "Annie Sp… ♡ 1,759",
        "Annie S… ♡ 1,759", "Annie… ♡ 1,759", "Annie… ♡ 1.8k", "Annie Spr… ♡", "Annie Sp… ♡",
        "Annie S… ♡", "Annie… ♡",
      ]
    )
    let one = try captions(rows: 1).filter { !$0.contains(/Annie [Sprat]*…/) }
    #expect(
      one == [
        "Annie Spratt · 27 August 2022 ♡ 1,759", "Annie Spratt · 27 Aug 2022 ♡ 1,759",
        "Annie Spratt · 27 Aug 22 ♡ 1,759", "Annie… · 27 Aug 22 ♡ 1,759",
        "Annie… · 27 Aug 22 ♡ 1.8k", "Annie… · 27 Aug 22 ♡", "27 Aug 22 ♡",
      ]
    )
  }

  @Test func `a photo in the gallery has its own mark, and one in the folder a check mark`() {
    var state = Sample.feed(Size(120, 40), edition: .extended) { $0.keep(0) }
    state.notice = nil
    #expect(find("▣✓ ", in: Screens.render(state, Snapshots.context(.english))) != nil)
    let plain = Sample.feed(Size(120, 40), edition: .extended)
    #expect(find("✓", in: Screens.render(plain, Snapshots.context(.english))) == nil)
  }

  // MARK: Formats

  @Test func `the format button is always shown, and its sign shows the format`() {
    for size in Self.sizes {
      var state = Sample.found(size)
      let isWide = size.width >= FeedMetrics.columnsForRows
      let signs = isWide ? ["▤", "◫", "□", "▤"] : ["□", "◫", "□"]
      for sign in signs {
        let frame = Screens.render(state, Snapshots.context(.english))
        let place = find(sign, in: frame)
        #expect(place?.y == state.layout.body.y, "\(sign) at \(size)")
        let action = place.flatMap { frame.action(at: $0) }
        #expect(action == .pressed(.format), "\(sign) at \(size)")
        _ = AppReducer.reduce(&state, action ?? .pressed(.format))
      }
    }
  }

  @Test func `two columns are equal cropped tiles, and the choice is saved`() {
    for size in Self.sizes {
      var state = Sample.found(size)
      let effects = AppReducer.reduce(&state, .pressed(.format))
      #expect(effects.contains(.view(.writeSize(.search, .columns))))
      let layout = state.tiles(of: state.search.list)
      #expect(layout.metrics.grid?.count == 2)
      #expect(Set(layout.tiles.map(\.picture.size)).count == 1)
      #expect(layout.tiles.allSatisfy { $0.isCut })
      #expect(layout.tiles.count >= 2)
      let frame = Screens.render(state, Snapshots.context(.english))
      let pictures = frame.placements.filter { $0.use == .thumbnail }
      #expect(pictures.count >= 2 && pictures.allSatisfy { $0.followsFocus })
    }
  }

  @Test func `rows return with their former size`() {
    var state = Sample.found(Size(120, 40)) { $0.reduce(.pressed(.smaller)) }
    let sizes = (0..<4).map { _ in
      _ = AppReducer.reduce(&state, .pressed(.format))
      return state.views.sizes(of: .search).present
    }
    #expect(sizes == [.columns, .single, .small, .columns])
  }
}
