import Model

/// The photographs kept on this machine.
package struct GalleryState: Equatable, Sendable {
  package enum Load: Equatable, Sendable {
    case unread
    case reading
    case read
    case failed(Problem)
  }

  /// Those that are kept, whatever screen shows them.
  package var kept: Set<Photo.ID> = []
  /// What is known of each one's file.
  package var items: [Photo.ID: GalleryItem] = [:]
  /// The one with the newest photograph first.
  package var groups: [GalleryGroup] = []
  /// Bytes of all files.
  package var bytes: Int64 = 0
  package var load: Load = .unread
  /// What became of the files that were looked at; nothing of the others.
  package var conditions: [Photo.ID: FileCondition] = [:]

  /// Index of the selected tile, counted through all groups.
  package var selection = 0
  /// The column that moving up and down keeps to, also past a row that is shorter.
  package var column = 0
  /// Rows of all that is above the body.
  package var top = 0
  /// The direction of the last movement: pictures are fetched ahead that way.
  package var isMovingUp = false
  /// The photographs chosen in select mode; nil outside of it.
  package var chosen: Set<Photo.ID>?
  /// Those being deleted.
  package var deleting: Set<Photo.ID> = []

  package init() {}

  package var count: Int { items.count }

  package var selectedID: Photo.ID? { id(at: selection) }

  package func id(at index: Int) -> Photo.ID? {
    var rest = index
    for group in groups {
      if group.ids.indices.contains(rest) { return group.ids[rest] }
      rest -= group.ids.count
    }
    return nil
  }

  package func index(of id: Photo.ID) -> Int? {
    guard items[id] != nil else { return nil }
    var before = 0
    for group in groups {
      if let index = group.ids.firstIndex(of: id) { return before + index }
      before += group.ids.count
    }
    return nil
  }
}

/// What is known of a kept photograph's file.
package struct GalleryItem: Equatable, Sendable {
  package var origin: PhotoOrigin
  /// Inside the gallery's folder.
  package var fileName: String
  /// Bytes when it was kept.
  package var size: Int64
  /// SHA-256 when it was kept, in lower-case hexadecimal.
  package var hash: String

  package init(_ entry: GalleryEntry) {
    origin = entry.origin
    fileName = entry.fileName
    size = entry.size
    hash = entry.hash
  }
}

/// Photographs that were found in the same place, the newest first.
package struct GalleryGroup: Equatable, Sendable {
  package let origin: PhotoOrigin
  package var ids: [Photo.ID]

  package init(_ origin: PhotoOrigin, _ ids: [Photo.ID]) {
    self.origin = origin
    self.ids = ids
  }
}

/// What became of a kept photograph's file.
package enum FileCondition: Equatable, Sendable {
  case checking
  /// It is there, and as large as it was.
  case whole
  /// It has the very bytes it had.
  case verified
  case missing
  case damaged

  package var isUsable: Bool { self != .missing && self != .damaged }
}

/// A kept photograph's file, for effects.
package struct GalleryFile: Equatable, Sendable {
  package let id: Photo.ID
  package let path: String
  package let size: Int64
  package let hash: String

  package init(id: Photo.ID, path: String, size: Int64, hash: String) {
    self.id = id
    self.path = path
    self.size = size
    self.hash = hash
  }
}

package enum GalleryAction: Equatable, Sendable {
  /// The gallery, with this photograph selected.
  case openPressed(Photo.ID)
  /// A download has ended: the photograph is whole and kept.
  case added(GalleryEntry)
  /// Everything that is kept, the newest first.
  case read(Result<[GalleryEntry], Problem>)
  case checked([Photo.ID: FileCondition])
  case scrolled(rows: Int)
  case tilePressed(Photo.ID)
  /// A group's heading: in select mode all of it.
  case headingPressed(PhotoOrigin)
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
  /// The same, if another window has changed something since.
  case readChanges
  /// Whether files are there, and as large as they were.
  case check([GalleryFile])
  /// Whether a file has the bytes it had.
  case verify(GalleryFile)
  case delete([GalleryFile])

  package var id: Effect.ID {
    switch self {
    case .read, .readChanges: Effect.ID(.gallery, "read")
    case .check(let files): Effect.ID(.gallery, "check \(files.first?.path ?? "")")
    case .verify: Effect.ID(.gallery, "verify")
    case .delete(let files): Effect.ID(.gallery, "delete \(files.first?.path ?? "")")
    }
  }
}

extension AppState {
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
    guard case .photo(let id) = key.source, key.use == .full || tab == .gallery else { return nil }
    return localFile(of: id)
  }
}
