import AppCore
import Files
import Model
import Platform
import Storage

extension LiveEffectHandler {
  func perform(_ effect: GalleryEffect, _ send: @escaping @Sendable (AppAction) -> Void) async {
    switch effect {
    case .read:
      send(.gallery(.read(await readGallery())))
    case .readChanges:
      // If no newer contents can be read, the displayed ones stay.
      let changed = try? await environment.store?.changedGalleryContents(first: Self.firstInGallery)
      if let changed { send(.gallery(.read(.success(backend.renewed(changed))))) }
    case .readPhotos(let ids):
      send(.gallery(.photosRead(ids, await readPhotos(ids))))
    case .check(let files):
      var conditions: [Photo.ID: FileCondition] = [:]
      for file in files {
        conditions[file.id] = FileCondition(GalleryFolder.check(file.path, size: file.size))
      }
      send(.gallery(.checked(conditions)))
    case .verify(let file):
      let finding = await GalleryFolder.verify(file.path, size: file.size, hash: file.hash)
      let condition = finding == .whole ? .verified : FileCondition(finding)
      send(.gallery(.checked([file.id: condition])))
    case .delete(let files): await delete(files, send)
    }
  }

  private func readGallery() async -> Result<GalleryContents, Problem> {
    await fromStore { store throws(StorageError) in
      backend.renewed(try await store.galleryContents(first: Self.firstInGallery))
    }
  }

  private func readPhotos(_ ids: [Photo.ID]) async -> Result<[Photo], Problem> {
    await fromStore { store throws(StorageError) in
      try await store.photos(ids).map(backend.renewed)
    }
  }

  private func fromStore<Value: Sendable>(
    _ read: (Store) async throws(StorageError) -> Value
  ) async -> Result<Value, Problem> {
    guard let store = environment.store else {
      return .failure(Problem(.gallery, environment.noStore))
    }
    do throws(StorageError) { return .success(try await read(store)) } catch {
      return .failure(Problem(.gallery, error.cause))
    }
  }

  /// The number of photos read with the gallery: more than the tiles of a large window.
  private static let photosReadFirst = 200

  @Sendable private static func firstInGallery(_ stubs: [GalleryStub]) -> [Photo.ID] {
    Array(GalleryGroup.groups(of: stubs).lazy.flatMap(\.ids).prefix(photosReadFirst))
  }

  /// Deletes photos and their files.
  ///
  /// A photo whose file can't be deleted stays. If the database can't be changed, no file is
  /// deleted.
  private func delete(_ files: [GalleryFile], _ send: @Sendable (AppAction) -> Void) async {
    let ids = files.map(\.id)
    let result = await fromStore { store throws(StorageError) in
      try await store.deleteFromGallery(files.map { ($0.id, $0.path) })
    }
    switch result {
    case .success(let problems):
      let gone = ids.filter { problems[$0] == nil }
      let kept = ids.filter { problems[$0] != nil }
      send(.gallery(.deleted(gone, kept: kept, kept.first.flatMap { problems[$0] })))
    case .failure(let problem):
      send(.gallery(.deleted([], kept: ids, Problem(.galleryRemoval, problem.cause))))
    }
  }
}

extension FileCondition {
  fileprivate init(_ finding: GalleryFolder.Finding) {
    self =
      switch finding {
      case .whole: .whole
      case .missing: .missing
      case .damaged: .damaged
      case .unreadable: .unreadable
      }
  }
}

extension Backend {
  /// Returns the gallery with URLs that are currently valid.
  fileprivate func renewed(_ contents: GalleryContents) -> GalleryContents {
    GalleryContents(contents.stubs, photos: contents.photos.map(renewed))
  }
}
