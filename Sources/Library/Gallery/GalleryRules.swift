import Model

extension Library {
  /// Takes what is in the gallery, the newest first.
  package mutating func takeGallery(_ entries: [GalleryEntry]) {
    gallery.take(entries)
    // A list's photograph is newer than the gallery's.
    for entry in entries where photos[entry.photo.id] == nil {
      photos[entry.photo.id] = entry.photo
    }
  }

  /// Puts a photograph in front; one whose file is mended stays where it is.
  package mutating func addToGallery(_ entry: GalleryEntry) {
    if photos[entry.photo.id] == nil { photos[entry.photo.id] = entry.photo }
    gallery.add(entry)
  }
}

extension GalleryState {
  fileprivate mutating func take(_ entries: [GalleryEntry]) {
    struct Place: Hashable {
      let service: ServiceID
      let list: ListID
    }
    var known: [Place: Int] = [:]
    groups = []
    items = [:]
    items.reserveCapacity(entries.count)
    for entry in entries where items[entry.photo.id] == nil {
      items[entry.photo.id] = GalleryItem(entry)
      let place = Place(service: entry.photo.id.service, list: entry.origin)
      if let index = known[place] {
        groups[index].ids.append(entry.photo.id)
        if groups[index].title == nil { groups[index].title = entry.originTitle }
      } else {
        known[place] = groups.count
        groups.append(GalleryGroup(entry.origin, title: entry.originTitle, [entry.photo.id]))
      }
    }
    ids = Set(items.keys)
    bytes = items.values.reduce(0) { $0.adding(bytes: $1.size) }
    conditions = [:]
    load = .read
  }

  fileprivate mutating func add(_ entry: GalleryEntry) {
    let id = entry.photo.id
    if let known = items[id], known.origin == entry.origin {
      bytes = bytes.adding(bytes: -known.size)
    } else {
      remove([id])
      let index = groups.firstIndex { $0.takes(entry) }
      var group = index.map { groups.remove(at: $0) } ?? GalleryGroup(entry.origin, [])
      group.ids.insert(id, at: 0)
      group.title = entry.originTitle ?? group.title
      groups.insert(group, at: 0)
    }
    items[id] = GalleryItem(entry)
    ids.insert(id)
    bytes = bytes.adding(bytes: entry.size)
    // It has just been hashed.
    conditions[id] = .verified
  }

  /// Removes photographs that are gone.
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
