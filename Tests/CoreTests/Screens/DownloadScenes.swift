import AppCore
import Canvas
import Model

/// Downloads on tiles, in full screen and in their list.
extension Scene {
  static let downloads = [
    Scene("download-running") { size in feed(size) { $0.run(0, 3_200_000) } },
    Scene("download-queued") { size in
      feed(size) { sample in
        for number in [1, 2, 3, 0] {
          sample.reduce(.downloads(.requested(DownloadID(Sample.id(number)), from: .feed)))
        }
      }
    },
    Scene("download-paused") { size in
      feed(size) { sample in
        sample.run(0, 3_200_000)
        sample.reduce(.pressed(.pause))
      }
    },
    Scene("download-failed") { size in
      feed(size) { sample in
        sample.fail(0, .diskFull(path: "/home/anna/.local/share/imagefeed/gallery/p0.jpg"))
      }
    },
    Scene("download-other-window") { size in
      feed(size) { $0.fail(0, .inUse(path: "/home/anna/p0.jpg")) }
    },
    Scene("download-kept") { size in feed(size) { $0.keep(0) } },
    Scene("download-small") { size in
      feed(size) { sample in
        sample.reduce(.pressed(.smaller))
        sample.run(0, 3_200_000)
        sample.run(2, 0)
        sample.keep(3)
        sample.state.notice = nil
      }
    },
    Scene("download-preview") { size in
      feed(size) { sample in
        sample.run(0, 3_200_000)
        sample.reduce(.pressed(.menu), .pressed(.open))
      }
    },
    Scene("download-menu") { size in
      feed(size) { sample in
        sample.run(0, 3_200_000)
        sample.reduce(.menu(.openPressed(Sample.id(0))))
      }
    },
    Scene("download-photo") { size in
      Sample.photo(size, edition: .extended) { $0.run(0, 3_200_000) }
    },
    Scene("download-photo-kept") { size in
      Sample.photo(size, edition: .extended) { sample in
        sample.keep(0)
        sample.state.notice = nil
      }
    },
    Scene("download-saving") { size in
      sheet(size) { sample in
        sample.reduce(.share(.rowPressed(.save)))
        let id = DownloadID(Sample.id(0), to: .pictures)
        sample.reduce(.downloads(.progressed(id, Sample.progress(3_200_000))))
      }
    },
    Scene("downloads") { size in feed(size) { $0.all(focus: 0) } },
    Scene("downloads-last") { size in feed(size) { $0.all(focus: 9) } },
    Scene("downloads-long-reason") { size in
      feed(size) { sample in
        let folder = "/home/ada/.local/share/imagefeed/gallery"
        let depths = String(repeating: "/2026", count: 9)
        for index in 0..<3 {
          sample.fail(index, .diskFull(path: "\(folder)\(depths)/photo-\(index).jpg"))
        }
        sample.state.notice = nil
        sample.reduce(.pressed(.downloads))
      }
    },
    Scene("downloads-empty") { size in feed(size) { $0.reduce(.pressed(.downloads)) } },
  ]

  private static func feed(_ size: Size, _ change: (inout Sample) -> Void) -> AppState {
    Sample.feed(size, edition: .extended, change)
  }
}

extension Sample {
  static func progress(_ received: Int64) -> DownloadProgress {
    DownloadProgress(received: received, expected: 12_700_000, speed: 1_240_000)
  }

  mutating func run(_ number: Int, _ received: Int64) {
    let id = DownloadID(Sample.id(number))
    reduce(.downloads(.requested(DownloadID(id.photo), from: .feed)))
    reduce(.downloads(.progressed(id, Sample.progress(received))))
  }

  mutating func fail(_ number: Int, _ cause: Problem.Cause) {
    run(number, 3_200_000)
    let id = DownloadID(Sample.id(number))
    reduce(.downloads(.ended(id, .failure(Problem(.download, cause)))))
    state.notice = nil
  }

  mutating func keep(_ number: Int) {
    run(number, 3_200_000)
    let entry = GalleryEntry(
      photo: Sample.photos[number],
      origin: .feed,
      fileName: "unsplash-p\(number).jpg",
      size: 12_700_000,
      hash: "",
      time: 0
    )
    reduce(.downloads(.ended(DownloadID(Sample.id(number)), .success(.downloaded(entry)))))
  }

  /// Adds one download of each kind to the list.
  fileprivate mutating func all(focus: Int) {
    keep(0)
    fail(1, .timedOut(host: "images.unsplash.com"))
    for number in 2..<6 { run(number, 3_200_000) }
    reduce(.downloads(.pausePressed(DownloadID(Sample.id(3)))))
    state.notice = nil
    reduce(.pressed(.downloads), .downloadsList(.focusMoved(focus)))
  }
}
