import Model

extension AppState {
  /// Replaces the contents of the gallery.
  package mutating func replaceGallery(_ contents: GalleryContents) {
    gallery.replaceAll(contents.stubs)
    addPhotos(contents.photos)
  }

  /// Adds photos read from the database.
  ///
  /// Photos that a list has loaded aren't replaced, because they are newer.
  package mutating func addPhotos(_ read: [Photo]) {
    for photo in read where photos[photo.id] == nil { photos[photo.id] = photo }
  }

  /// Inserts a photo at the front of the gallery.
  ///
  /// If it was downloaded again from the same list, it keeps its position.
  package mutating func addToGallery(_ entry: GalleryEntry) {
    addPhotos([entry.photo])
    gallery.add(entry.stub)
  }
}

extension GalleryState {
  fileprivate mutating func replaceAll(_ stubs: [GalleryStub]) {
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

  fileprivate mutating func add(_ stub: GalleryStub) {
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
