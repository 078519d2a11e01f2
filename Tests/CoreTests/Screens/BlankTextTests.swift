import AppCore
import Canvas
import Harness
import Localization
import Model
import Screens
import Testing

/// Texts of a service.
///
/// Each is replaced by one that sanitizing makes empty.
enum BlankText: CaseIterable, Sendable {
  case description, altDescription, sponsor, license
  case authorName, authorUsername
  case camera, exposure, aperture, focalLength, place
  case profileName, profileUsername, profileBio, profileLocation
  case personName, personBio, personLocation
  case listTitle, listDescription, listOwner
  case offerTitle, offerDescription, offerOwner
  case search

  /// Texts that sanitizing makes empty.
  static let samples = [
    "\u{200B}", "\u{AD}", "\u{FEFF}", "\u{202E}", "\u{301}", "\u{1B}[31m", "", " \n ",
  ]

  /// Replaces this text everywhere in a state.
  func apply(to state: inout AppState, _ blank: String) {
    for id in state.photos.keys { blankPhoto(&state, id, blank) }
    if var person = state.profile.person {
      blankProfile(&person, blank)
      state.profile.person = person
    }
    for person in state.directory.people.values {
      var person = person
      blankPerson(&person, blank)
      state.directory.store(person)
    }
    for (list, info) in state.directory.infos {
      var info = info
      blankList(&info, blank)
      state.directory.store(ListOffer(list, info))
    }
    for (subject, offers) in state.directory.offers {
      for offer in offers.all {
        var offer = offer
        blankOffer(&offer.info, blank)
        state.directory.offers[subject]?.insert(offer)
      }
    }
    if self == .search {
      state.search.recentSearches = state.search.recentSearches.map { _ in blank }
      state.search.query?.text = blank
    }
  }

  private func blankPhoto(_ state: inout AppState, _ id: Photo.ID, _ blank: String) {
    switch self {
    case .description: state.photos[id]?.description = blank
    case .altDescription: state.photos[id]?.altDescription = blank
    case .sponsor: state.photos[id]?.sponsor = blank
    case .license: state.photos[id]?.license = blank
    case .authorName: state.photos[id]?.author.name = blank
    case .authorUsername: state.photos[id]?.author.username = blank
    case .camera: state.photos[id]?.details?.camera = blank
    case .exposure: state.photos[id]?.details?.exposure = blank
    case .aperture: state.photos[id]?.details?.aperture = blank
    case .focalLength: state.photos[id]?.details?.focalLength = blank
    case .place: state.photos[id]?.details?.location = blank
    default: break
    }
  }

  private func blankProfile(_ person: inout Person, _ blank: String) {
    switch self {
    case .profileName: person.name = blank
    case .profileUsername: person.username = blank
    case .profileBio: person.bio = blank
    case .profileLocation: person.location = blank
    default: break
    }
  }

  private func blankPerson(_ person: inout Person, _ blank: String) {
    switch self {
    case .personName: person.name = blank
    case .personBio: person.bio = blank
    case .personLocation: person.location = blank
    default: break
    }
  }

  private func blankList(_ info: inout ListInfo, _ blank: String) {
    switch self {
    case .listTitle: info.title = blank
    case .listDescription: info.description = blank
    case .listOwner: info.owner = blank
    default: break
    }
  }

  private func blankOffer(_ info: inout ListInfo, _ blank: String) {
    switch self {
    case .offerTitle: info.title = blank
    case .offerDescription: info.description = blank
    case .offerOwner: info.owner = blank
    default: break
    }
  }
}

@Suite struct BlankTextTests {
  private static let sizes = [
    Size(200, 60), Size(120, 40), Size(80, 24), Size(60, 20), Size(40, 12),
  ]

  private func draw(_ state: AppState, _ texts: [BlankText], _ round: Int) {
    var state = state
    for (index, text) in texts.enumerated() {
      text.apply(to: &state, BlankText.samples[(round + index) % BlankText.samples.count])
    }
    let frame = Screens.render(state, Snapshots.context(.english))
    #expect(frame.canvas.columns == state.program.viewport.columns)
    #expect(frame.canvas.rows == state.program.viewport.rows)
  }

  @Test(arguments: Scene.all)
  func `every screen is drawn if texts of the service are empty`(_ scene: Scene) {
    let number = Scene.all.firstIndex { $0.name == scene.name } ?? 0
    for (round, size) in Self.sizes.enumerated() {
      let state = scene.state(size)
      draw(state, BlankText.allCases, round)
      let few = [BlankText.allCases[(number * Self.sizes.count + round) % BlankText.allCases.count]]
      for text in Rounds.areAll ? BlankText.allCases : few { draw(state, [text], round) }
    }
  }

  /// An empty text in a photo's details must not count as a line.
  @Test(arguments: BlankText.samples)
  func `details are drawn without empty texts`(_ blank: String) throws {
    for size in Self.sizes {
      var state = Sample.feed(size) { $0.reduce(.pressed(.details)) }
      let id = try #require(state.currentPhoto)
      state.photos[id]?.description = blank
      state.photos[id]?.altDescription = nil
      _ = Screens.render(state, Snapshots.context(.english))
      state.photos[id]?.altDescription = "a bridge in the fog"
      let frame = Screens.render(state, Snapshots.context(.english))
      #expect(Snapshots.text(frame).contains("a bridge in the fog"), "\(size)")
    }
  }
}
