import Model

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
