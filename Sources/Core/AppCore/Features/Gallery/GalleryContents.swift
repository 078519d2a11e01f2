import Model

extension AppState {
  /// Replaces the contents of the gallery.
  package mutating func replaceGallery(_ contents: GalleryContents) {
    gallery.replaceAll(contents.stubs)
    addPhotos(contents.photos)
  }

  /// Inserts a photo at the front of the gallery.
  ///
  /// If it was downloaded again from the same list, it keeps its position.
  package mutating func addToGallery(_ entry: GalleryEntry) {
    addPhotos([entry.photo])
    gallery.add(entry.stub)
  }
}
