import AppCore
import Model

/// Effects for the photos of `Given`, by the download's ID.
extension DownloadsEffect {
  static func run(_ id: DownloadID, _ origin: ListID, position: Int) -> DownloadsEffect {
    .run(Given.photo(id), to: id.destination, from: origin, position: position)
  }

  static func save(
    _ id: DownloadID,
    _ origin: ListID,
    position: Int,
    _ intent: Download.Intent
  ) -> DownloadsEffect {
    .save(Given.photo(id), to: id.destination, from: origin, position: position, intent)
  }

  static func discard(_ id: DownloadID) -> DownloadsEffect {
    .discard(Given.photo(id), to: id.destination)
  }
}

extension Given {
  fileprivate static func photo(_ id: DownloadID) -> Photo { photo(number(of: id.photo)) }
}
