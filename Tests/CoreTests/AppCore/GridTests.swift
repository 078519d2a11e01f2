import AppCore
import Canvas
import Harness
import Model
import Testing

@testable import AppCore

@Suite struct `Square tiles` {
  private func rows(
    _ count: Int,
    columns: Int = 120,
    size: RowSize = .medium,
    pivot: Int = 0,
    hasEnded: Bool = true
  ) -> FeedRows {
    let viewport = Viewport(columns: columns, rows: 40)
    let body = Rect(x: 0, y: 1, width: columns, height: 38)
    var list = PhotoList()
    list.order = (0..<count).map { Photo.ID(service: "s", value: "\($0)") }
    list.nextPage = hasEnded ? nil : 2
    let metrics = FeedMetrics(viewport: viewport, body: body, size: size, isAlbum: true)
    return FeedRows(list, pivot: FeedRows.Pivot(index: pivot), photos: [:], metrics: metrics)
  }

  @Test(arguments: [(RowSize.tiny, 4), (.small, 3), (.medium, 2), (.large, 2), (.single, 1)])
  func `rows have a fixed number of tiles`(_ size: RowSize, count: Int) {
    #expect(rows(24, size: size).rows[0].count == count)
  }

  @Test(arguments: [40, 56, 80, 120, 200, 320])
  func `tiles are within the screen, at most 60 columns wide`(_ columns: Int) {
    let rows = rows(6, columns: columns)
    let tiles = rows.rows.flatMap { row in row.indices.map { rows.tile($0, in: row, top: 0) } }
    #expect(tiles.count == 6 && rows.rows.allSatisfy { $0.count == 2 })
    #expect(tiles.allSatisfy { $0.frame.x >= 0 && $0.frame.maxX <= columns })
    #expect(tiles.allSatisfy { $0.picture.width <= 60 && $0.picture.height <= 38 })
  }

  @Test func `tiles wait for the next page to fill their row`() {
    #expect(rows(5, hasEnded: false).count == 4)
    #expect(rows(5).count == 5)
    #expect(rows(1, hasEnded: false).count == 1)
  }

  @Test func `tiles keep their rows when photos are inserted at the top`() {
    #expect(rows(9, pivot: 3).rows.map(\.count) == [1, 2, 2, 2, 2])
    #expect(rows(9, pivot: 4).rows.map(\.count) == [2, 2, 2, 2, 1])
  }
}
