import Canvas
import Glibc

/// How a terminal is opened: its terminfo entry, its colours and its character set.
extension Terminal {
  /// Starts ncurses, with a terminfo entry of our own where that can be made.
  static func open(
    _ entry: String,
    _ traits: TerminalTraits,
    _ environment: [String: String],
    _ cacheDirectory: String?,
    _ size: TerminalSize
  ) throws(TerminalError) -> CursesScreen {
    if let cacheDirectory,
      let variant = TerminfoVariant.make(
        of: entry,
        colors: TerminfoVariant.colors(for: traits),
        environment: environment,
        cacheDirectory: cacheDirectory
      ),
      let curses = try? CursesScreen(
        term: entry,
        variant: variant,
        columns: size.columns,
        rows: size.rows
      )
    {
      return curses
    }
    return try CursesScreen(
      term: entry,
      variant: nil,
      columns: size.columns,
      rows: size.rows
    )
  }

  static func text(_ bytes: [UInt8]?) -> String {
    String(decoding: bytes ?? [], as: UTF8.self)
  }

  static func depth(wanted: ColorDepth, available: Int) -> ColorDepth {
    let most: ColorDepth =
      available > 256
      ? .trueColor
      : available == 256
        ? .palette256
        : available >= 8 ? .palette16 : .monochrome
    let order: [ColorDepth] = [.monochrome, .palette16, .palette256, .trueColor]
    return order.first { $0 == wanted || $0 == most } ?? .monochrome
  }

  /// Makes the C library, and with it ncurses, take text as UTF-8.
  static func useUTF8() -> Bool {
    for name in ["C.UTF-8", "", "en_US.UTF-8"] {
      if String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8" { return true }
      // LC_CTYPE only: numbers in what C code prints keep their points.
      setlocale(LC_CTYPE, name)
    }
    return String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
  }
}
