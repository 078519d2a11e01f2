import Model

/// The scroll position, selection and marks in the gallery.
package struct GalleryView: Equatable, Sendable {
  /// Whether the gallery has been on the screen; until then its newest photo is selected.
  package var isVisited = false
  /// The index of the selected tile among the tiles of all groups.
  package var selection = 0
  /// The preferred column for moving up and down, even past a shorter row.
  package var column = 0
  /// The number of rows above the body.
  package var top = 0
  /// Whether the last movement was upwards.
  ///
  /// Pictures are prefetched in the direction of movement.
  package var isMovingUp = false
  package var marks: Set<Photo.ID> = []
  /// The chosen size of the photos; `nil` until one is chosen.
  package var size: RowSize?
  /// The photo to open in full screen once it has been read.
  package var opening: Photo.ID?
  /// The commands to perform, in this order, once their photos have been read.
  package var waiting: [Command] = []
  /// The photos being read.
  package var reading: Set<Photo.ID> = []
  /// The photos that the database no longer has, or that couldn't be read.
  package var unreadable: Set<Photo.ID> = []

  package init() {}

  /// Forgets the photos being read and the commands that wait for them, because the reading was
  /// cancelled.
  mutating func cancelReading() {
    (opening, waiting, reading, unreadable) = (nil, [], [], [])
  }
}

package enum GalleryAction: Equatable, Sendable {
  /// Opens the gallery and selects this photo.
  case openPressed(Photo.ID)
  /// A download has finished; its photo is complete and stored.
  case added(GalleryEntry)
  case read(Result<GalleryContents, Problem>)
  /// The size that was chosen in an earlier run of the program.
  case sizeRead(RowSize)
  /// Photos were requested by these IDs; the result has those in the database.
  case photosRead([Photo.ID], Result<[Photo], Problem>)
  case checked([Photo.ID: FileCondition])
  case scrolled(rows: Int)
  /// Opens the menu of a photo.
  case menuPressed(Photo.ID)
  case photoPressed(Photo.ID)
  /// The heading of a photo's group was pressed.
  ///
  /// If any photos are marked, marks or unmarks the whole group.
  case headingPressed(of: Photo.ID)
  /// A placeholder of a failed picture was pressed.
  case picturePressed(Photo.ID)
  /// Downloads a missing or damaged file again.
  case fetchPressed(Photo.ID)
  case readPressed
  case deleteConfirmed([Photo.ID])
  /// The photos that were deleted, those that weren't, and the last reason.
  case deleted([Photo.ID], kept: [Photo.ID], Problem?)
}

package enum GalleryEffect: Equatable, Sendable {
  case read
  /// Reads the gallery again if another instance of imagefeed has changed it.
  case readChanges
  /// Reads photos of the gallery.
  case readPhotos([Photo.ID])
  /// Checks whether files exist and have the recorded size.
  case check([GalleryFile])
  /// Checks whether a file's bytes match the recorded hash.
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
  /// The photo of the selected tile.
  package var selectedInGallery: Photo.ID? { gallery.id(at: program.galleryView.selection) }

  /// Whether a photo is in the gallery and its file isn't known to be unusable.
  package func isInGallery(_ id: Photo.ID) -> Bool {
    gallery.ids.contains(id) && gallery.conditions[id]?.isUsable != false
  }

  /// Returns the file of a photo in the gallery; `nil` if it isn't there.
  package func galleryFile(of id: Photo.ID) -> GalleryFile? {
    guard let folder = launch.galleryFolder, let item = gallery.items[id] else { return nil }
    return GalleryFile(
      id: id,
      path: folder + "/" + item.fileName,
      size: item.size,
      hash: item.hash
    )
  }

  /// Returns the path of a photo's local file; `nil` if the photo isn't in the gallery or its file
  /// is known to be unusable.
  package func localFile(of id: Photo.ID) -> String? {
    gallery.conditions[id]?.isUsable == false ? nil : galleryFile(of: id)?.path
  }

  /// Returns the local file that a picture is loaded from; `nil` if it is loaded from the service.
  ///
  /// Full screen uses the gallery's file for every photo. Tiles of other lists don't, because
  /// reading a large file takes longer than reading the small cached one.
  package func pictureFile(_ key: PictureKey) -> String? {
    guard case .photo(let id) = key.source, key.use == .full || isShown(.gallery) else {
      return nil
    }
    return localFile(of: id)
  }
}
