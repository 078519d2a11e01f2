import Canvas

/// The program's name, in the largest form that fits.
enum Logo {
  static let name = "imagefeed"

  private static let word = [
    "╷                              ╷",
    "╷ ╭┬╮ ╶─╮ ╭─╮ ╭─╮ ╭─ ╭─╮ ╭─╮ ╭─┤",
    "│ │││ ╭─┤ │ │ ├─╯ ├─ ├─╯ ├─╯ │ │",
    "╵ ╵╵╵ ╰─╯ ╰─┤ ╰─╴ ╵  ╰─╴ ╰─╴ ╰─╯",
    "          ╰─╯                   ",
  ]

  private static let asciiPicture = [
    "+------------------+",
    "|   /\\        o    |",
    "|  /  \\  /\\        |",
    "| /    \\/  \\       |",
    "+------------------+",
  ]

  /// Mountains below a sun.
  private static let picture = [
    "                          ▄▄    ",
    "        ▗▄▖              ▝██▘   ",
    "      ▗▟███▙▖  ▄█▄              ",
    "    ▗▟███████▙▖████▄    ▄▄      ",
    "  ▗▟███████████▙▖█▗▟█▙▖████▄    ",
    "▄▟█████████████████████▙▄▄▄▄▄▄▄▄",
  ]

  /// The part that each character of the picture belongs to: near ridge, far ridge, sun, or both
  /// ridges.
  ///
  /// A cell of both ridges has the far one as its background.
  private static let parts = [
    "..........................ss....",
    "........nnn..............ssss...",
    "......nnnnnnn..fff..............",
    "....nnnnnnnnnnofffff....ff......",
    "..nnnnnnnnnnnnnoofoonnnfffff....",
    "nnnnnnnnnnnnnnnnnnnnnnnoooooonnn",
  ]

  /// Returns the logo for an area of cells, drawn with the given ink.
  static func lines(_ ink: TextStyles, _ glyphs: Glyphs, in room: Size) -> [Line] {
    let name = [Line(name, ink.key)]
    guard room.width >= 40, room.height >= 15, !glyphs.isPlain else { return name }
    if glyphs.isASCII { return asciiPicture.map { Line($0, ink.faint) } + [Line()] + name }
    guard room.height >= 22 else { return word(ink) }
    return framed(ink, glyphs.border) + [Line()] + word(ink)
  }

  /// Returns the name in large letters.
  static func word(_ ink: TextStyles) -> [Line] { word.map { Line($0, ink.accent) } }

  private static func framed(_ ink: TextStyles, _ border: Glyphs.Border) -> [Line] {
    let rule = String(repeating: String(border.horizontal), count: 32)
    let edge = Span(String(border.vertical), ink.line)
    let rows = zip(picture, parts).map { row, parts in
      Line([edge] + colored(row, parts, ink) + [edge])
    }
    return [Line("\(border.topLeft)\(rule)\(border.topRight)", ink.line)] + rows
      + [Line("\(border.bottomLeft)\(rule)\(border.bottomRight)", ink.line)]
  }

  private static func colored(_ row: String, _ parts: String, _ ink: TextStyles) -> [Span] {
    var spans: [Span] = []
    for (character, part) in zip(row, parts) {
      let style =
        switch part {
        case "n": ink.accent
        case "f": ink.ridge
        case "o": Style(foreground: ink.accent.foreground, background: ink.ridge.foreground)
        case "s": ink.sun
        default: ink.plain
        }
      if spans.last?.style == style {
        spans[spans.count - 1].text.append(character)
      } else {
        spans.append(Span(String(character), style))
      }
    }
    return spans
  }
}

extension Painter {
  /// Returns the logo for a plate, or for a screen of the given size.
  func logo(onPlate isOnPlate: Bool, in room: Size) -> [Line] {
    guard isOnPlate else { return Logo.lines(ink, glyphs, in: room) }
    return glyphs.isASCII ? [Line(Logo.name, ink.key)] : Logo.word(ink)
  }
}
