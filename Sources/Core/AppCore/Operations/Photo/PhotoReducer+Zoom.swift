import Canvas
import Model

// Zooming, panning and rotating the photo in full screen.
extension PhotoReducer {
  static func handleZoom(_ state: inout AppState, _ command: Command) -> CommandResult {
    switch command {
    case .zoomIn: zoom(&state, steps: 1)
    case .zoomOut: zoom(&state, steps: -1)
    case .zoomFit: set(&state, .fit)
    case .zoomActual: set(&state, .actual)
    case .zoomToggle: set(&state, state.photo?.zoom == .fill ? .fit : .fill)
    case .rotate: rotate(&state)
    default: return .ignored
    }
    return .done
  }

  private static func set(_ state: inout AppState, _ zoom: Zoom) {
    state.photo?.zoom = zoom
    if zoom == .fit {
      state.photo?.centerX = 0.5
      state.photo?.centerY = 0.5
    }
  }

  /// Zooms by steps of `Zoom.step`.
  ///
  /// Zooming out stops at the fitted picture.
  static func zoom(_ state: inout AppState, steps: Int, pointer: Point? = nil) {
    guard let layout = state.photoLayout, let fitted = fittedScale(state) else { return }
    defer { if let pointer { anchor(&state, pointer, layout) } }
    var scale = layout.scale
    for _ in 0..<abs(steps) { scale *= steps > 0 ? Zoom.step : 1 / Zoom.step }
    // The point in the middle stays there, even if an edge had moved it aside.
    state.photo?.centerX = layout.crop.x + layout.crop.width / 2
    state.photo?.centerY = layout.crop.y + layout.crop.height / 2
    let smallest = min(fitted, 1)
    // Despite rounding, as many steps out as in lead back to the fitted picture.
    if steps < 0, layout.scale > fitted, scale <= fitted * 1.000_1 {
      set(&state, .fit)
    } else if scale < smallest {
      if fitted <= 1 { set(&state, .fit) } else { state.photo?.zoom = .actual }
    } else {
      state.photo?.zoom = .scale(min(scale, max(Zoom.largest, fitted)))
    }
  }

  /// Scrolls so that the same point of the photo stays under the pointer.
  private static func anchor(_ state: inout AppState, _ pointer: Point, _ before: PhotoLayout) {
    guard before.box.contains(pointer), state.photo?.zoom != .fit, let after = state.photoLayout
    else { return }
    let (old, new) = (before.point(under: pointer), after.point(under: pointer))
    state.photo?.centerX = after.crop.x + after.crop.width / 2 + old.x - new.x
    state.photo?.centerY = after.crop.y + after.crop.height / 2 + old.y - new.y
    clampCenter(&state)
  }

  /// Moves the picture with the pointer, up to the picture's edges.
  static func drag(_ state: inout AppState, columns: Int, rows: Int) {
    guard let layout = state.photoLayout, layout.isPannable else { return }
    let (crop, box) = (layout.crop, layout.box)
    let (across, down) = (Double(columns) / Double(box.width), Double(rows) / Double(box.height))
    state.photo?.centerX = crop.x + crop.width / 2 - across * crop.width
    state.photo?.centerY = crop.y + crop.height / 2 - down * crop.height
    clampCenter(&state)
  }

  /// Moves the centre so that the crop stays within the photo.
  private static func clampCenter(_ state: inout AppState) {
    guard let crop = state.photoLayout?.crop else { return }
    state.photo?.centerX = crop.x + crop.width / 2
    state.photo?.centerY = crop.y + crop.height / 2
  }

  /// Fits a scaled picture that has become smaller than the fitted one, because the window has
  /// grown.
  static func refit(_ state: inout AppState) {
    guard case .scale(let scale)? = state.photo?.zoom, let fitted = fittedScale(state) else {
      return
    }
    if scale < min(fitted, 1) { set(&state, .fit) }
  }

  /// Returns the screen pixels for each pixel of the original if the picture is fitted.
  private static func fittedScale(_ state: AppState) -> Double? {
    state.photoLayout(zoom: .fit)?.scale
  }

  /// Pans by an eighth of the visible part.
  static func pan(
    _ state: inout AppState,
    _ layout: PhotoLayout,
    _ dx: Double,
    _ dy: Double
  ) -> [Effect] {
    let crop = layout.crop
    let times = Double(state.times)
    let x = crop.x + crop.width / 2 + times * dx * crop.width / 8
    let y = crop.y + crop.height / 2 + times * dy * crop.height / 8
    state.photo?.centerX = max(crop.width / 2, min(1 - crop.width / 2, x))
    state.photo?.centerY = max(crop.height / 2, min(1 - crop.height / 2, y))
    return []
  }

  /// Rotates the picture by a quarter turn clockwise.
  ///
  /// The point in the middle stays there.
  private static func rotate(_ state: inout AppState) {
    guard let view = state.photo else { return }
    state.photo?.quarterTurns = (view.quarterTurns + 1) % 4
    state.photo?.centerX = 1 - view.centerY
    state.photo?.centerY = view.centerX
  }
}
