import AppCore
import Canvas
import Localization
import Screens
import Testing

/// Short words alone in the last line of a dialog's text.
@Suite struct OrphanTests {
  private static let scenes = (Scene.all + Scene.albums).filter { scene in
    [.alert, .check, .address, .qrCode].contains(scene.state(Size(40, 12)).place)
  }

  @Test(arguments: scenes)
  func `no short word is alone in the last line of a dialog`(_ scene: Scene) {
    for size in [Size(120, 40), Size(80, 24), Size(60, 20), Size(40, 12)] {
      for language in Language.allCases {
        let canvas = Screens.render(scene.state(size), Snapshots.context(language)).canvas
        let orphans = canvas.boxes.flatMap(canvas.orphans)
        #expect(orphans == [], "\(size) \(language)")
      }
    }
  }

  @Test func `a short word that is alone is found`() {
    let lines = [
      "╭──────────────────────────╮",
      "│  The photo was taken in  │",
      "│  Rome                    │",
      "╰──────────────────────────╯",
    ]
    var canvas = Canvas(columns: 28, rows: 4)
    for (y, line) in lines.enumerated() { canvas.draw(line, at: Point(0, y)) }
    #expect(canvas.boxes.flatMap(canvas.orphans) == ["Rome"])
  }
}
