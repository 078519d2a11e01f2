import AppCore
import Canvas
import Localization
import Model
import Screens
import Testing

/// A photo whose size the service hasn't sent is shown without one.
@Suite struct UnmeasuredTests {
  /// Returns a feed of photos without sizes, whose pictures have sides of this length; 0 if
  /// unknown.
  private func feed(_ size: Size, side: Int, hasPictures: Bool = true) -> AppState {
    var state = Sample.feed(size, edition: .extended)
    for id in state.feed.order {
      state.photos[id]?.width = Photo.unmeasured.width
      state.photos[id]?.height = Photo.unmeasured.height
      state.photos[id]?.picture = .sizes([
        PictureSize(url: "https://vk.example/a", width: side, height: side, name: "x")
      ])
    }
    state.program.hasPictures = hasPictures
    return state
  }

  private func saysSize(_ state: AppState) -> Bool {
    let text = Snapshots.text(Screens.render(state, Snapshots.context(.english)))
    return text.contains("1200")
  }

  @Test(arguments: [Size(160, 48), Size(80, 24), Size(40, 12)])
  func `an unknown size is shown nowhere: not in tiles, details or downloads`(size: Size) {
    var seen = 0
    for side in [0, 1200] {
      for hasPictures in [true, false] {
        var states = [feed(size, side: side, hasPictures: hasPictures)]
        let commands: [[Command]] = [
          [.format], [.menu], [.menu, .open], [.details], [.open], [.download, .downloads],
        ]
        for keys in commands {
          var state = states[0]
          for key in keys { _ = AppReducer.reduce(&state, .pressed(key)) }
          states.append(state)
        }
        for (index, state) in states.enumerated() {
          let says = saysSize(state)
          #expect(side > 0 || !says, "\(index) of \(size)")
          seen += says ? 1 : 0
        }
      }
    }
    // A known size is shown.
    #expect(seen > 0)
  }
}
