import AppCore
import Logging
import Model
import Storage

extension LiveEffectHandler {
  /// Reads and writes the recent searches.
  ///
  /// Does nothing without a database: the searches then last until the program exits. After another
  /// process has signed the user out, nothing is written.
  func perform(_ effect: SearchEffect, _ send: @Sendable (AppAction) -> Void) async {
    guard let store = environment.store else { return }
    do throws(StorageError) {
      switch effect {
      case .readRecentSearches:
        send(.search(.recentSearchesRead(try await store.recentSearches(of: account))))
      case .record(let text):
        guard isStillSignedIn(send) else { return }
        try await store.save(search: text, at: environment.now(), of: account)
      case .remove(let text): try await store.remove(search: text, of: account)
      }
    } catch {
      // The search itself works, so the failure is only logged and noted.
      environment.log.warning("the recent searches failed", metadata: ["error": "\(error)"])
      send(.dataFile(.noteFailed))
    }
  }

  /// Reads and writes the tile sizes, which don't depend on the account.
  func perform(_ effect: ViewEffect, _ send: @Sendable (AppAction) -> Void) async {
    guard let store = environment.store else { return }
    do throws(StorageError) {
      switch effect {
      case .readSizes:
        for list in ListID.Kind.allCases {
          if let size = try store.size(of: list) { send(.sizeRead(list, size)) }
        }
        if let size = try store.gallerySize { send(.gallery(.sizeRead(size))) }
      case .writeSize(let list, let size):
        try await store.set(Store.sizeSetting(list), to: String(size.rawValue))
      case .writeGallerySize(let size):
        try await store.set(Store.gallerySizeSetting, to: String(size.rawValue))
      }
    } catch {
      environment.log.warning("the tile sizes failed", metadata: ["error": "\(error)"])
      send(.dataFile(.noteFailed))
    }
  }
}
