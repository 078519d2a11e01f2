import AppCore
import Harness
import Model
import Testing

@Suite struct FuzzTests {
  @Test(arguments: 0..<Rounds.of(12), Edition.allCases)
  func `the state stays consistent after any sequence of actions`(
    _ seed: Int,
    _ edition: Edition
  ) {
    var world = World(seed: seed, edition)
    world.deliver(.started)
    var places: Set<Place> = []
    for _ in 0..<5000 {
      world.step()
      places.insert(world.state.place)
    }
    let profile: Place = edition == .basic ? .profile : .favourites
    #expect(places.isSuperset(of: [.signIn, .feed, profile, .photo, .share, .help, .alert]))
  }

  @Test(arguments: Place.allCases)
  func `every command in every place keeps the state consistent`(_ place: Place) throws {
    let start = try #require(Every.place[place])
    checkFeed(start)
    let commands = Command.allCases
    // In a usual run, each command is followed by other ones.
    let step = commands.count / Rounds.of(commands.count)
    for (index, command) in commands.enumerated() {
      var first = start
      _ = AppReducer.reduce(&first, .pressed(command))
      checkFeed(first, since: start)
      checkGallery(first)
      for second in stride(from: index % step, to: commands.count, by: step).map({ commands[$0] }) {
        var state = first
        _ = AppReducer.reduce(&state, .pressed(second))
        checkFeed(state, since: first)
        checkGallery(state)
      }
    }
  }
}
