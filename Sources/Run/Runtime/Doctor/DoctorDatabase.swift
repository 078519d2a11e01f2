import AppCore
import FoundationEssentials
import Glibc
import Localization
import Model
import Settings
import Storage

extension Doctor {
  /// Returns the path, contents and integrity of the extended edition's database.
  ///
  /// Opens the database as a launch would: an unusable one is set aside, and the finding reports
  /// that. Doesn't create a missing database.
  func database(_ texts: Texts, _ xdg: XDG) -> [DoctorFinding] {
    guard options.edition.capabilities.contains(.cache) else { return [] }
    let path = xdg.databaseFile
    guard access(path, F_OK) == 0 else {
      return [
        DoctorFinding(
          .database,
          path + ", " + texts.doctor(.noFile),
          .fields(["path": .text(path), "exists": .flag(false)])
        )
      ]
    }
    do throws(StorageError) {
      let opening = try Store.open(path: path, now: Date.now.timeIntervalSince1970)
      return [Self.finding(try opening.store.check(), path, setAside: opening.setAside, texts)]
    } catch {
      let text = texts.cli(.problem(.init(.storage, error.cause)))
      let fields = DoctorValue.fields(["path": .text(path), "error": .text(text)])
      return [DoctorFinding(.database, [path, text], fields)]
    }
  }

  private static func finding(
    _ check: Store.Check,
    _ path: String,
    setAside: String?,
    _ texts: Texts
  ) -> DoctorFinding {
    let aside = setAside.map { texts.doctor(.setAside($0)) }
    let lines =
      [
        path,
        texts.doctor(
          databaseVersion: check.version,
          sqlite: check.sqliteVersion,
          photos: check.photos,
          lists: check.lists,
          likes: check.pendingLikes
        ),
      ] + [aside].compactMap(\.self)
      + (check.damages.isEmpty ? [texts.doctor(.sound)] : check.damages)
    return DoctorFinding(
      .database,
      lines,
      .fields([
        "path": .text(path), "version": .text(check.version), "sqlite": .text(check.sqliteVersion),
        "photos": .number(check.photos), "lists": .number(check.lists),
        "pendingLikes": .number(check.pendingLikes), "damages": .list(check.damages),
        "setAside": .text(setAside),
      ])
    )
  }
}
