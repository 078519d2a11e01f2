import AppCore
import Canvas
import Imaging
import Model
import Testing

@testable import Pictures

/// Photos with extreme sizes, in layout and planning.
@Suite struct `Extreme sides` {
  private static let sides = [1, 2, 999_999, 1_000_000]

  private func request(
    _ photo: Size,
    _ viewport: Viewport,
    _ zoom: Zoom,
    _ turns: Int
  ) -> PictureRequest {
    let body = Rect(x: 0, y: 1, width: viewport.columns, height: viewport.rows - 2)
    let layout = PhotoLayout(
      size: photo,
      quarterTurns: turns,
      zoom: zoom,
      centerX: 0.9,
      centerY: 0.9,
      viewport: viewport,
      body: body
    )
    #expect(layout.box.width >= 1 && layout.box.width <= max(1, body.width))
    #expect(layout.box.height >= 1 && layout.box.height <= max(1, body.height))
    #expect(layout.crop.width > 0 && layout.crop.height > 0)
    return PictureRequest(
      id: PictureKey(.photo(Photo.ID(service: "unsplash", value: "a")), .full),
      picture: nil,
      size: photo,
      box: layout.box.size,
      part: layout.crop,
      quarterTurns: turns,
      visibleParts: [Rect(x: 0, y: 0, width: layout.box.width, height: layout.box.height)]
    )
  }

  private func check(_ request: PictureRequest, _ cell: (Int, Int), _ output: PictureOutput) {
    #expect((1...request.size.width).contains(request.neededWidth(output)))
    for width in Set([1, min(3840, request.size.width), request.size.width]) {
      for plan in request.images(from: .init(width: width, cacheKey: "a"), output) {
        #expect(plan.region.width > 0 && plan.region.height > 0, "\(request) \(plan)")
        #expect(plan.region.intersection(Rect(plan.whole)) == plan.region, "\(request) \(plan)")
        // The visible part and some of its surroundings, or everything if it is small.
        let seen = request.box.width * request.box.height * cell.0 * cell.1 / 10_000
        let most = max(output.largestImage / 3, 4 * seen)
        #expect(plan.region.width * plan.region.height <= most, "\(request) \(plan)")
      }
    }
  }

  @Test(arguments: sides, sides)
  func `photos of extreme sizes can be laid out, planned and drawn`(width: Int, height: Int) {
    for cells in [Size(40, 12), Size(80, 24), Size(1000, 500)] {
      for cell in [(1, 1), (1000, 2000), (100_000, 100_000)] {
        let viewport = Viewport(
          columns: cells.width,
          rows: cells.height,
          cellWidth: cell.0,
          cellHeight: cell.1
        )
        for zoom in [Zoom.fit, .fill, .actual, .scale(Zoom.largest), .scale(1e-9)] {
          for turns in 0...1 {
            let request = request(Size(width, height), viewport, zoom, turns)
            for graphics in [GraphicsProtocol.kitty, .sixel, .symbols] {
              check(
                request,
                cell,
                PictureOutput(
                  symbols: SymbolOptions(),
                  graphics: graphics,
                  cellWidth: Double(cell.0) / 100,
                  cellHeight: Double(cell.1) / 100
                )
              )
            }
          }
        }
      }
    }
  }

  /// The part shown of a picture until it is drawn for another zoom.
  @Test(arguments: sides, sides)
  func `photos of extreme sizes can be previews for each other`(width: Int, height: Int) {
    let viewport = Viewport(columns: 40, rows: 12)
    let requests = [Zoom.fit, .fill, .actual, .scale(Zoom.largest), .scale(1e-9)].map {
      request(Size(width, height), viewport, $0, 0)
    }
    for from in requests {
      let rendition = Rendition(
        quality: .blurHash,
        part: from.part,
        quarterTurns: 0,
        grid: .filled(from.box, from.filler)
      )
      for to in requests {
        let grid = rendition.resampled(for: to, filler: to.filler)
        #expect(grid.symbols.count == to.box.width * to.box.height)
      }
    }
  }
}
