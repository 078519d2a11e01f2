import AppCore
import Canvas
import Library
import Localization
import Model

/// The menu of actions on photos' files.
enum ExportOverlay {
  static func draw(_ painter: inout Painter, _ state: AppState, _ export: ExportState) {
    let texts = painter.texts
    let count = export.photos.count
    let rows = state.exportRows.map { row in
      let reason = ExportReducer.reason(state, row).map { ServiceText.line(texts.reason($0)) } ?? ""
      return RowsBox.Row(
        text: text(row, state, texts),
        isFocused: state.exportFocus == row,
        reason: TextWrap.lines(
          reason,
          width: RowsBox.reasonWidth(in: painter.bounds),
          limit: 2,
          mark: painter.glyphs.ellipsis
        ),
        isBusy: export.running == row,
        action: .export(.rowPressed(row))
      )
    }
    RowsBox(
      title: texts[.export] + (count > 1 ? painter.glyphs.dot + texts.photos(count) : ""),
      rows: rows,
      close: .overlayClosed(.export)
    ).draw(&painter)
  }

  private static func text(
    _ row: ExportState.Row,
    _ state: AppState,
    _ texts: Texts
  ) -> String {
    guard case .command(let index) = row,
      state.launch.preferences.shareCommands.indices.contains(index)
    else {
      return texts.export(row)
    }
    return ServiceText.line(state.launch.preferences.shareCommands[index].name)
  }
}
