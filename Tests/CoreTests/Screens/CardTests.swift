import AppCore
import Canvas
import Library
import Localization
import Model
import Screens
import Testing

/// The captions of tiles: heart and upload date everywhere, the size in search results.
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

  /// Returns the rectangle of a tile's caption, with the selection frame above it or without.
  private func caption(_ tile: FeedLayout.Tile, _ state: AppState) -> Rect {
    guard let list = state.listInView, state.views[list].selection == tile.index,
      list != .favourites || state.profileFocus == .list
    else { return tile.caption }
    return tile.caption.below(frameAround: tile.picture)
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
        let caption = text(frame, in: caption(tile, state))
        if state.offers(.likes), !state.library.showsPendingLike(of: photo.id) {
          #expect(hearts.contains(where: caption.contains), "\(size): \(caption)")
        }
        // The smallest tiles of a low screen have no room for a year beside the heart.
        let leastWidth = tile.caption.height > 1 ? 4 : state.hasMarks ? 12 : 8
        guard let created = photo.created, tile.caption.width >= leastWidth else { continue }
        let dates = Texts(language).dateForms(created)
        #expect(dates.contains(where: caption.contains), "\(size): \(caption)")
      }
    }
  }

  @Test(arguments: Language.allCases, [RowSize.small, .medium, .large, .columns, .single])
  func `every search result shows its size in pixels`(_ language: Language, _ size: RowSize) {
    for screen in Self.sizes {
      var state = Sample.found(screen)
      state.views.restore(.search, size)
      let frame = Screens.render(state, Snapshots.context(language))
      let shown = cards(of: state)
      #expect(shown.isEmpty == (state.metrics(of: state.search.list).summary != nil), "\(screen)")
      for tile in shown {
        guard let photo = state.photos[tile.id] else { continue }
        let forms = [" × ", "×"].map { "\(photo.width)\($0)\(photo.height)" }
        // A tile narrower than the size has no room for it.
        guard tile.picture.width >= forms[1].count else { continue }
        let text = text(frame, in: tile.frame.union(caption(tile, state)))
        #expect(forms.contains(where: text.contains), "\(screen): \(text)")
      }
    }
  }

  @Test func `only search results show their size beside other data`() {
    let feed = Screens.render(Sample.feed(Size(120, 40)), Snapshots.context(.english))
    #expect(!Snapshots.text(feed).contains(/\d{4} ?× ?\d{4}/))
  }

  @Test func `in one line the count is dropped first, then the name, never heart or date`() {
    var state = Sample.feed(Size(120, 14), edition: .extended)
    state.views.restore(.feed, .large)
    let texts = Texts(.english)
    var seen: Set<String> = []
    for name in ["Al", "Alexandra", String(repeating: "Alexandra ", count: 9)] {
      for id in state.photos.keys {
        state.photos[id]?.author.name = name
        state.photos[id]?.likes = 123_456
      }
      let frame = Screens.render(state, Snapshots.context(.english))
      for tile in cards(of: state) {
        guard let photo = state.photos[tile.id], let created = photo.created else { continue }
        #expect(tile.caption.height == 1)
        let caption = text(frame, in: caption(tile, state))
        let hasCount = caption.contains("123,456")
        let hasName = caption.contains(name.split(separator: " ")[0])
        let isCut = caption.contains("…") || !caption.contains("Al")
        #expect(caption.contains("♡") || caption.contains("♥"))
        #expect(texts.dateForms(created).contains(where: caption.contains))
        #expect(!(hasCount && isCut), "\(caption)")
        seen.insert(hasCount ? "count" : hasName && !isCut ? "name" : "cut")
      }
    }
    #expect(seen == ["count", "name", "cut"])
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
