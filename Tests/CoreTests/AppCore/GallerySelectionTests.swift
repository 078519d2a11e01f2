@testable import AppCore
import Canvas
import struct Harness.SeededGenerator
import Model
import Testing

@Suite struct GallerySelectionTests {
  @Test func `the gallery opens at its newest photo, whatever arrived before`() {
    var state = Given.feed(3, viewport: Given.threeColumns)
    state.launch = Given.galleryLaunch
    let old = GalleryContents([Given.entry(9)])
    _ = AppReducer.reduce(&state, .gallery(.read(.success(old))))
    for number in [5, 3] { _ = AppReducer.reduce(&state, .gallery(.added(Given.entry(number)))) }
    #expect(state.selectedInGallery == Given.id(3))
    _ = AppReducer.reduce(&state, .tabPressed(.gallery))
    #expect(state.selectedInGallery == Given.id(3))
    // After that, the selection stays.
    _ = AppReducer.reduce(&state, .gallery(.added(Given.entry(1))))
    #expect(state.selectedInGallery == Given.id(3))
  }

  @Test func `Space marks and moves on, Enter still opens, and Esc removes the marks`() {
    var state = Given.gallery(3, 2)
    expect(&state, .pressed(.back))
    #expect(KeyMap.action(for: .character(" "), in: state) == .pressed(.mark))
    expect(&state, .pressed(.mark)) {
      $0.program.galleryView.marks = [Given.id(0)]
      $0.program.galleryView.selection = 1
      $0.program.galleryView.column = 1
    }
    var opened = state
    _ = AppReducer.reduce(&opened, .pressed(.open))
    #expect(opened.photo?.id == Given.id(1) && opened.program.galleryView.marks == [Given.id(0)])
    expect(&state, .pressed(.back)) { $0.program.galleryView.marks = [] }
  }

  @Test func `a group can be marked, and the whole gallery`() {
    var state = Given.gallery(3, 2)
    let group: Set = [Given.id(0), Given.id(1), Given.id(2)]
    let all = group.union([Given.id(3), Given.id(4)])
    expect(&state, .pressed(.markGroup)) { $0.program.galleryView.marks = group }
    expect(&state, .pressed(.markAll)) { $0.program.galleryView.marks = all }
    expect(&state, .gallery(.headingPressed(of: Given.id(4)))) {
      $0.program.galleryView.marks = group
    }
    expect(&state, .pressed(.markGroup)) { $0.program.galleryView.marks = [] }
    expect(&state, .pressed(.markAll)) { $0.program.galleryView.marks = all }
    expect(&state, .pressed(.markAll)) { $0.program.galleryView.marks = [] }
    expect(&state, .gallery(.headingPressed(of: Given.id(4))))
  }

  @Test func `a click selects and opens`() {
    var state = Given.gallery(3, 2)
    expect(&state, .gallery(.photoPressed(Given.id(77))))
    _ = AppReducer.reduce(&state, .gallery(.photoPressed(Given.id(1))))
    #expect(state.program.galleryView.selection == 1 && state.program.galleryView.column == 1)
    #expect(state.photo?.id == Given.id(1) && state.photo?.isInGallery == true)
  }

  @Test func `y and n answer, whatever has the focus`() {
    var state = Given.gallery(3)
    _ = AppReducer.reduce(&state, .pressed(.delete))
    expect(&state, .pressed(.no)) { $0.alerts = [] }
    _ = AppReducer.reduce(&state, .pressed(.delete))
    let effects = AppReducer.reduce(&state, .pressed(.yes))
    #expect(effects == [.gallery(.delete([Given.file(0)]))] && state.alerts.isEmpty)
  }

  @Test func `deleting asks first, and Enter means No`() {
    var state = Given.gallery(3, 2)
    state.program.galleryView.marks = [Given.id(3), Given.id(0)]
    let asked = state
    _ = AppReducer.reduce(&state, .pressed(.delete))
    #expect(state.alerts.map(\.kind) == [.confirmDelete([Given.id(0), Given.id(3)], bytes: 2000)])
    #expect(AppReducer.reduce(&state, .pressed(.open)).isEmpty)
    #expect(state.gallery == asked.gallery)
    _ = AppReducer.reduce(&state, .pressed(.delete))
    _ = AppReducer.reduce(&state, .pressed(.moveLeft))
    let effects = AppReducer.reduce(&state, .pressed(.open))
    #expect(effects == [.gallery(.delete([Given.file(0), Given.file(3)]))])
    #expect(state.gallery.deleting == [Given.id(0), Given.id(3)])
    // Nothing is deleted twice.
    #expect(AppReducer.reduce(&state, .pressed(.delete)).isEmpty)
    #expect(state.alerts.isEmpty)
  }

  @Test func `without marks only the selected photo is deleted`() {
    var state = Given.gallery(3, 2)
    _ = AppReducer.reduce(&state, .pressed(.moveRight))
    _ = AppReducer.reduce(&state, .pressed(.delete))
    #expect(state.alerts.map(\.kind) == [.confirmDelete([Given.id(1)], bytes: 1000)])
    // Keys that delete mean nothing else elsewhere.
    let keys = Command.delete.definition.keys
    #expect(keys == [Key(.delete)])
    let x = KeyMap.standard.command(for: .character("x"), at: .gallery, in: .extended)
    #expect(x == .cancelDownload)
    #expect(KeyMap.standard.command(for: Key(.delete), at: .gallery, in: .extended) == .delete)
  }

  @Test func `deleted photos leave the gallery, and the selection moves to the next`() {
    // The whole gallery is visible.
    var state = Given.gallery(3, 2, viewport: Viewport(columns: 80, rows: 30))
    state.program.galleryView.marks = [Given.id(1), Given.id(2)]
    state.program.galleryView.selection = 1
    state.program.galleryView.column = 1
    _ = AppReducer.reduce(&state, .gallery(.deleteConfirmed([Given.id(1), Given.id(2)])))
    expect(
      &state,
      .gallery(.deleted([Given.id(1), Given.id(2)], kept: [], nil)),
      [noticeTimer(1)]
    ) { state in
      state.gallery.groups = [
        GalleryGroup(.search(SearchQuery("q0")), [Given.id(0)]),
        GalleryGroup(.search(SearchQuery("q1")), [Given.id(3), Given.id(4)]),
      ]
      for number in [1, 2] {
        state.gallery.items[Given.id(number)] = nil
        state.gallery.conditions[Given.id(number)] = nil
        state.gallery.ids.remove(Given.id(number))
      }
      state.gallery.deleting = []
      state.gallery.bytes = 3000
      state.program.galleryView.marks = []
      state.program.galleryView.selection = 1
      state.program.galleryView.column = 0
      state.program.nextNumber = 1
      state.notice = Notice(number: 1, text: .deletedPhotos(2))
    }
    checkGallery(state)
  }

  @Test func `a photo that couldn't be deleted stays, with the reason and Retry`() {
    var state = Given.gallery(2)
    _ = AppReducer.reduce(&state, .gallery(.deleteConfirmed([Given.id(0), Given.id(1)])))
    let problem = Problem(.gallery, .notPermitted(path: "/gallery/test-p1.jpg"))
    _ = AppReducer.reduce(
      &state,
      .gallery(.deleted([Given.id(0)], kept: [Given.id(1)], problem))
    )
    #expect(state.gallery.ids == [Given.id(1)])
    #expect(state.gallery.deleting.isEmpty)
    #expect(state.notice?.text == .deletedPhotos(1))
    let retry = AppAction.gallery(.deleteConfirmed([Given.id(1)]))
    #expect(state.alerts.map(\.kind) == [.problem(problem, retry: retry)])
    #expect(
      AppReducer.reduce(&state, .alerts(.buttonPressed(0)))
        == [.gallery(.delete([Given.file(1)]))]
    )
    checkGallery(state)
  }

  @Test func `deleting the last photo leaves an empty gallery`() {
    var state = Given.gallery(1)
    _ = AppReducer.reduce(&state, .gallery(.deleted([Given.id(0)], kept: [], nil)))
    #expect(state.gallery.groups.isEmpty && state.selectedInGallery == nil)
    checkGallery(state)
    #expect(
      KeyMap.action(for: .character(" "), in: state) == .unavailable(.mark, .nothingSelected)
    )
    for command in Command.allCases { _ = AppReducer.reduce(&state, .pressed(command)) }
  }

  @Test func `the gallery outlives the account`() {
    var state = Given.gallery(2)
    let before = state
    _ = AppReducer.reduce(&state, .profile(.signedOut(.success(nil))))
    #expect(state.gallery == before.gallery)
    #expect(Set(state.photos.keys) == state.gallery.ids)
    // A deletion that ends now is reported to no one.
    #expect(
      AppReducer.reduce(&state, .gallery(.deleted([Given.id(0)], kept: [], nil))).isEmpty
    )
    state.stage = .splash
    #expect(
      AppReducer.reduce(&state, .sessionRead(.success(Account()))).contains(.gallery(.read))
    )
    #expect(state.gallery.deleting.isEmpty && state.gallery.load == .reading)
  }
}

@Suite struct GalleryLayoutTests {
  /// Returns every row of a gallery in order: headings and tiles.
  private func naive(_ counts: [Int], _ metrics: GalleryMetrics) -> [(heading: Int?, tiles: [Int])]
  {
    var rows: [(heading: Int?, tiles: [Int])] = []
    var tile = 0
    for (group, count) in counts.enumerated() {
      rows.append((group, []))
      for _ in 1..<metrics.headingRows { rows.append((nil, [])) }
      var rest = count
      while rest > 0 {
        let line = min(rest, metrics.columns)
        rows.append((nil, Array(tile..<tile + line)))
        for _ in 1..<metrics.rowHeight { rows.append((nil, [])) }
        tile += line
        rest -= line
      }
    }
    return rows
  }

  @Test func `the bar beside the tiles shows the position`() {
    let many = GalleryGroup(.feed, (0..<400).map(Given.id))
    let metrics = GalleryMetrics(Viewport(columns: 80, rows: 24))
    let layout = GalleryLayout([many], metrics)
    let body = metrics.body
    let first = layout.bar(top: 0)
    #expect(first?.column == Rect(x: body.maxX - 1, y: body.y, width: 1, height: body.height))
    #expect(first?.thumb.y == body.y && first?.thumb.height == 1)
    #expect(layout.bar(top: layout.lastTop)?.thumb.maxY == body.maxY)
    let middle = layout.bar(top: layout.lastTop / 2)?.thumb.y ?? 0
    #expect(abs(middle - (body.y + body.height / 2)) <= 1)
    // No tile or frame is below it.
    for tile in layout.visible(top: 0).tiles { #expect(tile.picture.maxX + 1 < body.maxX) }
    #expect(GalleryLayout([GalleryGroup(.feed, [Given.id(0)])], metrics).bar(top: 0) == nil)
    let narrow = GalleryMetrics(Viewport(columns: 40, rows: 12))
    #expect(GalleryLayout([many], narrow).bar(top: 0) == nil)
  }

  @Test(arguments: 0..<40)
  func `tiles and headings are where counting row by row finds them`(_ seed: Int) {
    var dice = SeededGenerator(seed)
    let counts = (0..<Int.random(in: 1..<9, using: &dice)).map { _ in
      Int.random(in: 1..<14, using: &dice)
    }
    let viewport = Viewport(
      columns: .random(in: 20...200, using: &dice),
      rows: .random(in: 6...60, using: &dice)
    )
    let entries = Given.entries(counts)
    var groups: [GalleryGroup] = []
    for entry in entries {
      if groups.last?.origin == entry.origin {
        groups[groups.count - 1].ids.append(entry.photo.id)
      } else {
        groups.append(GalleryGroup(entry.origin, [entry.photo.id]))
      }
    }
    let layout = GalleryLayout(groups, GalleryMetrics(viewport))
    let rows = naive(counts, layout.metrics)
    #expect(layout.rows == rows.count)
    #expect(layout.count == entries.count)
    for (row, content) in rows.enumerated() {
      for tile in content.tiles { #expect(layout.rows(of: tile).contains(row)) }
    }
    let top = Int.random(in: 0...layout.lastTop, using: &dice)
    let body = layout.metrics.body
    let (headings, tiles) = layout.visible(top: top)
    let seen = top..<min(rows.count, top + body.height)
    #expect(headings.map(\.group) == seen.compactMap { rows[$0].heading })
    for heading in headings {
      #expect(rows[heading.rect.y - body.y + top].heading == heading.group)
    }
    // A line is visible if one of its rows is.
    let first = max(0, top - layout.metrics.rowHeight + 1)
    let expected = (first..<seen.upperBound).flatMap { rows[$0].tiles }
    #expect(tiles.map(\.index) == expected)
    for tile in tiles {
      #expect(tile.id == Given.id(tile.index))
      #expect(rows[tile.picture.y - body.y + top].tiles.contains(tile.index))
      #expect(tile.picture.maxX <= body.maxX && tile.picture.x >= body.x + 2)
    }
  }

  @Test func `a deleted photo isn't downloaded again, whatever state its download has`() {
    for phase in ["running", "paused", "failed"] {
      var state = Given.gallery(2)
      let id = DownloadID(Given.id(0))
      _ = AppReducer.reduce(&state, .gallery(.checked([Given.id(0): .missing])))
      _ = AppReducer.reduce(&state, .pressed(.refresh))
      // The key that pauses is the same everywhere; the one that cancels deletes here.
      if phase == "paused" { _ = AppReducer.reduce(&state, .pressed(.pause)) }
      if phase == "failed" {
        _ = AppReducer.reduce(&state, .downloads(.ended(id, .failure(Given.timeout))))
      }
      #expect(state.downloads[id]?.isUnderWay == (phase == "running"))
      #expect(
        AppReducer.reduce(&state, .gallery(.deleteConfirmed([Given.id(0)])))
          == [.downloads(.discard(id)), .gallery(.delete([Given.file(0)]))]
      )
      #expect(state.downloads.items.isEmpty)
      // It was completed at that very moment.
      let entry = Given.entry(0, .search(SearchQuery("q0")), size: 5)
      _ = AppReducer.reduce(&state, .gallery(.added(entry)))
      _ = AppReducer.reduce(&state, .gallery(.deleted([Given.id(0)], kept: [], nil)))
      #expect(state.gallery.count == 1 && !state.gallery.ids.contains(Given.id(0)))
    }
  }

  @Test func `deleting a photo removes its row of the downloads`() {
    var state = Given.gallery(1)
    _ = AppReducer.reduce(&state, .gallery(.checked([Given.id(0): .missing])))
    _ = AppReducer.reduce(&state, .pressed(.refresh))
    let entry = Given.entry(0, .search(SearchQuery("q0")))
    _ = AppReducer.reduce(
      &state,
      .downloads(.ended(DownloadID(Given.id(0)), .success(.downloaded(entry))))
    )
    #expect(state.downloads.items.map(\.phase) == [.finished])
    let effects = AppReducer.reduce(&state, .gallery(.deleteConfirmed([Given.id(0)])))
    #expect(effects == [.gallery(.delete([Given.file(0)]))])
    #expect(state.downloads.items.isEmpty)
  }
}
