import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// The buttons of the first screens, and the photos behind them.
@Suite struct FirstScreenPressTests {
  private func setup(_ size: Size, isDemo: Bool = false) -> AppState {
    var sample = Sample(
      size.width,
      size.height,
      isDemo: isDemo,
      setup: isDemo ? .ready : .notConfigured(path: "/c")
    )
    sample.reduce(.sessionRead(.success(nil)), .signIn(.backdropFound(Sample.bundled)))
    return sample.state
  }

  @Test(arguments: Language.allCases)
  func `both buttons can be pressed, on a panel and on a small screen`(_ language: Language) {
    let texts = Texts(language)
    for size in [Size(120, 40), Size(60, 20), Size(40, 12)] {
      let frame = Screens.render(setup(size), Snapshots.context(language))
      #expect(press(texts[.exploreDemo], in: frame) == .pressed(.tryDemo), "\(size)")
      #expect(press(texts.useAccount(of: "Unsplash"), in: frame) == .pressed(.openAgain))
      let demo = Screens.render(setup(size, isDemo: true), Snapshots.context(language))
      #expect(press(texts[.browserSignIn], in: demo) == .pressed(.openAgain), "\(size)")
    }
  }

  @Test func `the panel of 44 by 13 covers photos that reach every edge`() {
    let frame = Screens.render(setup(Size(120, 40)), Snapshots.context(.english))
    var plain = 0
    for y in 0..<39 {
      for x in 0..<120 {
        guard case .picture = frame.canvas[x, y].content else {
          plain += 1
          continue
        }
      }
    }
    #expect(plain == 44 * 13)
    #expect(!frame.placements.contains { !$0.followsFocus })
    // A light screen has other photos, since they fade into it.
    let light = Screens.render(setup(Size(120, 40)), Snapshots.context(.english, theme: .light))
    #expect(Set(light.placements.map(\.source)).isDisjoint(with: frame.placements.map(\.source)))
  }
}
