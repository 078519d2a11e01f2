import Canvas
import Localization
import Settings
import Terminal

// The user's choices about the terminal, from the command line and the configuration.

extension Program.Options {
  /// Returns the terminal's traits: the user's choices first, then the environment.
  func traits(_ configuration: Configuration, _ environment: [String: String]) -> TerminalTraits {
    TerminalTraits.detect(
      environment: environment,
      colorsOption: colors,
      configuredColors: configuration.colors.depth
    )
  }

  /// Returns the graphics protocol that the user has chosen, and the name of the option or setting;
  /// `nil` to detect the best one.
  ///
  /// Plain screens have no pictures.
  func graphicsOverride(_ configuration: Configuration) -> ProbeSituation.GraphicsOverride? {
    if isPlain { return ProbeSituation.GraphicsOverride(.off, by: "--plain") }
    if configuration.plain { return ProbeSituation.GraphicsOverride(.off, by: "plain = true") }
    if let graphics {
      return graphics.choice.map { ProbeSituation.GraphicsOverride($0, by: "--graphics") }
    }
    return configuration.graphics.choice.map {
      ProbeSituation.GraphicsOverride($0, by: "config.toml")
    }
  }

  /// Returns the cell size that the user has set; `nil` to use the size that the terminal reports.
  func chosenCell(_ configuration: Configuration) -> ChosenCell? {
    if let cell { return ChosenCell(cell.pixels, by: .option) }
    return configuration.cell.map { ChosenCell($0.pixels, by: .configuration) }
  }
}

extension Configuration {
  /// Returns whether the bars of full screen hide after a while.
  ///
  /// GNU screen shows pictures late or not at all, so they stay there.
  func hidesBars(environment: [String: String]) -> Bool {
    bars == .auto && environment["STY"] == nil
  }
}

extension Configuration.Language {
  /// The language that this setting selects; `nil` to use the environment's.
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
  /// The colour depth that this setting selects; `nil` to use the terminal's.
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
  /// The graphics protocol that this setting selects; `nil` to detect the best one.
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
