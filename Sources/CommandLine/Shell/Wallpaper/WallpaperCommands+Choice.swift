import EffectHandling
import Files
import Localization
import Model
import ServiceAPI
import Storage

// The choice of a photo.
extension WallpaperCommands {
  func randomPhoto(
    _ choice: RandomChoice,
    _ requirements: Requirements
  ) async throws(ShellMessage) -> Photo {
    guard let service = context.service as? any RandomSource else {
      throw .problem(Problem(.random, .notOffered))
    }
    var choice = choice
    choice.orientation = requirements.preferred
    var photos: [Photo] = []
    do throws(Problem) { photos = try await service.randomPhotos(choice) } catch {
      guard error == Problem(.random, .notFound), requirements.orientation == nil else {
        throw context.failure(error)
      }
    }
    if photos.isEmpty, requirements.orientation == nil {
      // Only the monitor's orientation was missing.
      choice.orientation = nil
      photos = try await context.ask { () throws(Problem) in
        try await service.randomPhotos(choice)
      }
    }
    // The service has seen to the orientation.
    guard let photo = pick(from: photos, requirements, isOrientationRequired: false) else {
      throw .problem(Problem(.random, .notFound))
    }
    return photo
  }

  /// Returns a page of the user's favourites, any of them if the service counts them.
  func favourites() async throws(ShellMessage) -> [Photo] {
    guard context.service.description.hasAccounts else { return try await context.ownLikes() }
    guard context.session.current != nil else { throw .notSignedIn }
    do throws(Problem) {
      let first = try await favourites(page: .first)
      let size = first.photos.count
      guard let total = first.total, total > size, size > 0,
        first.next == PageToken(2)
      else {
        return first.photos
      }
      let number = choose(total) / size + 1
      guard number > 1 else { return first.photos }
      let photos = try await favourites(page: PageToken(number)).photos
      return photos.isEmpty ? first.photos : photos
    } catch {
      let cached = try? context.store?.list(.favourites, of: context.account)
      guard error.cause.isNoAnswer, let cached, !cached.photos.isEmpty else {
        throw context.failure(error)
      }
      return cached.photos.map(context.backend.renewed)
    }
  }

  private func favourites(page: PageToken) async throws(Problem) -> Page {
    try await context.page(page, of: .favourites)
  }

  func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in elements.indices.dropLast() {
      elements.swapAt(index, index + choose(elements.count - index))
    }
    return elements
  }

  /// Returns the first photo in the right orientation that is large enough for the monitors and
  /// isn't the last one; if there is none, the first one that is any of this.
  ///
  /// - Parameter isOrientationRequired: by default, if it is the user's choice.
  /// - Returns: `nil` if the required orientation leaves none.
  func pick(
    from photos: [Photo],
    _ requirements: Requirements,
    isOrientationRequired: Bool? = nil
  ) -> Photo? {
    let isRequired = isOrientationRequired ?? (requirements.orientation != nil)
    let fitting = photos.filter { $0.orientation == requirements.preferred }
    let photos = fitting.isEmpty && !isRequired ? photos : fitting
    let other = photos.filter { photo in
      let start = WallpaperFolder.name(of: photo, width: nil).dropLast("jpg".count)
      return requirements.last.map { !$0.hasPrefix(start) } ?? true
    }
    return other.first { $0.width >= requirements.width(of: $0) } ?? other.first ?? photos.first
  }
}

extension Photo {
  /// The orientation: `squarish` if the sides differ by about a tenth or less.
  fileprivate var orientation: SearchQuery.Orientation {
    aspect > 1.1 ? .landscape : aspect < 0.9 ? .portrait : .squarish
  }
}
