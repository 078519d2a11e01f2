import AppCore
import Canvas
import Library
import Localization
import Model
import Screens
import Testing

/// Without colours, every state still looks different from the one it must not be taken for.
@Suite struct MonochromeTests {
  /// A frame's characters and attributes, as a terminal without colours shows them.
  private func look(_ state: AppState) -> [Cell] {
    Screens.render(state, Snapshots.context(.english)).canvas.cells.map { cell in
      Cell(cell.content, Style(attributes: cell.style.attributes))
    }
  }

  @Test func `the selected card`() {
    let first = Sample.feed(Size(120, 60))
    var second = first
    second.views.feed.selection = 1
    #expect(look(first) != look(second))
  }

  @Test func `a heart, full or empty`() {
    let empty = Sample.feed(Size(80, 24))
    var full = empty
    full.photos[Sample.id(0)]?.isLiked = true
    #expect(look(empty) != look(full))
  }

  @Test func `the tab that is open`() {
    let feed = Sample.feed(Size(80, 24)) { $0.state.photos = [:] }
    var profile = feed
    profile.tab = .profile
    let bars = [feed, profile].map { Array(look($0).prefix(80)) }
    #expect(bars[0] != bars[1])
  }

  @Test func `the focus in bars, sheets and alerts`() {
    let bar = Sample.photo(Size(80, 24))
    var back = bar
    back.photo?.focus = .back
    #expect(look(bar) != look(back))

    let sheet = Sample.photo(Size(80, 24)) { $0.reduce(.pressed(.share)) }
    var lower = sheet
    lower.share?.focus = .save
    #expect(look(sheet) != look(lower))

    let alert = Sample.profile(Size(80, 24)) { $0.reduce(.pressed(.signOut)) }
    var yes = alert
    yes.alerts[0].focus = 0
    #expect(look(alert) != look(yes))
  }

  @Test func `a notice and the line of keys`() {
    let state = Sample.feed(Size(80, 24)) { $0.reduce(.unavailable(.share, .nothingSelected)) }
    let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
    #expect(text.contains("▌ No photo selected"))
  }
}
