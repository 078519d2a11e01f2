import AppCore
import Canvas
import Localization
import Model

/// The description of a photo in the letterbox of full screen: title, place, camera and exposure.
///
/// The bar names the photographer.
enum PhotoLetterbox {
  static func draw(_ painter: inout Painter, _ state: AppState, _ photo: Photo) {
    switch state.letterbox {
    case .below(let room): drawRows(&painter, photo, in: room)
    case .beside(let room): drawColumn(&painter, photo, in: room)
    case nil: break
    }
  }

  /// Draws a line for the title and one for the facts.
  ///
  /// A single row has the title only, or the facts if there is no title.
  private static func drawRows(_ painter: inout Painter, _ photo: Photo, in room: Rect) {
    let (title, facts) = (title(of: photo), facts(painter, photo))
    let dot = painter.glyphs.dot
    func line(_ facts: ArraySlice<String>) -> Line {
      Line(facts.joined(separator: dot), painter.ink.faint)
    }
    var lines = title.isEmpty ? [] : [Line(title, painter.ink.strong)]
    if room.height > 1 || lines.isEmpty {
      // Facts that would be cut off are left out, starting with the last.
      var count = facts.count
      while count > 1, line(facts.prefix(count)).width > room.width { count -= 1 }
      lines.append(line(facts.prefix(count)))
    }
    // One row below the photo stays empty if there is room for it.
    let top = room.y + min(1, room.height - lines.count)
    for (index, line) in lines.enumerated() {
      let row = Rect(x: room.x, y: top + index, width: room.width, height: 1)
      painter.draw(line, in: row, .center)
    }
  }

  /// Draws the description beside a tall photo, aligned with its lower edge.
  private static func drawColumn(_ painter: inout Painter, _ photo: Photo, in room: Rect) {
    let title = painter.wrapped(
      title(of: photo),
      width: room.width,
      painter.ink.strong,
      limit: 4
    )
    let facts = facts(painter, photo).flatMap {
      painter.wrapped($0, width: room.width, painter.ink.faint, limit: 2)
    }
    let lines = Array((title + facts).prefix(room.height))
    for (index, line) in lines.enumerated() {
      let y = room.maxY - lines.count + index
      painter.draw(line, in: Rect(x: room.x, y: y, width: room.width, height: 1))
    }
  }

  private static func title(of photo: Photo) -> String { ServiceText.line(photo.caption ?? "") }

  /// Returns place, camera and exposure, as far as they are known.
  private static func facts(_ painter: Painter, _ photo: Photo) -> [String] {
    let known = painter.texts.facts(of: photo, times: painter.glyphs.times)
    return [Label.location, .camera, .exposure].compactMap { label in
      known.first { $0.label == label }.map { ServiceText.line($0.value) }
    }.filter { !$0.isEmpty }
  }
}
