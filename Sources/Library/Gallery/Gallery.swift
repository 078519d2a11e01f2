import Model

/// The photographs kept on this machine.
package struct GalleryState: Equatable, Sendable {
  package enum Load: Equatable, Sendable {
    case unread
    case reading
    case read
    case failed(Problem)
  }

  /// Those in the gallery, whatever screen shows them.
  package var ids: Set<Photo.ID> = []
  /// What is known of each one's file.
  package var items: [Photo.ID: GalleryItem] = [:]
  /// The one with the newest photograph first.
  package var groups: [GalleryGroup] = []
  /// Bytes of all files.
  package var bytes: Int64 = 0
  package var load: Load = .unread
  /// What became of the files that were looked at; nothing of the others.
  package var conditions: [Photo.ID: FileCondition] = [:]

  /// Those being deleted.
  package var deleting: Set<Photo.ID> = []

  package init() {}

  package var count: Int { items.count }

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
  package var origin: ListID
  /// Inside the gallery's folder.
  package var fileName: String
  /// Bytes when it was kept.
  package var size: Int64
  /// SHA-256 when it was kept, in lower-case hexadecimal.
  package var hash: String

  package init(_ stub: GalleryStub) {
    origin = stub.origin
    fileName = stub.fileName
    size = stub.size
    hash = stub.hash
  }
}

/// Photographs that were found in the same place, the newest first.
package struct GalleryGroup: Equatable, Sendable {
  package let origin: ListID
  /// What the service called that place when the newest was kept, or an earlier one; nil where it
  /// has no name but its own.
  package var title: String?
  /// Never empty, and of one service.
  package var ids: [Photo.ID]

  package init(_ origin: ListID, title: String? = nil, _ ids: [Photo.ID]) {
    self.origin = origin
    self.title = title
    self.ids = ids
  }

  func takes(_ stub: GalleryStub) -> Bool {
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
