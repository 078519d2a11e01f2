import AppCore
import Canvas
import Library
import Localization
import Model

/// The menu of actions to share a photo.
enum ShareOverlay {
  static func draw(_ painter: inout Painter, _ state: AppState, _ share: ShareState) {
    let texts = painter.texts
    let count = share.photos.count
    let rows = share.rows(in: state.launch.capabilities).map { row in
      let progress = row == .save && !share.isOfSeveral ? state.saveProgress(of: share.photo) : nil
      let reason = ShareReducer.reason(state, row).map(texts.reason) ?? ""
      return RowsBox.Row(
        text: share.isOfSeveral ? texts.shareSeveral(row) : texts.share(row),
        isFocused: share.focus == row,
        reason: TextWrap.lines(
          reason,
          width: RowsBox.reasonWidth(in: painter.bounds),
          limit: 2,
          mark: painter.glyphs.ellipsis
        ),
        progress: progress,
        action: .share(.rowPressed(row))
      )
    }
    RowsBox(
      title: texts[.share] + (count > 1 ? painter.glyphs.dot + texts.photos(count) : ""),
      rows: rows,
      close: .overlayClosed(.share)
    ).draw(&painter)
  }
}

extension Painter {
  /// Draws the progress of a photo being written: a bar if the size is known, and the numbers.
  mutating func progress(_ progress: DownloadProgress, in rect: Rect) {
    var numbers = texts.progressShare(progress)
    var x = rect.x
    if let expected = progress.expected, expected > 0 {
      if rect.width - TextWidth.of(numbers) < 10 {
        numbers = texts.percent(progress.received, of: expected)
      }
      let width = min(rect.width - TextWidth.of(numbers) - 2, 24)
      let share = Double(max(0, min(progress.received, expected))) / Double(expected)
      let filled = Int(share * Double(width))
      fill(Rect(x: x, y: rect.y, width: filled, height: 1), glyphs.barFull, ink.accent)
      fill(
        Rect(x: x + filled, y: rect.y, width: width - filled, height: 1),
        glyphs.barEmpty,
        ink.faint
      )
      x += width + 2
    } else {
      text(String(spinner()), at: Point(x, rect.y), ink.accent)
      x += 2
    }
    text(numbers, at: Point(x, rect.y), ink.faint, limit: rect.maxX - x)
  }
}
