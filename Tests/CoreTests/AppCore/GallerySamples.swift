@testable import AppCore
import Canvas
import Model
import Testing

extension Given {
  static let galleryLaunch: Launch = {
    var launch = extendedLaunch
    launch.galleryFolder = "/gallery"
    return launch
  }()

  static func entry(
    _ number: Int,
    _ origin: ListID = .feed,
    size: Int64 = 1000
  ) -> GalleryEntry {
    GalleryEntry(
      photo: photo(number),
      origin: origin,
      fileName: "test-p\(number).jpg",
      size: size,
      hash: "hash\(number)",
      time: Double(1000 - number)
    )
  }

  static func file(_ number: Int, size: Int64 = 1000) -> GalleryFile {
    GalleryFile(
      id: id(number),
      path: "/gallery/test-p\(number).jpg",
      size: size,
      hash: "hash\(number)"
    )
  }

  /// Returns entries in groups of these sizes, the first one the newest.
  static func entries(_ counts: [Int]) -> [GalleryEntry] {
    var number = 0
    return counts.enumerated().flatMap { group, count in
      (0..<count).map { _ in
        defer { number += 1 }
        return entry(number, .search(SearchQuery("q\(group)")))
      }
    }
  }

  /// A window with three square tiles in a row of the gallery.
  static let threeColumns = Viewport(columns: 62, rows: 24)

  /// Returns a user's gallery on the screen, with groups of these sizes; all files exist.
  static func gallery(
    _ counts: Int...,
    viewport: Viewport = threeColumns
  ) -> AppState {
    var state = feed(3, viewport: viewport)
    state.launch = galleryLaunch
    let entries = entries(counts)
    _ = AppReducer.reduce(&state, .gallery(.read(.success(GalleryContents(entries)))))
    _ = AppReducer.reduce(&state, .tabPressed(.gallery))
    for entry in entries { state.gallery.conditions[entry.photo.id] = .whole }
    return state
  }
}

extension AppState {
  /// Shows the gallery's tab.
  mutating func showGallery() {
    tab = .gallery
    program.galleryView.isVisited = true
  }
}

/// Checks the properties that the gallery has after every action.
func checkGallery(_ state: AppState, sourceLocation: SourceLocation = #_sourceLocation) {
  let gallery = state.gallery
  let ids = gallery.groups.flatMap(\.ids)
  #expect(Set(ids).count == ids.count, sourceLocation: sourceLocation)
  #expect(Set(ids) == Set(gallery.items.keys), sourceLocation: sourceLocation)
  #expect(gallery.ids.isSuperset(of: ids), sourceLocation: sourceLocation)
  if state.stage == .main, state.isShown(.gallery) {
    let (view, layout) = (state.program.galleryView, state.galleryLayout)
    let unread = layout.visible(top: view.top).tiles.map(\.id).filter { state.photos[$0] == nil }
    #expect(
      view.reading.union(view.unreadable).isSuperset(of: unread),
      "nobody reads \(unread)",
      sourceLocation: sourceLocation
    )
  }
  #expect(
    gallery.groups.allSatisfy { !$0.ids.isEmpty }
      && Set(gallery.groups.map(\.origin)).count
        == gallery.groups.count,
    sourceLocation: sourceLocation
  )
  #expect(
    gallery.bytes == gallery.items.values.reduce(0) { $0 + $1.size },
    sourceLocation: sourceLocation
  )
  #expect(
    state.program.galleryView.marks.isSubset(of: gallery.ids),
    sourceLocation: sourceLocation
  )
  guard !ids.isEmpty else {
    #expect(
      state.program.galleryView.selection == 0 && state.program.galleryView.top == 0,
      sourceLocation: sourceLocation
    )
    return
  }
  guard ids.indices.contains(state.program.galleryView.selection) else {
    Issue.record("selection \(state.program.galleryView.selection)", sourceLocation: sourceLocation)
    return
  }
  let layout = state.galleryLayout
  #expect(
    (0...layout.lastTop).contains(state.program.galleryView.top),
    sourceLocation: sourceLocation
  )
  // The selected tile is always visible if anything is drawn.
  guard !state.program.viewport.isTooSmall else { return }
  let seen =
    state.program.galleryView.top..<state.program.galleryView.top
    + max(1, layout.metrics.body.height)
  #expect(
    seen.overlaps(layout.rows(of: state.program.galleryView.selection)),
    sourceLocation: sourceLocation
  )
}
