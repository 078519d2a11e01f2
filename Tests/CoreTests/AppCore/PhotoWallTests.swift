import AppCore
import Canvas
import Foundation
import Harness
import Model
import Testing

/// The rows of real photos at common terminal sizes.
///
/// `Tests/Fixtures/photo-sizes.txt` has the sizes of 533 photos, in Unsplash's order.
@Suite struct PhotoWallTests {
  private static let viewports = [(80, 24), (120, 40), (160, 45), (200, 60)].map {
    Viewport(columns: $0, rows: $1)
  }
  private static let steps = [RowSize.tiny, .small, .medium, .large]

  private static let sizes: [Size] = {
    let text = (try? String(contentsOf: Fixture.url("photo-sizes.txt"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let sides = line.split(separator: "x").compactMap { Int($0) }
      return sides.count == 2 ? Size(sides[0], sides[1]) : nil
    }
  }()

  private static func photo(_ number: Int) -> Photo {
    let size = sizes[number % sizes.count]
    return Given.photo(number, width: size.width, height: size.height)
  }

  private func state(
    _ viewport: Viewport,
    _ step: RowSize,
    count: Int = Self.sizes.count
  ) -> AppState {
    var state = Given.feed(count, next: 2, viewport: viewport, photo: Self.photo)
    state.views.restore(.feed, step)
    return state
  }

  private func tiles(_ row: FeedRows.Row, _ rows: FeedRows) -> [FeedLayout.Tile] {
    row.indices.map { rows.tile($0, in: row, top: 0) }
  }

  @Test(arguments: viewports, steps)
  func `gaps are two columns, rows are flush, and photos of a row have one height`(
    _ viewport: Viewport,
    _ step: RowSize
  ) {
    #expect(Self.sizes.count == 533)
    let rows = state(viewport, step).rows(of: .feed)
    let metrics = rows.metrics
    #expect(rows.count > 500)
    for row in rows.rows {
      let tiles = tiles(row, rows)
      #expect(tiles.first?.picture.x == metrics.body.x + metrics.margin)
      #expect(tiles.last?.picture.maxX == metrics.body.x + metrics.margin + metrics.width)
      for (tile, next) in zip(tiles, tiles.dropFirst()) {
        #expect(next.picture.x - tile.picture.maxX == 2)
      }
      #expect(tiles.allSatisfy { $0.picture.height == row.height && $0.isCut })
      #expect(Set(tiles.map(\.picture.y)).count == 1)
    }
  }

  @Test(arguments: viewports, steps)
  func `tiles crop little of their photos`(_ viewport: Viewport, _ step: RowSize) {
    let state = state(viewport, step)
    let rows = state.rows(of: .feed)
    let cuts = rows.rows.flatMap { row in
      tiles(row, rows).compactMap { tile in
        state.photos[tile.id].map { photo in
          let width = Double(tile.picture.width * viewport.cellWidth)
          let height = Double(tile.picture.height * viewport.cellHeight)
          let ratio = width / height * Double(photo.height) / Double(photo.width)
          return 1 - min(ratio, 1 / ratio)
        }
      }
    }.sorted()
    let (count, most) = (cuts.count, cuts.last ?? 1)
    let (median, usual) = (cuts[count / 2], cuts[count * 995 / 1000])
    #expect(usual <= 0.09 && most <= 0.15, "\(usual), \(most)")
    if step == .medium { #expect(median <= 0.03, "\(median)") }
  }

  @Test(arguments: viewports, steps)
  func `pages move no row`(_ viewport: Viewport, _ step: RowSize) {
    let whole = state(viewport, step).rows(of: .feed).rows
    for count in stride(from: 30, to: Self.sizes.count, by: 30) {
      let part = state(viewport, step, count: count).rows(of: .feed).rows
      #expect(whole.starts(with: part))
    }
  }

  @Test(arguments: viewports, 1...6)
  func `a last row keeps gap and height, filled or not`(_ viewport: Viewport, _ rest: Int) {
    let rows = { (count: Int) in
      Given.feed(count, next: nil, viewport: viewport, photo: Self.photo).rows(of: .feed)
    }
    var unfilled = 0
    for start in stride(from: 20, to: 200, by: 20) {
      let rows = rows(start + rest)
      guard let last = rows.rows.last else { continue }
      let tiles = tiles(last, rows)
      for (tile, next) in zip(tiles, tiles.dropFirst()) {
        #expect(next.picture.x - tile.picture.maxX == 2)
      }
      let metrics = rows.metrics
      let end = metrics.body.x + metrics.margin + metrics.width
      if tiles.last?.picture.maxX != end {
        unfilled += 1
        #expect(last.height == Int(metrics.maker.target.rounded()))
      }
      #expect(tiles.allSatisfy { $0.picture.height == last.height && $0.picture.maxX <= end })
    }
    #expect(unfilled > 0)
  }
}
