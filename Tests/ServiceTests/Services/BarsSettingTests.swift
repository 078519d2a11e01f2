import Settings
import Testing

@testable import Runtime

/// The setting for the bars of full screen.
@Suite struct BarsSettingTests {
  @Test func `the bars hide, except in GNU screen and on request`() {
    var configuration = Configuration()
    #expect(configuration.hidesBars(environment: ["TERM": "xterm"]))
    #expect(!configuration.hidesBars(environment: ["TERM": "screen", "STY": "1.pts"]))
    configuration.bars = .always
    #expect(!configuration.hidesBars(environment: ["TERM": "xterm"]))
  }
}
