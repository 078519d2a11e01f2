import AppCore
import Files
import FoundationEssentials
import Glibc
import Localization
import Model
import Settings
import Storage

extension Doctor {
  /// Compares the gallery's files with the database without reading them.
  ///
  /// Returns no findings in the basic edition.
  func gallery(_ texts: Texts, _ xdg: XDG) -> [DoctorFinding] {
    // Opening a missing database would create it.
    guard options.edition.capabilities.contains(.gallery), access(xdg.databaseFile, F_OK) == 0
    else { return [] }
    do throws(StorageError) {
      let now = Date.now.timeIntervalSince1970
      let store = try Store.open(path: xdg.databaseFile, now: now).store
      var audit = try Self.audit(store, xdg.galleryFolder)
      if options.isDemo { audit.local = [] }
      return [Self.finding(audit, xdg.galleryFolder, texts)]
    } catch {
      return [DoctorFinding(.gallery, texts.cli(.problem(Problem(.gallery, error.cause))))]
    }
  }

  private static func audit(
    _ store: Store,
    _ folder: String
  ) throws(StorageError) -> GalleryAudit {
    let (entries, downloads) = try store.filesNow()
    let unfinished = downloads.filter { $0.destination == .gallery }.map(\.photo.id)
    let kept = entries.map { ($0.photo.id, $0.fileName) }
    let names = PhotoDownloader.fileNames(of: kept, unfinished: unfinished)
    return GalleryAudit(
      folder: folder,
      entries: entries,
      unfinished: Set(unfinished.compactMap { names[$0] })
    )
  }

  static func finding(
    _ audit: GalleryAudit,
    _ folder: String,
    _ texts: Texts
  ) -> DoctorFinding {
    let answers: [DoctorAnswer] = [
      .missingFiles(audit.missing), .damagedFiles(audit.damaged),
      .unreadableFiles(audit.unreadable), .strayFiles(audit.orphans),
      .localFiles(audit.local),
    ]
    let lists = [audit.missing, audit.damaged, audit.unreadable, audit.orphans, audit.local]
    let lines =
      [texts.doctor(.downloaded(audit.count, bytes: audit.bytes, folder: folder))]
      + zip(answers, lists).filter { !$1.isEmpty }.map { texts.doctor($0.0) }
    return DoctorFinding(
      .gallery,
      lines,
      .fields([
        "folder": .text(folder), "photos": .number(audit.count),
        "bytes": .number(Double(audit.bytes)), "missing": .list(audit.missing),
        "damaged": .list(audit.damaged), "unreadable": .list(audit.unreadable),
        "orphans": .list(audit.orphans), "local": .list(audit.local),
      ])
    )
  }
}
