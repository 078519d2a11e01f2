import Canvas

/// The program's name, as large as there is room for.
enum Logo {
  static let name = "imagefeed"

  private static let word = [
    "╷                              ╷",
    "╷ ╭┬╮ ╶─╮ ╭─╮ ╭─╮ ╭─ ╭─╮ ╭─╮ ╭─┤",
    "│ │││ ╭─┤ │ │ ├─╯ ├─ ├─╯ ├─╯ │ │",
    "╵ ╵ ╵ ╰─╯ ╰─┤ ╰─╴ ╵  ╰─╴ ╰─╴ ╰─╯",
    "          ╰─╯                   ",
  ]

  private static let asciiPicture = [
    "+------------------+",
    "|   /\\        o    |",
    "|  /  \\  /\\        |",
    "| /    \\/  \\       |",
    "+------------------+",
  ]

  /// Mountains and a sun in a frame.
  private static let picture = [
    "╭──────────────────────────────╮",
    "│                       ▄▄▄    │",
    "│         ▟▙            ▀▀▀    │",
    "│       ▟████▙      ▟▙         │",
    "│    ▟██████████▙▟██████▙      │",
    "│  ▟█████████████████████████▙ │",
    "╰──────────────────────────────╯",
  ]

  /// The logo for an area of columns and rows, drawn with the given ink.
  static func lines(_ ink: Ink, _ glyphs: Glyphs, in room: Size) -> [Line] {
    let name = [Line(name, ink.key)]
    guard room.width >= 40, room.height >= 15 else { return name }
    if glyphs.isASCII { return asciiPicture.map { Line($0, ink.faint) } + [Line()] + name }
    let word = word.map { Line($0, ink.accent) }
    guard room.height >= 22 else { return word }
    return picture.map { Line(colored($0, ink)) } + [Line()] + word
  }

  /// Colours the motif: the frame faint, the sun warm, the mountains in the accent.
  private static func colored(_ row: String, _ ink: Ink) -> [Span] {
    var spans: [Span] = []
    for character in row {
      let style =
        switch character {
        case "▄", "▀": ink.warning
        case "▟", "▙", "█": ink.accent
        default: ink.faint
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
