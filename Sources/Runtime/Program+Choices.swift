import Canvas
import Localization
import Settings
import Terminal

// The user's choices about the terminal, from the command line and the configuration.

extension Program.Options {
  /// What the environment says about the terminal, after what the person asked for.
  func traits(_ configuration: Configuration, _ environment: [String: String]) -> TerminalTraits {
    TerminalTraits.detect(
      environment: environment,
      colorsOption: colors,
      configuredColors: configuration.colors.depth
    )
  }

  /// How the person wants pictures drawn; nil for as the terminal can.
  func graphicsOverride(_ configuration: Configuration) -> ProbeSituation.GraphicsOverride? {
    if let graphics {
      return graphics.choice.map { ProbeSituation.GraphicsOverride($0, by: "--graphics") }
    }
    return configuration.graphics.choice.map {
      ProbeSituation.GraphicsOverride($0, by: "config.toml")
    }
  }

  /// The size of a cell that the user has set; `nil` for the terminal's own word.
  func chosenCell(_ configuration: Configuration) -> ChosenCell? {
    if let cell { return ChosenCell(cell.pixels, by: .option) }
    return configuration.cell.map { ChosenCell($0.pixels, by: .configuration) }
  }
}

extension Configuration.Language {
  /// The language named; nil for the environment's.
  var chosen: Language? {
    switch self {
    case .auto: nil
    case .english: .english
    case .russian: .russian
    }
  }
}

extension Configuration.CellSize {
  var pixels: TerminalSize.CellPixels { .init(width: width, height: height) }
}

extension Configuration.Colors {
  /// The depth named; nil for what the terminal has.
  var depth: ColorDepth? {
    switch self {
    case .auto: nil
    case .trueColor: .trueColor
    case .palette256: .palette256
    case .palette16: .palette16
    case .monochrome: .monochrome
    }
  }
}

extension Configuration.Graphics {
  /// The way named; nil for the best that the terminal has.
  var choice: GraphicsProtocol? {
    switch self {
    case .auto: nil
    case .kitty: .kitty
    case .kittyDirect: .kittyDirect
    case .iterm2: .iterm2
    case .sixel: .sixel
    case .symbols: .symbols
    case .off: .off
    }
  }
}
