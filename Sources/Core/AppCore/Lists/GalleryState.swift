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
}

extension GalleryState {
  mutating func replaceAll(_ stubs: [GalleryStub]) {
    ids = Set(minimumCapacity: stubs.count)
    items = Dictionary(minimumCapacity: stubs.count)
    bytes = 0
    let stubs = stubs.filter { ids.insert($0.id).inserted }
    for stub in stubs {
      items[stub.id] = GalleryItem(stub)
      bytes = bytes.adding(bytes: stub.size)
    }
    groups = GalleryGroup.groups(of: stubs)
    conditions = [:]
    load = .read
  }

  mutating func add(_ stub: GalleryStub) {
    let id = stub.id
    if let known = items[id], known.origin == stub.origin {
      bytes = bytes.adding(bytes: -known.size)
    } else {
      remove([id])
      let index = groups.firstIndex { $0.accepts(stub) }
      var group = index.map { groups.remove(at: $0) } ?? GalleryGroup(stub.origin, [])
      group.ids.insert(id, at: 0)
      group.title = stub.originTitle ?? group.title
      groups.insert(group, at: 0)
    }
    items[id] = GalleryItem(stub)
    ids.insert(id)
    bytes = bytes.adding(bytes: stub.size)
    // The download has just verified the hash.
    conditions[id] = .verified
  }

  /// Removes deleted photos.
  package mutating func remove(_ ids: Set<Photo.ID>) {
    for id in ids {
      guard let item = items.removeValue(forKey: id) else { continue }
      bytes = bytes.adding(bytes: -item.size)
      self.ids.remove(id)
      conditions[id] = nil
    }
    for index in groups.indices { groups[index].ids.removeAll(where: ids.contains) }
    groups.removeAll(where: \.ids.isEmpty)
  }
}
