import AppCore
import Canvas
import Model

// Screens that the extended edition shows differently.
extension Scene {
  static let extended = [
    Scene("photo-filmstrip") { size in
      Sample.photo(size, 2, edition: .extended) { $0.reduce(.pressed(.filmstrip)) }
    },
    Scene("feed-marked") { size in
      Sample.feed(size, edition: .extended) { sample in
        sample.reduce(.pressed(.mark), .pressed(.mark), .pressed(.moveRight))
      }
    },
    Scene("comparison") { size in
      Sample.feed(size, edition: .extended) { sample in
        sample.reduce(.pressed(.mark), .pressed(.mark), .pressed(.compare))
      }
    },
    Scene("share-several") { size in
      Sample.feed(size, edition: .extended) { sample in
        sample.reduce(.pressed(.mark), .pressed(.mark), .pressed(.share))
      }
    },
    Scene("extended-photo") { Sample.photo($0, edition: .extended) },
    Scene("slideshow") { size in
      Sample.photo(size, edition: .extended) { $0.reduce(.pressed(.slideshow)) }
    },
    Scene("slideshow-seconds") { size in
      Sample.photo(size, edition: .extended) {
        $0.reduce(.pressed(.slideshow), .pressed(.showLonger))
      }
    },
    Scene("extended-photo-liked") { size in
      Sample.photo(size, edition: .extended) { $0.reduce(.pressed(.like)) }
    },
    Scene("extended-like-waits") { size in
      Sample.feed(size, edition: .extended) {
        let timedOut = Problem(.like, .timedOut(host: "api.unsplash.com"))
        $0.reduce(.pressed(.like), refused(0, timedOut))
      }
    },
    Scene("extended-photo-like-refused") { size in
      Sample.photo(size, edition: .extended) {
        $0.reduce(.pressed(.like), refused(0, Problem(.like, .server(status: 500))))
      }
    },
    Scene("extended-photo-like-focused") { size in
      Sample.photo(size, 3, edition: .extended) {
        $0.reduce(.pressed(.nextTab), .pressed(.nextTab))
      }
    },
    Scene("extended-photo-likes-gone") { size in
      Sample.photo(size, edition: .extended) {
        $0.reduce(.pressed(.like), refused(0, Problem(.like, .notOffered)), .pressed(.open))
      }
    },
    Scene("extended-feed-liked") { size in
      Sample.feed(size, edition: .extended) { $0.reduce(.pressed(.like)) }
    },
    Scene("extended-feed-likes-refused") { size in
      Sample.feed(size, edition: .extended) { sample in
        for number in [0, 2] {
          sample.reduce(
            .likes(.heartPressed(Sample.id(number))),
            refused(number, Problem(.like, .server(status: 503)))
          )
        }
      }
    },
  ]

  private static func refused(_ number: Int, _ problem: Problem) -> AppAction {
    .likes(.answered(Sample.id(number), liked: true, .failure(problem)))
  }
}
