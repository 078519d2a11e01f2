import AppCore
import Canvas
import Harness
import Model

/// The gallery, and the sheet to share its photos.
extension Scene {
  static let gallery = [
    Scene("gallery") { Sample.gallery($0) },
    Scene("gallery-scrolled") { size in
      Sample.gallery(size) { $0.reduce(.pressed(.last)) }
    },
    Scene("gallery-tiny") { size in
      Sample.gallery(size) { $0.reduce(.gallery(.sizeRead(.tiny))) }
    },
    Scene("gallery-empty") { Sample.gallery($0, []) },
    Scene("gallery-reading") { size in
      Sample.feed(size, edition: .extended) { $0.reduce(.tabPressed(.gallery)) }
    },
    Scene("gallery-failed") { size in
      Sample.feed(size, edition: .extended) { sample in
        sample.reduce(
          .gallery(.read(.failure(Problem(.gallery, .notPermitted(path: "/home/anna/data"))))),
          .tabPressed(.gallery),
          .gallery(.read(.failure(Problem(.gallery, .notPermitted(path: "/home/anna/data")))))
        )
      }
    },
    Scene("gallery-marked") { size in
      Sample.gallery(size) {
        $0.reduce(.pressed(.mark), .pressed(.mark))
      }
    },
    Scene("gallery-lost") { size in
      Sample.gallery(size) {
        $0.reduce(.gallery(.checked([Sample.id(0): .missing, Sample.id(3): .damaged])))
      }
    },
    Scene("gallery-fetching") { size in
      Sample.gallery(size) { sample in
        sample.reduce(.gallery(.checked([Sample.id(0): .missing, Sample.id(3): .damaged])))
        for number in [0, 3] { sample.reduce(.gallery(.fetchPressed(Sample.id(number)))) }
        let progress = DownloadProgress(received: 310_000, expected: 4_200_000, speed: 90_000)
        sample.reduce(.downloads(.progressed(DownloadID(Sample.id(0)), progress)))
      }
    },
    Scene("gallery-delete") { size in
      Sample.gallery(size) { $0.reduce(.pressed(.markAll), .pressed(.delete)) }
    },
    Scene("gallery-deleted") { size in
      Sample.gallery(size) {
        $0.reduce(.gallery(.deleted([Sample.id(0), Sample.id(3)], kept: [], nil)))
      }
    },
    Scene("gallery-photo") { size in
      Sample.gallery(size) { sample in
        sample.reduce(.pressed(.open))
        sample.reduce(.pictureChanged(PictureKey(.photo(Sample.id(0)), .full), .full))
      }
    },
    Scene("gallery-photo-damaged") { size in
      Sample.gallery(size) { sample in
        sample.reduce(.pressed(.open), .gallery(.checked([Sample.id(0): .damaged])))
        sample.reduce(.pictureChanged(PictureKey(.photo(Sample.id(0)), .full), .full))
      }
    },
    Scene("share-kept") { size in
      Sample.gallery(size) { $0.reduce(.pressed(.share)) }
    },
    Scene("share-busy") { size in
      Sample.gallery(size) {
        $0.reduce(.pressed(.share), .share(.rowPressed(.wallpaper)))
      }
    },
    Scene("share-to-install") { size in
      Sample.gallery(size) { sample in
        sample.state.launch.desktop = DesktopTools(display: .x11)
        sample.state.launch.picturesFolder = nil
        sample.reduce(.pressed(.share))
      }
    },
    Scene("share-several-kept") { size in
      Sample.gallery(size) { $0.reduce(.pressed(.markAll), .pressed(.share)) }
    },
    Scene("share-fetching") { size in
      Sample.gallery(size) { sample in
        sample.reduce(.gallery(.checked([Sample.id(0): .damaged])), .pressed(.share))
        sample.reduce(.share(.rowPressed(.mail)))
        let progress = DownloadProgress(received: 310_000, expected: 4_200_000, speed: 90_000)
        sample.reduce(.downloads(.progressed(DownloadID(Sample.id(0)), progress)))
      }
    },
    Scene("share-photo") { size in
      Sample.photo(size, edition: .extended) { sample in
        sample.state.launch.galleryFolder = "/home/anna/.local/share/imagefeed/gallery"
        sample.reduce(.pressed(.share))
      }
    },
    Scene("share-done") { size in
      Sample.gallery(size) { $0.reduce(.share(.finished(.mail, .success(.mailing)))) }
    },
  ]
}

extension Sample {
  static let entries: [GalleryEntry] = {
    let origins: [(ListID, [Int])] = [
      (.search(SearchQuery("morning fog")), [0, 3, 4, 5]), (.feed, [7]), (.favourites, [8, 9]),
    ]
    return origins.flatMap { origin, numbers in
      numbers.map { number in
        GalleryEntry(
          photo: photos[number],
          origin: origin,
          fileName: "unsplash-p\(number).jpg",
          size: 4_200_000 + Int64(number),
          hash: "",
          time: Double(100 - number)
        )
      }
    }
  }()

  /// Returns the gallery's tab with pictures, all of whose files exist.
  static func gallery(
    _ size: Size,
    _ entries: [GalleryEntry] = entries,
    _ change: (inout Sample) -> Void = { _ in }
  ) -> AppState {
    feed(size, edition: .extended) { sample in
      sample.state.launch.galleryFolder = "/home/anna/.local/share/imagefeed/gallery"
      sample.state.launch.desktop = DesktopTools(
        clipboard: .x11,
        wallpaper: .gnome,
        display: .x11,
        canMail: true,
        canView: true
      )
      sample.state.launch.preferences.shareCommands = [
        ShareCommand("Print", "lp", "{file}")
      ]
      sample.reduce(.gallery(.read(.success(GalleryContents(entries)))), .tabPressed(.gallery))
      for entry in entries {
        sample.reduce(
          .gallery(.checked([entry.photo.id: .whole])),
          .pictureChanged(PictureKey(.photo(entry.photo.id), .thumbnail), .thumbnail)
        )
      }
      change(&sample)
    }
  }
}
