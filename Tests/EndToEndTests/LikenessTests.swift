import Harness
import Testing

/// The similarity measure of the tests: it must recognize a photo on a terminal, and nothing else.
@Suite(.realTerminals) struct LikenessTests {
  /// Photos of all kinds: with much and little detail, dark and bright, tall and wide.
  static let names = [
    "06-roebling-bridge-night", "13-espresso-cup", "18-brandenburg-gate-evening", "22-two-dogs",
  ]

  /// A photo, and the box of cells it is shown in.
  private struct Picture {
    let photo: Raster
    let columns: Int
    let rows: Int
    /// The size of a cell in pixels.
    static let cell = (width: 4, height: 8)
    var width: Int { columns * Self.cell.width }
    var height: Int { rows * Self.cell.height }

    init(_ name: String) throws {
      photo = try Raster(jpeg: "Resources/demo/\(name).jpg", scale: 2)
      let (width, height) = (Double(photo.width), Double(photo.height))
      let (cellWidth, cellHeight) = (Double(Self.cell.width), Double(Self.cell.height))
      let scale = min(96 * cellWidth / width, 23 * cellHeight / height)
      columns = Int((width * scale / cellWidth).rounded())
      rows = Int((height * scale / cellHeight).rounded())
    }

    /// Returns a screen that shows a part of the photo, with each colour changed by a function.
    func screen(
      of part: Area = .whole,
      columns points: Int? = nil,
      rows lines: Int? = nil,
      isMirrored: Bool = false,
      colour: ([Float]) -> [Float] = { $0 }
    ) -> Raster {
      let (across, down) = (points ?? width, lines ?? height)
      let planes = photo.samples(
        of: part.scaled(photo.width, photo.height),
        width: across,
        height: down
      )
      return Raster(width: width, height: height) { x, y in
        let point = y * down / height * across + (isMirrored ? width - 1 - x : x) * across / width
        return colour(planes.map { $0[point] }).map { UInt8(max(0, min(255, $0))) }
      }
    }

    func likeness(_ screen: Raster) -> Likeness {
      let area = Area.whole.scaled(width, height)
      return Shown(photo: photo, area: area).likeness(on: screen)
    }
  }

  @Test(arguments: names) func `a photo in few colours is recognized`(name: String) throws {
    let picture = try Picture(name)
    var dice = SystemRandomNumberGenerator()
    let screen = picture.screen { colour in
      // Worse than a terminal that selects from 256 colours.
      colour.map { (($0 + Float(Int.random(in: -8...8, using: &dice))) / 17).rounded() * 17 }
    }
    let likeness = picture.likeness(screen)
    #expect(likeness.isSame, "\(likeness)")
    #expect(picture.likeness(picture.screen()).structure > 0.99)
  }

  @Test(arguments: names) func `a wrong picture isn't recognized`(name: String) throws {
    let picture = try Picture(name)
    let column = 1 / Double(picture.columns)
    let row = 1 / Double(picture.rows)
    let other = try Picture(name == Self.names[0] ? Self.names[1] : Self.names[0])
    let wrong = [
      "10 % too wide": picture.screen(of: Area(x: 0.05, y: 0, width: 0.9, height: 1)),
      "10 % too high": picture.screen(of: Area(x: 0, y: 0.05, width: 1, height: 0.9)),
      "2 columns to the left": picture.screen(of: Area(x: 2 * column, y: 0, width: 1, height: 1)),
      "2 columns to the right": picture.screen(of: Area(x: -2 * column, y: 0, width: 1, height: 1)),
      "2 rows up": picture.screen(of: Area(x: 0, y: 2 * row, width: 1, height: 1)),
      "2 rows down": picture.screen(of: Area(x: 0, y: -2 * row, width: 1, height: 1)),
      "mirrored": picture.screen(isMirrored: true),
      "missing": picture.screen { _ in [17, 18, 20] },
      "a single colour": picture.screen(columns: 1, rows: 1),
      "another": Raster(width: picture.width, height: picture.height) { x, y in
        other.photo[
          x * other.photo.width / picture.width,
          y * other.photo.height / picture.height
        ]
      },
      "half blocks": picture.screen(columns: picture.columns, rows: 2 * picture.rows),
    ]
    for (fault, screen) in wrong {
      let likeness = picture.likeness(screen)
      #expect(!likeness.isSame, "\(fault): \(likeness)")
    }
  }

  @Test func `wrong colours are noticed even if the shapes are right`() throws {
    let picture = try Picture("22-two-dogs")
    let likeness = picture.likeness(picture.screen { [$0[2], $0[1], $0[0]] })
    #expect(!likeness.isSame, "\(likeness)")
    let dimmed = picture.likeness(picture.screen { $0.map { $0 * 0.85 } })
    #expect(!dimmed.isSame, "\(dimmed)")
  }
}
