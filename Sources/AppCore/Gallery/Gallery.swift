import Library
import Model

/// Where the person is in the gallery.
package struct GalleryView: Equatable, Sendable {
  /// Whether it has been on the screen; until then its newest photo is selected.
  package var isVisited = false
  /// Index of the selected tile, counted through all groups.
  package var selection = 0
  /// The column that moving up and down keeps to, also past a row that is shorter.
  package var column = 0
  /// Rows of all that is above the body.
  package var top = 0
  /// The direction of the last movement: pictures are fetched ahead that way.
  package var isMovingUp = false
  package var marks: Set<Photo.ID> = []
  /// The chosen size of the photos; `nil` until one is chosen.
  package var size: RowSize?
  /// The size before the present one; `nil` until a size is chosen.
  package var previousSize: RowSize?
  /// The photo that fills the screen as soon as it is read.
  package var opening: Photo.ID?
  /// Commands that are performed in this order once their photos are read.
  package var waiting: [Command] = []
  /// The photos that are being read.
  package var reading: Set<Photo.ID> = []
  /// The photos that the database has no more, or could not be read.
  package var unreadable: Set<Photo.ID> = []

  package init() {}

  /// Discards the commands that wait for photos whose reading was cancelled.
  mutating func cancelReading() {
    (opening, waiting, reading, unreadable) = (nil, [], [], [])
  }
}

package enum GalleryAction: Equatable, Sendable {
  /// The gallery, with this photograph selected.
  case openPressed(Photo.ID)
  /// A download has ended: the photograph is whole and kept.
  case added(GalleryEntry)
  case read(Result<GalleryContents, Problem>)
  /// The size that was chosen in an earlier run of the program.
  case sizeRead(RowSize)
  /// Photos of the gallery that were wanted: those of these ids that the database has.
  case photosRead([Photo.ID], Result<[Photo], Problem>)
  case checked([Photo.ID: FileCondition])
  case scrolled(rows: Int)
  case tilePressed(Photo.ID)
  /// A photograph's menu is to be opened.
  case menuPressed(Photo.ID)
  /// A photograph was pressed twice.
  case photoPressed(Photo.ID)
  /// The heading of a photograph's group: marks all of it, where some are marked.
  case headingPressed(of: Photo.ID)
  /// A picture that could not be shown.
  case picturePressed(Photo.ID)
  /// A file that is missing or damaged is to be brought here once more.
  case fetchPressed(Photo.ID)
  case readPressed
  case deleteConfirmed([Photo.ID])
  /// What is gone; and what is not, with the last reason.
  case deleted([Photo.ID], kept: [Photo.ID], Problem?)
}

package enum GalleryEffect: Equatable, Sendable {
  case read
  /// Reads the gallery again if another window has changed it.
  case readChanges
  /// Reads photos of the gallery.
  case readPhotos([Photo.ID])
  /// Whether files are there, and as large as they were.
  case check([GalleryFile])
  /// Whether a file has the bytes it had.
  case verify(GalleryFile)
  case delete([GalleryFile])

  package var id: Effect.ID {
    switch self {
    case .read, .readChanges: Effect.ID(.gallery, "read")
    case .readPhotos(let ids): Effect.ID(.gallery, "photos \(ids.first?.value ?? "")")
    case .check(let files): Effect.ID(.gallery, "check \(files.first?.path ?? "")")
    case .verify: Effect.ID(.gallery, "verify")
    case .delete(let files): Effect.ID(.gallery, "delete \(files.first?.path ?? "")")
    }
  }
}

extension AppState {
  /// The selected tile's photograph.
  package var selectedInGallery: Photo.ID? { gallery.id(at: program.galleryView.selection) }

  /// Whether a photograph is in the gallery, for all that is known of its file.
  package func isInGallery(_ id: Photo.ID) -> Bool {
    gallery.ids.contains(id) && gallery.conditions[id]?.isUsable != false
  }

  /// A kept photograph's file; nil where it is not kept.
  package func galleryFile(of id: Photo.ID) -> GalleryFile? {
    guard let folder = launch.galleryFolder, let item = gallery.items[id] else { return nil }
    return GalleryFile(
      id: id,
      path: folder + "/" + item.fileName,
      size: item.size,
      hash: item.hash
    )
  }

  /// The path to show a photograph from without a network; nil where it is not kept, or its file
  /// is known to be of no use.
  package func localFile(of id: Photo.ID) -> String? {
    gallery.conditions[id]?.isUsable == false ? nil : galleryFile(of: id)?.path
  }

  /// The file that a picture on the screen is shown from; nil where it comes from the service.
  ///
  /// Full screen takes it wherever the photograph was opened. Cards do not: reading all of a large
  /// file takes longer than the small one that lists keep.
  package func pictureFile(_ key: PictureKey) -> String? {
    guard case .photo(let id) = key.source, key.use == .full || isInFront(.gallery) else {
      return nil
    }
    return localFile(of: id)
  }
}
