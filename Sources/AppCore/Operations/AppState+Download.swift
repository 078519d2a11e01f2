import Library
import Model

extension AppState {
  /// Downloads a photograph into the gallery, or says that it is there or on its way already.
  mutating func download(_ id: Photo.ID) -> [Effect] {
    if downloads[DownloadID(id)]?.isUnderWay == true {
      return [show(.unavailable(.download, .alreadyDownloading))]
    }
    if gallery.ids.contains(id), gallery.conditions[id]?.isUsable != false {
      return [show(.inGallery(id))]
    }
    return fetch(id)
  }

  /// Downloads several photographs into the gallery.
  mutating func download(_ ids: [Photo.ID]) -> [Effect] {
    inLibrary(.downloads(.allRequested(ids, from: origin)))
  }

  /// Downloads a photograph into the gallery, whatever is there already.
  mutating func fetch(_ id: Photo.ID) -> [Effect] {
    inLibrary(.downloads(.requested(DownloadID(id), from: origin)))
  }

  /// Saves a photograph into the pictures folder.
  mutating func save(_ id: Photo.ID) -> [Effect] {
    inLibrary(.downloads(.requested(DownloadID(id, to: .pictures), from: origin)))
  }

  /// Cancels a photograph's download into the gallery.
  mutating func cancelDownload(_ id: Photo.ID) -> [Effect] {
    inLibrary(.downloads(.cancelPressed(DownloadID(id))))
  }

  /// Opens the list of downloads, or closes it.
  mutating func toggleDownloads() -> [Effect] { DownloadsListReducer.reduce(&self, .toggled) }
}
