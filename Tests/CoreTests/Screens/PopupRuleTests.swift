import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// The rule for the size of all popups: overlays and alerts.
@Suite struct PopupRuleTests {
  private static let sizes = [Size(120, 40), Size(80, 24), Size(40, 12)]

  private static let scenes = (Scene.all + Scene.albums).filter { scene in
    let state = scene.state(Size(120, 40))
    return !state.overlays.isEmpty || !state.alerts.isEmpty
  }

  /// Popups of pictures and of several columns of keys, which may be wider.
  private static let wide: Set<Place> = [.help, .qrCode]
  /// Lists that keep their height while the typed text leaves fewer rows.
  private static let filtered: Set<Place> = [.help, .palette, .chooser]

  private func isBlank(_ cell: Cell) -> Bool {
    cell.content == .text(" ") && cell.style.background == Theme.dark.surface
      && !cell.style.attributes.contains(.reverse)
  }

  private func isBlank(_ y: Int, of box: Rect, _ canvas: Canvas) -> Bool {
    (box.x + 1..<box.maxX - 1).allSatisfy { isBlank(canvas[$0, y]) }
  }

  @Test func `every kind of popup has a scene`() {
    let places = Set(Self.scenes.map { $0.state(Size(120, 40)).place })
    let all: Set<Place> = [
      .colors, .menu, .downloads, .share, .qrCode, .help, .palette, .chooser,
      .address, .check, .alert,
    ]
    #expect(all.subtracting(places).isEmpty)
  }

  @Test(arguments: scenes)
  func `a popup has 28 to 64 columns, a padding, and the height of its content`(
    _ scene: Scene
  ) {
    for size in Self.sizes {
      for language in Language.allCases {
        let state = scene.state(size)
        let canvas = Screens.render(state, Snapshots.context(language)).canvas
        let boxes = canvas.boxes
        // On a screen without room for a frame, a QR code covers all of it.
        #expect(!boxes.isEmpty || state.place == .qrCode, "\(size) \(language)")
        for box in boxes { check(box, state, canvas, size) }
      }
    }
  }

  private func check(_ box: Rect, _ state: AppState, _ canvas: Canvas, _ size: Size) {
    let hasPicture = state.place == .chooser && state.program.hasPictures
    if !Self.wide.contains(state.place), !hasPicture {
      #expect((28...64).contains(box.width), "\(size)")
    }
    #expect(box.width <= size.width - 2, "\(size)")
    let sides = [box.x + 1, box.x + 2, box.maxX - 3, box.maxX - 2]
    let isPadded = (box.y + 1..<box.maxY - 1).allSatisfy { y in
      sides.allSatisfy { isBlank(canvas[$0, y]) }
    }
    #expect(isPadded, "\(size)")
    // Without room for the padding, the popup is as high as the screen allows.
    guard box.height < size.height - 3 else { return }
    let blank = [box.y + 1, box.y + 2, box.maxY - 3, box.maxY - 2].map {
      isBlank($0, of: box, canvas)
    }
    #expect(blank[0] && blank[3], "\(size)")
    #expect(!blank[1], "\(size)")
    #expect(!blank[2] || Self.filtered.contains(state.place), "\(size)")
  }
}
