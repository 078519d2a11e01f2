import Model

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
