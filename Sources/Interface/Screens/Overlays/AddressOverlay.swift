import AppCore
import Canvas
import Localization
import Model

/// The input line for a URL or an ID.
enum AddressOverlay {
  static func draw(_ painter: inout Painter, _ state: AppState, _ addressInput: AddressInputState) {
    var area = painter.bounds
    area.height -= 1
    // A typed link is longer than any text here, and typing doesn't change the size.
    let width = Popup.mostColumns(in: area)
    let message = message(painter, state, addressInput, width: width)
    let popup = Popup(content: Size(width, 1 + message.count), in: area)
    // The top stays when the message appears.
    let top = area.centered(Popup(content: Size(width, 2), in: area).size).origin
    let rect = Rect(x: top.x, y: top.y, width: popup.size.width, height: popup.size.height)
    painter.hit(rect, nil)
    painter.box(rect, title: painter.texts.place(.address), close: .overlayClosed(.address))
    let room = popup.room(in: rect)
    painter.input(
      addressInput.line,
      prompt: painter.texts.addressPrompt,
      in: Rect(x: room.x, y: room.y, width: room.width, height: 1)
    )
    painter.draw([Block(message)], in: room.inset(top: 1), .leading, isCentered: false)
  }

  /// Returns what is known about the submitted text, in lines.
  private static func message(
    _ painter: Painter,
    _ state: AppState,
    _ addressInput: AddressInputState,
    width: Int
  ) -> [Line] {
    if addressInput.isAsking { return [.busy(painter.texts[.loadingFeed], painter.ink.faint)] }
    guard addressInput.isUnknown else { return [] }
    let text = painter.texts.unknownAddress(of: state.launch.service.name)
    return painter.wrapped(text, width: width, painter.ink.warning)
  }
}
