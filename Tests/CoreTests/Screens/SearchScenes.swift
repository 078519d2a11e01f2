import AppCore
import Canvas
import Harness
import Model

/// The search tab, its menu, photos opened from it, and lists in other sizes.
extension Scene {
  static let search = [
    Scene("search-first") { size in Sample.searching(size, recent: []) },
    Scene("search-board") { Sample.board($0) },
    Scene("search-board-topic") { size in
      Sample.board(size) { $0.reduce(.pressed(.moveDown), .pressed(.moveDown)) }
    },
    Scene("search-suggestions") { size in
      Sample.board(size) { $0.reduce(.search(.typed(.insert("m"))), .pressed(.moveDown)) }
    },
    Scene("search-offers") { Sample.searching($0) },
    Scene("search-offer-chosen") { size in
      Sample.searching(size) {
        $0.reduce(.search(.typed(.insert("M"))), .pressed(.moveDown), .pressed(.moveDown))
      }
    },
    Scene("search-line-over-results") { size in
      Sample.found(size) { $0.reduce(.pressed(.find), .search(.typed(.insert("mountain ")))) }
    },
    Scene("search-left") { size in Sample.searching(size) { $0.reduce(.pressed(.back)) } },
    Scene("search-loading") { size in
      Sample.searching(size) { $0.reduce(.search(.offerPressed("Mountains"))) }
    },
    Scene("search-results") { Sample.found($0) },
    Scene("search-small") { size in
      Sample.found(size) { $0.reduce(.pressed(.smaller), .pressed(.moveRight)) }
    },
    Scene("search-single-filters") { size in
      Sample.found(size, SearchQuery("Mountains", orientation: .portrait, color: .teal)) {
        $0.reduce(.pressed(.format), .feed(.scrolled(rows: 3), in: $0.state.search.list))
      }
    },
    Scene("search-end-of-depth") { size in
      Sample.found(size, next: nil) { $0.reduce(.pressed(.last)) }
    },
    Scene("search-nothing") { size in
      Sample.searching(size) {
        $0.reduce(.search(.offerPressed("Mountains")))
        $0.findNothing()
      }
    },
    Scene("search-nothing-filtered") { size in
      Sample.searching(size) {
        $0.reduce(
          .search(.offerPressed("Mountains")),
          .search(.orientationPressed),
          .search(.colorChosen(.blackAndWhite))
        )
        $0.findNothing()
      }
    },
    Scene("search-failed") { size in
      Sample.searching(size) {
        let problem = Problem(.search, .server(status: 503))
        $0.reduce(
          .search(.offerPressed("Mountains")),
          .feed(.pageLoaded(1, .failure(problem)), in: .search(SearchQuery("Mountains")))
        )
      }
    },
    Scene("search-colors") { size in
      Sample.found(size) { $0.reduce(.pressed(.color), .pressed(.moveDown), .pressed(.moveRight)) }
    },
    Scene("search-menu") { size in
      Sample.found(size) { $0.reduce(.pressed(.menu), .pressed(.moveDown)) }
    },
    Scene("search-menu-kept") { size in
      Sample.found(size) {
        $0.state.gallery.ids = [Sample.id(1)]
        $0.reduce(.pressed(.moveRight), .pressed(.menu))
      }
    },
    Scene("search-preview") { Sample.previewing($0, 0) },
    Scene("search-preview-portrait") { size in
      Sample.previewing(size, 1) { $0.state.gallery.ids = [Sample.id(1)] }
    },
    Scene("search-preview-long") { size in
      Sample.previewing(size, 3) {
        let fog = "Morning fog over the hills, seen from the old railway bridge."
        $0.state.photos[Sample.id(3)]?.description = Array(repeating: fog, count: 9)
          .joined(separator: " ")
      }
    },
    Scene("search-preview-failed") { size in
      Sample.previewing(size, 0) {
        $0.reduce(
          .pictureChanged(
            PictureKey(.photo(Sample.id(0)), .full),
            .failed(Problem(.picture, .notFound))
          )
        )
      }
    },
    Scene("feed-tiny") { size in
      Sample.feed(size) {
        $0.reduce(.pressed(.smaller), .pressed(.smaller), .pressed(.moveDown))
      }
    },
    Scene("feed-large") { size in
      Sample.feed(size) { $0.reduce(.pressed(.larger), .pressed(.moveDown)) }
    },
    Scene("feed-single") { size in
      Sample.feed(size, edition: .extended) {
        $0.reduce(.pressed(.format), .pressed(.moveDown))
      }
    },
    Scene("extended-photo-kept") { size in
      Sample.photo(size, edition: .extended) { $0.state.gallery.ids = [Sample.id(0)] }
    },
  ]
}

extension Sample {
  /// Applies a response without results.
  mutating func findNothing() {
    let page = Page(photos: [], next: nil, total: 0)
    reduce(.feed(.pageLoaded(1, .success(page)), in: state.search.list))
  }

  /// Returns the first visit to the tab, with recent searches.
  static func searching(
    _ size: Size,
    recent: [String] = [
      "Mountains", "Make something awesome", "Tulum", "Mexico", "Canon", "Bishop",
    ],
    _ change: (inout Sample) -> Void = { _ in }
  ) -> AppState {
    feed(size, edition: .extended) { sample in
      sample.reduce(.pressed(.searchTab), .search(.recentSearchesRead(recent)))
      change(&sample)
    }
  }

  /// Returns the first visit to the tab, with the service's topics.
  static func board(_ size: Size, _ change: (inout Sample) -> Void = { _ in }) -> AppState {
    searching(size) { sample in
      let titles = [
        "Mountains", "Morning", "Make something awesome", "Fog", "Winter", "Light", "Rooms",
        "Tulum", "Mexico",
      ]
      let topics = titles.enumerated().map { number, title in
        let cover = Cover(.derived(from: "https://c/\(number)"), width: 3000, height: 2000)
        return ListOffer(
          .topic("t\(number)"),
          ListInfo(title: title, total: 1234 + number, cover: cover)
        )
      }
      let page = OfferPage(offers: topics, next: nil)
      sample.reduce(.chooser(.loaded(.topics, page: 1, .success(page))))
      change(&sample)
    }
  }

  /// Returns the first page of the results.
  static func found(
    _ size: Size,
    _ query: SearchQuery = SearchQuery("Mountains"),
    next: PageToken? = 2,
    _ change: (inout Sample) -> Void = { _ in }
  ) -> AppState {
    searching(size) { sample in
      sample.state.search.filters[query.text.lowercased()] = query
      let page = Page(photos: photos, next: next, total: 12_345)
      sample.reduce(
        .search(.offerPressed(query.text)),
        .feed(.pageLoaded(1, .success(page)), in: .search(query))
      )
      change(&sample)
    }
  }

  static func previewing(
    _ size: Size,
    _ number: Int,
    _ change: (inout Sample) -> Void = { _ in }
  ) -> AppState {
    found(size) { sample in
      sample.reduce(.pressed(.menu), .pressed(.open))
      for _ in 0..<number { sample.reduce(.pressed(.moveRight)) }
      sample.reduce(.pictureChanged(PictureKey(.photo(id(number)), .full), .full))
      change(&sample)
    }
  }
}
