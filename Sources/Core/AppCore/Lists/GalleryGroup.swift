import Model

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
