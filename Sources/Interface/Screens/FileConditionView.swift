import AppCore
import Canvas
import Localization
import Model

extension Painter {
  /// Draws a warning over the lowest row of a photo in full screen if its file in the gallery can't
  /// be used.
  mutating func condition(of id: Photo.ID, _ state: AppState, in body: Rect) {
    // A photo that is being downloaded again has a download panel instead.
    guard body.height > 6, state.downloads.shown(for: id) == nil else { return }
    let label: Label
    switch state.gallery.conditions[id] {
    case .missing: label = .fileMissing
    case .damaged: label = .fileDamaged
    case .unreadable: label = .fileUnreadable
    case nil, .checking, .whole, .verified: return
    }
    onSurface { painter in
      let row = Rect(x: body.x, y: body.maxY - 1, width: body.width, height: 1)
      painter.fill(row)
      painter.draw(Line(painter.texts[label], painter.ink.warning), in: row.inset(dx: 1, dy: 0))
    }
  }
}
