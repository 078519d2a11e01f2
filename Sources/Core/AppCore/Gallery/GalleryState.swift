import Model

/// The gallery: the downloaded photos and the condition of their files.
package struct GalleryState: Equatable, Sendable {
  package enum Load: Equatable, Sendable {
    case unread
    case reading
    case read
    case failed(Problem)
  }

  /// The IDs of the photos in the gallery.
  package var ids: Set<Photo.ID> = []
  /// The data of each photo's file.
  package var items: [Photo.ID: GalleryItem] = [:]
  /// The photos grouped by list, the group with the newest photo first.
  package var groups: [GalleryGroup] = []
  /// The size of all files in bytes.
  package var bytes: Int64 = 0
  package var load: Load = .unread
  /// The results of file checks, for the files that have been checked.
  package var conditions: [Photo.ID: FileCondition] = [:]

  /// The photos that are being deleted.
  package var deleting: Set<Photo.ID> = []

  package init() {}

  package var count: Int { items.count }

  /// Returns the photo at an index that counts through all groups in their order; `nil` if there is
  /// none.
  package func id(at index: Int) -> Photo.ID? {
    var rest = index
    for group in groups {
      if group.ids.indices.contains(rest) { return group.ids[rest] }
      rest -= group.ids.count
    }
    return nil
  }

  /// Returns the index of a photo, counted through all groups in their order; `nil` if it isn't in
  /// the gallery.
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

/// The data of a file in the gallery.
package struct GalleryItem: Equatable, Sendable {
  /// The list that the photo was found in, without filters.
  package var origin: ListID
  /// The file's name in the gallery's folder.
  package var fileName: String
  /// The file's size in bytes when it was downloaded.
  package var size: Int64
  /// The SHA-256 of the file when it was downloaded, in lower-case hexadecimal.
  package var hash: String

  package init(_ stub: GalleryStub) {
    origin = stub.origin
    fileName = stub.fileName
    size = stub.size
    hash = stub.hash
  }
}

/// The photos of the gallery that were found in one list of one service, newest first.
package struct GalleryGroup: Equatable, Sendable {
  /// The list, without filters.
  package let origin: ListID
  /// The service's title of the list, as of the newest photo that has one.
  ///
  /// `nil` if no title is known.
  package var title: String?
  /// The IDs of the photos.
  ///
  /// Never empty, and all of one service.
  package var ids: [Photo.ID]

  package init(_ origin: ListID, title: String? = nil, _ ids: [Photo.ID]) {
    self.origin = origin
    self.title = title
    self.ids = ids
  }

  /// Whether an entry belongs to this group.
  func accepts(_ stub: GalleryStub) -> Bool {
    origin == stub.origin && ids.first?.service == stub.id.service
  }

  /// Groups photos by service and list, in the order of each group's newest photo.
  package static func groups(of stubs: [GalleryStub]) -> [GalleryGroup] {
    struct OriginKey: Hashable {
      let service: ServiceID
      let list: ListID
    }
    var known: [OriginKey: Int] = [:]
    var groups: [GalleryGroup] = []
    for stub in stubs {
      let key = OriginKey(service: stub.id.service, list: stub.origin)
      if let index = known[key] {
        groups[index].ids.append(stub.id)
        if groups[index].title == nil { groups[index].title = stub.originTitle }
      } else {
        known[key] = groups.count
        groups.append(GalleryGroup(stub.origin, title: stub.originTitle, [stub.id]))
      }
    }
    return groups
  }
}

/// The result of checking a file in the gallery.
package enum FileCondition: Equatable, Sendable {
  case checking
  /// The file exists and has the stored size.
  case whole
  /// The file has the stored hash.
  case verified
  case missing
  /// The file has another size or hash than stored.
  case damaged
  /// The file can't be read, for example for lack of permission.
  case unreadable

  /// Whether the file can be used as far as known.
  package var isUsable: Bool { ![.missing, .damaged, .unreadable].contains(self) }
}

/// A file in the gallery, as passed to effects.
package struct GalleryFile: Equatable, Sendable {
  package let id: Photo.ID
  /// The file's absolute path.
  package let path: String
  /// The file's size in bytes when it was downloaded.
  package let size: Int64
  /// The SHA-256 of the file when it was downloaded, in lower-case hexadecimal.
  package let hash: String

  package init(id: Photo.ID, path: String, size: Int64, hash: String) {
    self.id = id
    self.path = path
    self.size = size
    self.hash = hash
  }
}
