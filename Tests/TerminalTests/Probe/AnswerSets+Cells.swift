import Canvas
import Terminal

/// Terminals whose window or cell sizes in pixels may be wrong.
extension AnswerSet {
  static let sized: [AnswerSet] = [
    AnswerSet(
      name: "Windows' SSH server without a report of the cell",
      origin: .composed("https://github.com/sxyazi/yazi/issues/2340"),
      window: (200, 50, 640, 480),
      answers: [csi("?61;4c")],
      graphics: .sixel
    ),
    AnswerSet(
      name: "Windows' SSH server with cells of usual proportions",
      origin: .composed("https://github.com/sxyazi/yazi/issues/2340"),
      window: (80, 24, 640, 480),
      answers: [csi("4;480;640t"), csi("?61;4c")],
      graphics: .sixel
    ),
    AnswerSet(
      name: "a window of 640 by 480 pixels whose cell is reported",
      origin: .composed("https://invisible-island.net/xterm/ctlseqs/ctlseqs.html"),
      window: (100, 30, 640, 480),
      answers: [csi("6;16;6t"), csi("4;480;640t"), csi("?62;4c")],
      graphics: .sixel,
      cell: .init(width: 6.4, height: 16),
      cellSource: .window
    ),
    AnswerSet(
      name: "a window that is 65535 pixels wide",
      origin: .composed("https://github.com/tmux/tmux/issues/4099"),
      window: (80, 25, 65_535, 50),
      answers: [csi("?62;4c")],
      graphics: .sixel
    ),
    AnswerSet(
      name: "cells of 3 by 7 pixels that are reported",
      origin: .composed("https://invisible-island.net/xterm/ctlseqs/ctlseqs.html"),
      window: (80, 24, 240, 168),
      answers: [csi("6;7;3t"), csi("?62;4c")],
      graphics: .sixel,
      cell: .init(width: 3, height: 7),
      cellSource: .window
    ),
  ]
}
