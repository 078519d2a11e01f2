import AppCore
import Canvas
import Library
import Localization
import Model

extension Painter {
  /// What is known of a kept photograph, over the lowest rows of its picture: the description;
  /// who took it and when, where the bar has no room for that; what became of its file.
  mutating func description(_ state: AppState, _ view: PhotoState, in body: Rect) {
    guard let photo = state.photos[view.id], view.zoom == .fit, view.quarterTurns % 4 == 0,
      body.height > 6
    else { return }
    onSurface { painter in
      let width = body.width - 2
      var lines: [Line] = []
      // One that is being fetched again says so itself.
      let isFetched = state.downloads.shown(for: view.id) != nil
      switch isFetched ? nil : state.gallery.conditions[view.id] {
      case .missing: lines.append(Line(painter.texts[.fileMissing], painter.ink.warning))
      case .damaged: lines.append(Line(painter.texts[.fileDamaged], painter.ink.warning))
      case nil, .checking, .whole, .verified: break
      }
      let text = ServiceText.line(photo.caption ?? "")
      lines += painter.wrapped(text, width: width, painter.ink.plain, limit: 2)
      // The bar of a wide screen has both.
      if body.width < 80 {
        let name = ServiceText.line(photo.author.name)
        let date = photo.created.map { painter.glyphs.dot + painter.texts.date($0) } ?? ""
        lines.append(Line(name + date, painter.ink.faint))
      }
      for (index, line) in lines.enumerated() {
        let y = body.maxY - lines.count + index
        painter.fill(Rect(x: body.x, y: y, width: body.width, height: 1))
        painter.draw(line, in: Rect(x: body.x + 1, y: y, width: width, height: 1))
      }
    }
  }
}
