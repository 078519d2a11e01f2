import AppCore
import Canvas
import CustomDump
@testable import Model
import Testing

@Suite struct KeyMapTests {
  @Test func `there is a sample state for each place`() {
    for place in Place.allCases { #expect(Every.place[place]?.place == place) }
  }

  @Test func `the table has every command once`() {
    #expect(
      Command.table.map(\.command.rawValue).sorted() == Command.allCases.map(\.rawValue).sorted()
    )
  }

  @Test(arguments: Place.allCases)
  func `each hint is in the order of the hint lines, once, at a place of its command`(
    _ place: Place
  ) {
    let hinted = Command.table.filter { $0.hints.contains(place) }
    #expect(Set(Command.hints(at: place)) == Set(hinted.map(\.command)))
    #expect(Command.hints(at: place).count == hinted.count)
    #expect(hinted.allSatisfy { $0.places.contains(place) })
  }

  @Test(arguments: Place.allCases)
  func `a hint line has at most six hints besides the help`(_ place: Place) throws {
    let hints = try #require(Every.place[place]).hints(at: place)
    #expect(hints.count { $0 != .help } <= 6)
    #expect(hints == Command.hints(at: place).filter(hints.contains))
  }

  @Test(arguments: Place.allCases)
  func `no key has two meanings in one place`(_ place: Place) {
    var owner: [Key: Command] = [:]
    for command in Command.allCases where command.places.contains(place) {
      for key in command.defaultKeys(at: place) {
        #expect(owner[key] == nil, "\(key) is \(command) and \(String(describing: owner[key]))")
        owner[key] = command
      }
    }
  }

  @Test(arguments: Command.allCases)
  func `each command runs with each of its keys if it is available`(
    _ command: Command
  ) {
    #expect(command.definition.keys.isEmpty == (command == .clearHistory))
    #expect(!command.places.isEmpty)
    for place in Place.allCases {
      for key in command.defaultKeys(at: place) {
        let found = KeyMap.standard.command(for: key, at: place, in: .extended)
        #expect((found == command) == command.places.contains(place))
      }
    }
  }

  @Test(arguments: Command.allCases)
  func `the basic edition has none of the extended one's keys`(_ command: Command) {
    for place in Place.allCases where place.isOffered(in: .basic) {
      for key in command.defaultKeys(at: place) {
        let found = KeyMap.standard.command(for: key, at: place, in: .basic)
        let isMeant = command.isOffered(in: .basic) && command.places.contains(place)
        #expect((found == command) == isMeant)
      }
    }
  }

  @Test(arguments: Place.allCases)
  func `hints are commands of their place`(_ place: Place) {
    let hints = Command.hints(at: place)
    // A slideshow has no line for hints.
    #expect(hints.isEmpty == (place == .slideshow))
    #expect(Set(hints).count == hints.count)
    for command in hints { #expect(command.places.contains(place)) }
  }

  @Test func `letters work by their physical key on a Russian layout`() {
    let latin = "qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM"
    let russian = "йцукенгшщзфывапролдячсмитьЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ"
    for place in Place.allCases {
      for (letter, same) in zip(latin, russian) {
        let meant = KeyMap.standard.command(for: .character(letter), at: place, in: .extended)
        let found = KeyMap.standard.command(for: .character(same), at: place, in: .extended)
        // "н" begins "нет": a user who means no must not say yes.
        #expect(found == (meant == .yes ? .no : meant))
      }
    }
    #expect(KeyMap.standard.command(for: .character("а"), at: .feed, in: .extended) == .like)
    #expect(KeyMap.standard.command(for: .character("й"), at: .feed, in: .extended) == .close)
    #expect(KeyMap.standard.command(for: .character("Й"), at: .feed, in: .extended) == .quit)
    #expect(KeyMap.standard.command(for: .character("К"), at: .feed, in: .extended) == .refresh)
    #expect(KeyMap.standard.command(for: .character("к"), at: .photo, in: .extended) == .rotate)
    #expect(KeyMap.standard.command(for: .character(","), at: .feed, in: .extended) == .help)
    #expect(KeyMap.standard.command(for: .character("."), at: .feed, in: .extended) == .find)
    #expect(KeyMap.standard.command(for: .control("я"), at: .feed, in: .extended) == .suspend)
  }

  @Test func `documented keys run their commands`() {
    let feed: [(Key, Command)] = [
      (Key(.up), .moveUp), (.character("k"), .moveUp), (.character("j"), .moveDown),
      (Key(.pageUp), .pageUp), (Key(.pageDown), .pageDown), (Key(.home), .first),
      (Key(.end), .last), (.character("g"), .first), (.character("G"), .last),
      (Key(.tab), .nextTab), (Key(.backTab), .previousTab), (.character("1"), .feedTab),
      (.character("2"), .profileTab), (Key(.enter), .open), (.character("f"), .like),
      (.character("s"), .share), (.character("i"), .details), (.character("R"), .refresh),
      (.character("q"), .close), (.character("Q"), .quit), (.control("c"), .quit),
      (.character("m"), .menu), (.character("?"), .help), (.control("l"), .redraw),
      (.control("z"), .suspend),
    ]
    for (key, command) in feed {
      #expect(KeyMap.standard.command(for: key, at: .feed, in: .extended) == command)
    }
    let photo: [(Key, Command)] = [
      (.character(" "), .pageDown), (.character("+"), .zoomIn), (.character("-"), .zoomOut),
      (.character("0"), .zoomFit),
      (.character("1"), .zoomActual), (.character("z"), .zoomToggle), (.character("r"), .rotate),
      (Key(.escape), .back),
    ]
    for (key, command) in photo {
      #expect(KeyMap.standard.command(for: key, at: .photo, in: .extended) == command)
    }
  }

  @Test func `in text fields letters are text`() throws {
    let state = try #require(Every.place[.signInInput])
    for character in "fqй?1 " {
      #expect(
        KeyMap.action(for: .character(character), in: state)
          == .signIn(.typed(.insert(String(character))))
      )
    }
    let keys: [(Key, AppAction)] = [
      (Key(.backspace), .signIn(.typed(.delete(.left)))),
      (.control("w"), .signIn(.typed(.delete(.wordLeft)))),
      (Key(.backspace, .alt), .signIn(.typed(.delete(.wordLeft)))),
      (.control("u"), .signIn(.typed(.delete(.start)))),
      (.control("k"), .signIn(.typed(.delete(.end)))),
      (Key(.delete), .signIn(.typed(.delete(.right)))),
      (.control("d"), .signIn(.typed(.delete(.right)))),
      (Key(.character("d"), .alt), .signIn(.typed(.delete(.wordRight)))),
      (Key(.left), .signIn(.typed(.move(.left)))),
      (Key(.right, .control), .signIn(.typed(.move(.wordRight)))),
      (Key(.character("b"), .alt), .signIn(.typed(.move(.wordLeft)))),
      (Key(.home), .signIn(.typed(.move(.start)))),
      (.control("a"), .signIn(.typed(.move(.start)))),
      (.control("e"), .signIn(.typed(.move(.end)))), (Key(.enter), .pressed(.open)),
      (Key(.escape), .pressed(.back)), (.control("c"), .pressed(.quit)),
      // Between the lines of the form.
      (Key(.up), .pressed(.moveUp)), (Key(.tab), .pressed(.nextTab)),
      (Key(.pageUp), .unknownKeyPressed),
    ]
    for (key, action) in keys { #expect(KeyMap.action(for: key, in: state) == action) }
  }

  @Test func `a paste is accepted in text fields and wherever a URL can be opened`() {
    for (place, state) in Every.place {
      let expected: AppAction? =
        switch place {
        case .signInInput: .signIn(.typed(.insert("x")))
        case .signInWaiting: .signIn(.pasted("x"))
        case .searchInput: .search(.typed(.insert("x")))
        case .palette, .chooser, .address, .check: .overlay(.typed(.insert("x")), in: place)
        case _ where Set.tabs.union([.photo]).contains(place):
          state.launch.edition == .basic ? nil : .addressInput(.pasted("x"))
        default: nil
        }
      #expect(KeyMap.action(forPaste: "x", in: state) == expected)
    }
  }

  @Test func `an unavailable key says why`() {
    let photo = Given.fullScreen(1)
    #expect(
      KeyMap.action(for: .character("f"), in: photo) == .unavailable(.like, .likeOnlyInFeed)
    )
    var extended = photo
    extended.launch.edition = .extended
    #expect(KeyMap.action(for: .character("f"), in: extended) == .pressed(.like))
    let empty = Given.feed(0)
    #expect(
      KeyMap.action(for: .character("s"), in: empty) == .unavailable(.share, .nothingSelected)
    )
    var unready = Given.signIn()
    unready.launch.setup = .notConfigured(path: "/c")
    #expect(KeyMap.action(for: Key(.enter), in: unready) == .pressed(.open))
    unready.signIn.showsSteps = true
    #expect(KeyMap.action(for: Key(.enter), in: unready) == .pressed(.open))
    // Without a developer page, there is no form for keys.
    unready.launch.service = ServiceDescription(id: "x", name: "X", capabilities: [], pageSize: 30)
    #expect(KeyMap.action(for: Key(.enter), in: unready) == .unavailable(.open, .notConfigured))
    #expect(KeyMap.action(for: Key(.function(5)), in: photo) == .unknownKeyPressed)
    #expect(KeyMap.action(for: Key(.up, .shift), in: photo) == .unknownKeyPressed)
  }
}

extension KeyMapTests {
  @Test func `tabs are numbered by position, and keep their own keys`() {
    let three = KeyMap.standard.numbering([.feed, .profile, .gallery])
    let all: Capabilities = [.profile, .gallery]
    #expect(three.command(for: .character("3"), at: .feed, in: all) == .galleryTab)
    #expect(three.command(for: .character("4"), at: .feed, in: all) == nil)
    #expect(three.keys(of: .galleryTab) == [.character("3")])
    #expect(three.keys(of: .searchTab).isEmpty)
    let own = KeyMap(changing: [.galleryTab: [.character("9")]])
      .numbering([.feed, .profile, .gallery])
    #expect(own.keys(of: .galleryTab) == [.character("9")])
    #expect(own.command(for: .character("9"), at: .feed, in: all) == .galleryTab)
    #expect(own.command(for: .character("3"), at: .feed, in: all) == nil)
    #expect(KeyMap.standard.numbering(AppState.Tab.allCases) == .standard)
  }
}
