import AppCore
import Canvas
import Harness
import Model
import Testing

/// Colours measured for photos that the service sent without one.
@Suite struct MeasuredColorTests {
  private func state(_ launch: Launch = Given.extendedLaunch) -> AppState {
    var state = Given.feed(3)
    state.launch = launch
    for number in 0..<3 { state.photos[Given.id(number)]?.color = number == 0 ? 0xFF0000 : nil }
    return state
  }

  private func measured(_ number: Int, _ color: UInt32) -> AppAction {
    .colorsMeasured(Given.id(number), mean: Color(color), main: [])
  }

  @Test func `measured colours are stored together`() {
    var state = state()
    let due = AppReducer.reduce(&state, measured(1, 0x102030))
    #expect(
      due == [.after(Effect.ID(.app, "colors"), .seconds(1), .cache(.colorsDue))]
    )
    #expect(AppReducer.reduce(&state, measured(2, 0x405060)).isEmpty)
    #expect(state.photos[Given.id(1)]?.color == 0x102030)
    let colors = [Given.id(1): UInt32(0x102030), Given.id(2): 0x405060]
    #expect(AppReducer.reduce(&state, .cache(.colorsDue)) == [.cache(.writeColors(colors))])
    #expect(AppReducer.reduce(&state, .cache(.colorsDue)).isEmpty)
  }

  @Test func `the service's own colour stays, even if a later page has none`() {
    var state = state()
    #expect(AppReducer.reduce(&state, measured(0, 0x102030)).isEmpty)
    #expect(state.photos[Given.id(0)]?.color == 0xFF0000)
    #expect(AppReducer.reduce(&state, measured(9, 0x102030)).isEmpty)
    #expect(state.photos[Given.id(9)] == nil)
    var again = Given.photo(0)
    again.color = nil
    state.remember(again)
    #expect(state.photos[Given.id(0)]?.color == 0xFF0000)
  }

  @Test func `without a database measured colours last until exit`() {
    var state = state(Given.launch)
    #expect(AppReducer.reduce(&state, measured(1, 0x102030)).isEmpty)
    #expect(state.photos[Given.id(1)]?.color == 0x102030)
  }
}
