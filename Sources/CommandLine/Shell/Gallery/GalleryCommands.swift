import EffectHandling
import Files
import Localization
import Model
import Storage

/// The commands for downloaded photos.
struct GalleryCommands: Sendable {
  /// The result for one photo: its path or ID, or the reason for a failure.
  typealias Outcome = Result<String, ShellMessage>

  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Returns the records of all photos, newest first.
  ///
  /// Each is created when it is read.
  func list() async throws(ShellMessage) -> some Collection<PhotoFields> {
    let context = context
    let entries = try await context.read { store throws(StorageError) in try await store.gallery() }
    return entries.lazy.map { entry in
      context.record(context.backend.renewed(entry.photo), fileName: entry.fileName)
    }
  }

  /// Returns brief data of all photos, enough for a line of text.
  ///
  /// Full records take much longer, mostly for validating and creating URLs.
  func briefs() async throws(ShellMessage) -> [PhotoBrief] {
    try await context.read { store throws(StorageError) in try await store.galleryInBrief() }
  }

  /// Returns the files of photos, in the order of their IDs.
  func paths(_ ids: [String]) async throws(ShellMessage) -> [Outcome] {
    let known = try await known()
    return ids.map { id in
      known[id].map { .success(path(of: $0)) } ?? .failure(.notInGallery(id: id))
    }
  }

  /// The progress of `verify`.
  struct Progress: Equatable, Sendable {
    var files = 0
    var bytes: Int64 = 0
    /// The totals of the gallery.
    let allFiles: Int
    let allBytes: Int64
  }

  /// Reads each file, and reports the files that differ from the downloads.
  ///
  /// - Parameter progress: Called before the first file and after each one.
  /// - Returns: The number of photos; `nil` if the task was cancelled before the last.
  func verify(
    progress: (Progress) -> Void = { _ in },
    report: (GalleryStub, ShellMessage) -> Void
  ) async throws(ShellMessage) -> Int? {
    let stubs = try await stubs()
    var done = Progress(
      allFiles: stubs.count,
      allBytes: stubs.reduce(0) { $0.adding(bytes: $1.size) }
    )
    progress(done)
    for stub in stubs {
      guard !Task.isCancelled else { return nil }
      let path = path(of: stub)
      switch await GalleryFolder.verify(path, size: stub.size, hash: stub.hash) {
      case .whole: break
      case .missing: report(stub, .missingFile(path: path))
      case .damaged: report(stub, .damagedFile(path: path))
      case .unreadable(let cause): report(stub, .problem(Problem(.gallery, cause)))
      }
      done.files += 1
      done.bytes = done.bytes.adding(bytes: stub.size)
      progress(done)
    }
    return stubs.count
  }

  /// Returns the number of these photos that are in the gallery.
  func count(of ids: [String]) async throws(ShellMessage) -> Int {
    let known = try await known()
    return Set(ids).count { known[$0] != nil }
  }

  /// Removes photos and their files.
  ///
  /// No file is removed if the database can't be changed.
  func remove(_ ids: [String]) async throws(ShellMessage) -> [Outcome] {
    let known = try await known()
    let stubs = Set(ids).compactMap { known[$0] }
    let problems = try await context.read { store throws(StorageError) in
      try await store.deleteFromGallery(stubs.map { ($0.id, path(of: $0)) })
    }
    return ids.map { id in
      guard let stub = known[id] else { return .failure(.notInGallery(id: id)) }
      return problems[stub.id].map { Outcome.failure(.problem($0)) } ?? .success(id)
    }
  }

  /// Copies photos into a folder, under the names of saved photos.
  ///
  /// No file is replaced, and an existing equal file isn't copied again. Files that differ from the
  /// download aren't copied.
  ///
  /// - Parameters:
  ///   - ids: The photos; `nil` for the whole gallery.
  ///   - choice: The command-line options for the copies.
  func export(
    _ ids: [String]?,
    to folder: String,
    _ choice: FileChoice = FileChoice(),
    observe: (DownloadEvent, _ id: String) -> Void = { _, _ in },
    report: (Outcome) -> Void
  ) async throws(ShellMessage) -> CommandStatus {
    let known = try await known()
    var all = ids ?? []
    if ids == nil { all = try await stubs().map(\.id.value) }
    let copier = PictureCopier(folder: folder, style: choice.applied(to: context.fileStyle))
    var status = CommandStatus.done
    for id in all {
      guard !Task.isCancelled else { return status.and(.interrupted) }
      do throws(ShellMessage) {
        report(.success(try await copy(known[id], id, copier) { observe($0, id) }))
      } catch {
        report(.failure(error))
        status = status.and(error.status)
      }
    }
    return status
  }

  private func copy(
    _ stub: GalleryStub?,
    _ id: String,
    _ copier: PictureCopier,
    _ observe: (DownloadEvent) -> Void
  ) async throws(ShellMessage) -> String {
    guard let stub else { throw .notInGallery(id: id) }
    let path = path(of: stub)
    switch await GalleryFolder.verify(path, size: stub.size, hash: stub.hash) {
    case .missing: throw .missingFile(path: path)
    case .damaged: throw .damagedFile(path: path)
    case .unreadable(let cause): throw .problem(Problem(.share, cause))
    case .whole: break
    }
    let photo = try await context.read { store throws(StorageError) in
      try await store.photo(stub.id)
    }
    guard let photo else { throw .notInGallery(id: id) }
    do throws(Problem) {
      return try await copier.copy(path, of: context.backend.renewed(photo), observe)
    } catch {
      throw .problem(error)
    }
  }

  private func known() async throws(ShellMessage) -> [String: GalleryStub] {
    Dictionary(try await stubs().map { ($0.id.value, $0) }) { first, _ in first }
  }

  private func stubs() async throws(ShellMessage) -> [GalleryStub] {
    try await context.read { store throws(StorageError) in try await store.galleryStubs() }
  }

  private func path(of stub: GalleryStub) -> String { context.gallery + "/" + stub.fileName }
}
