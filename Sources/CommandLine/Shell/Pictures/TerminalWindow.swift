import Canvas
import Glibc
import Terminal

/// The terminal's window, as the kernel knows it.
enum TerminalWindow {
  /// The columns and rows; `nil` if standard output isn't a terminal.
  static var cells: Size? { size.map { Size(Int($0.ws_col), Int($0.ws_row)) } }

  /// The size of a cell in pixels; `nil` if it is unknown or implausible.
  static var cell: (width: Double, height: Double)? {
    guard let size else { return nil }
    var terminal = TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    terminal.cellPixels = .init(
      width: Double(size.ws_xpixel) / Double(size.ws_col),
      height: Double(size.ws_ypixel) / Double(size.ws_row)
    )
    return terminal.assuming(cell: nil).cellPixels.map { ($0.width, $0.height) }
  }

  private static var size: winsize? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return size
  }
}
