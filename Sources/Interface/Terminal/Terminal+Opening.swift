import Canvas
import Glibc

/// Opens a terminal: its terminfo entry, its colours and its character set.
extension Terminal {
  /// Opens an ncurses screen, with a variant of the terminfo entry if one can be made.
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

  /// Sets the C library's character set to UTF-8, and with it that of ncurses.
  ///
  /// - Returns: whether a UTF-8 locale is available.
  static func useUTF8() -> Bool {
    for name in ["C.UTF-8", "", "en_US.UTF-8"] {
      if String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8" { return true }
      // Only LC_CTYPE is set, so that C code still prints numbers with a decimal point.
      setlocale(LC_CTYPE, name)
    }
    return String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
  }

  static func painter(
    _ curses: CursesScreen,
    _ colorSupport: ColorSupport,
    _ size: TerminalSize,
    isUTF8: Bool
  ) -> FramePainter {
    FramePainter(
      curses: curses,
      resolver: GlyphResolver(
        colorSupport.depth,
        text: colorSupport.interface,
        of: curses.colors,
        isUTF8: isUTF8
      ),
      columns: size.columns,
      rows: size.rows
    )
  }

  /// Reopens ncurses if the terminal has proved to have another number of colours.
  ///
  /// The next frame is then drawn completely.
  func adoptColors() {
    guard let proven = findings.colors, proven.depth != traits.colors, painter != nil, !isSuspended
    else { return }
    let before = traits
    traits.colors = proven.depth
    traits.colorsReason = proven.reason
    traits.hasFewColors = proven.isFew
    // ncurses supports one screen at a time.
    painter = nil
    for traits in [traits, before] {
      guard let curses = try? Self.open(entry, traits, environment, cacheDirectory, size) else {
        continue
      }
      colorSupport = ColorSupport(traits, of: curses, entry: entry)
      painter = Self.painter(curses, colorSupport, size, isUTF8: isUTF8)
      needsRepaint = true
      return
    }
    // Without a screen nothing can be drawn any more.
    isGone = true
  }

  /// The colour depths in use, and the reason for them.
  struct ColorSupport {
    let depth: ColorDepth
    /// The colour depth of text and interface.
    let interface: ColorDepth
    let pictures: ColorDepth
    let reason: String

    /// Limits the requested colour depth to the colours of the terminfo entry.
    init(_ traits: TerminalTraits, of curses: CursesScreen, entry: String) {
      let available: ColorDepth =
        switch curses.colors {
        case 257...: .trueColor
        case 256: .palette256
        case 8...: .palette16
        default: .monochrome
        }
      let order: [ColorDepth] = [.monochrome, .palette16, .palette256, .trueColor]
      depth = order.first { $0 == traits.colors || $0 == available } ?? .monochrome
      pictures = depth == traits.colors ? traits.pictureColors : depth
      interface = traits.hasPlainInterface ? .monochrome : depth
      reason =
        depth == traits.colors
        ? traits.colorsReason : "terminfo of \(entry): \(curses.colors) colours"
    }
  }
}
