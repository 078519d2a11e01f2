import Canvas
import Terminal
import Testing

@Suite struct TerminalTraitsTests {
  @Test func `colours are those the environment promises`() {
    let table: [([String: String], ColorDepth)] = [
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
      (["TERM": "xterm-256color"], .palette256),
      (["TERM": "tmux-256color"], .trueColor),
      (["TERM": "screen-256color", "TMUX": "/tmp/x"], .trueColor),
      (["TERM": "screen-256color", "STY": "1"], .palette256),
      (["TERM": "xterm-kitty"], .trueColor),
      (["TERM": "xterm-256color", "VTE_VERSION": "7006"], .trueColor),
      (["TERM": "xterm-256color", "VTE_VERSION": "3400"], .palette256),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .trueColor),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .palette256),
      (["TERM": "linux"], .palette16),
      (["TERM": "xterm"], .palette16),
      (["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"], .palette256),
      (["TERM": "mlterm"], .trueColor),
      (["TERM": "xterm-256color", "MLTERM": "3.9.0"], .trueColor),
      (["TERM": "xterm", "XTERM_VERSION": "XTerm(379)", "MLTERM": "3.9.0"], .palette256),
      (["TERM": "xterm", "NCURSES_NO_UTF8_ACS": "1"], .palette256),
      (["TERM": "vt220"], .monochrome),
      ([:], .monochrome),
      (["TERM": "xterm-kitty", "NO_COLOR": "1"], .trueColor),
      (["TERM": "xterm-kitty", "NO_COLOR": ""], .trueColor),
    ]
    for (environment, depth) in table {
      #expect(TerminalTraits.detect(environment: environment).colors == depth, "\(environment)")
    }
    // mlterm replaces text colours by picture colours, unless these are in the palette.
    #expect(TerminalTraits.detect(environment: ["TERM": "mlterm"]).pictureColors == .palette256)
    #expect(TerminalTraits.detect(environment: ["TERM": "foot"]).pictureColors == .trueColor)
    let mlterm = ["MLTERM": "3.9.0", "TERM": "tmux-256color", "TMUX": "/tmp/tmux"]
    #expect(TerminalTraits.detect(environment: mlterm).pictureColors == .trueColor)
    let chosen = TerminalTraits.detect(
      environment: ["TERM": "mlterm"],
      colorsOption: .trueColor
    )
    #expect(chosen.pictureColors == .trueColor)
    let asked = TerminalTraits.detect(environment: ["NO_COLOR": "1"], colorsOption: .palette16)
    #expect(asked.colors == .palette16 && asked.colorsReason == "--colors" && asked.noColor)
    #expect(asked.interfaceColors == .palette16 && asked.hasChosenColors)
    #expect(!TerminalTraits.detect(environment: ["TERM": "xterm"]).hasChosenColors)
  }

  @Test func `NO_COLOR removes the colours of text only`() {
    let environment = ["TERM": "xterm-kitty", "NO_COLOR": "1"]
    let plain = TerminalTraits.detect(environment: environment)
    #expect(plain.colors == .trueColor && plain.interfaceColors == .monochrome)
    #expect(!plain.isColorless)
    let mono = TerminalTraits.detect(environment: environment, configuredColors: .monochrome)
    #expect(mono.colors == .monochrome && mono.isColorless)
  }

  @Test func `the character set is taken from the strongest locale variable`() {
    let table: [([String: String], Bool)] = [
      (["LANG": "en_US.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false),
      (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false), ([:], false),
      (["LANG": "en_US.UTF-8", "LC_ALL": ""], true),
      (["LANG": "C", "LC_CTYPE": "de_DE.UTF-8@euro"], true),
    ]
    for (environment, isUTF8) in table {
      #expect(TerminalTraits.detect(environment: environment).isUTF8 == isUTF8, "\(environment)")
    }
  }
}
