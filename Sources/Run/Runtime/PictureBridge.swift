import AppCore
import Canvas
import EffectHandling
import HTTP
import Imaging
import Model
import Pictures
import Screens
import ServiceAPI
import Settings

/// Conversion of a frame's placements into requests to the picture store.
enum PictureBridge {
  /// A function that returns the path of a downloaded photo to show from the disk; `nil` for a
  /// photo to load from the service.
  typealias LocalFile = (PictureKey) -> String?

  /// Returns the request for each placement of a frame; `nil` for photos that aren't in the state.
  static func requests(
    _ frame: Frame,
    _ parts: [Canvas.VisiblePart],
    _ state: AppState,
    _ output: PictureOutput,
    localFile: LocalFile = { _ in nil }
  ) -> [PictureRequest?] {
    var requests = frame.placements.map { request($0, state, localFile: localFile) }
    // If the terminal doesn't store images, only the visible parts are sent.
    guard output.drawsParts else { return requests }
    for index in requests.indices { requests[index]?.visibleParts = [] }
    for part in parts {
      requests[part.placement]?.visibleParts.append(part.inBox)
    }
    return requests
  }

  /// Returns the request for a placement that is entirely visible; `nil` for a photo that isn't in
  /// the state.
  static func request(
    _ placement: PicturePlacement,
    _ state: AppState,
    localFile: LocalFile = { _ in nil }
  ) -> PictureRequest? {
    let box = Size(max(1, placement.box.width), max(1, placement.box.height))
    let whole = [Rect(x: 0, y: 0, width: box.width, height: box.height)]
    switch placement.source {
    case .photo(let id):
      guard let photo = state.photos[id] else { return nil }
      return PictureRequest(
        id: PictureKey(placement.source, placement.use),
        picture: photo.picture,
        file: localFile(PictureKey(placement.source, placement.use)),
        size: Size(photo.width, photo.height),
        color: photo.color,
        blurHash: photo.blurHash,
        box: box,
        part: placement.crop,
        followsFocus: placement.followsFocus,
        quarterTurns: placement.quarterTurns,
        visibleParts: whole
      )
    case .avatar(let username):
      let own = state.profile.person.flatMap { $0.username == username ? $0 : nil }
      let person = own ?? state.directory.people[username]
      return PictureRequest(
        id: PictureKey(placement.source, .thumbnail),
        picture: (person?.avatarURL).map { .derived(from: $0) },
        size: Size(128, 128),
        box: box,
        visibleParts: whole
      )
    case .bundled(let index, let color):
      guard let photos = state.program.backdrop, photos.indices.contains(index) else { return nil }
      let photo = photos[index]
      return PictureRequest(
        id: PictureKey(placement.source, placement.use),
        picture: nil,
        file: photo.path,
        size: Size(photo.width, photo.height),
        // The colour looks like an empty screen until the image is decoded.
        color: color,
        box: box,
        part: placement.crop,
        followsFocus: placement.followsFocus,
        visibleParts: whole
      )
    case .cover(let list):
      guard let cover = state.directory.cover(of: list) else { return nil }
      return PictureRequest(
        id: PictureKey(placement.source, placement.use),
        picture: cover.picture,
        size: Size(cover.width, cover.height),
        color: cover.color,
        blurHash: cover.blurHash,
        box: box,
        part: placement.crop,
        followsFocus: placement.followsFocus,
        visibleParts: whole
      )
    }
  }
}

extension Frame {
  /// Lights the cells around the picture that throws light.
  mutating func addLight(of pictures: [ShownPicture]) {
    guard let light, pictures.indices.contains(light.placement),
      let grid = pictures[light.placement].symbols
    else { return }
    canvas.show(
      PictureLight(of: grid, under: light.texts),
      around: placements[light.placement].box,
      in: light.area,
      on: light.background
    )
  }
}

extension PictureStore {
  /// Creates a store for the photos of the service that an effect handler uses.
  ///
  /// - Parameter cache: The cache on disk; `nil` keeps pictures in memory only.
  package convenience init(
    output: PictureOutput,
    cache: PictureFileCache?,
    transport: any HTTPTransport,
    pool: ImagingPool,
    effectHandler: LiveEffectHandler,
    mailbox: Mailbox,
    trace: Trace?
  ) {
    var configuration = Configuration(output: output)
    configuration.cache = cache
    configuration.measured = { [mailbox] photo, mean, main in
      let colors = main.map { MainColor($0, nearest: .nearest(to: $0)) }
      mailbox.post(.colorsMeasured(photo, mean: mean, main: colors))
    }
    // Images on disk load again within milliseconds, so less memory is needed.
    if cache != nil { configuration.fileBudget = 16 << 20 }
    self.init(
      configuration: configuration,
      transport: transport,
      pool: pool,
      locate: { [effectHandler] request, width in
        guard let picture = request.picture else { return nil }
        let service = effectHandler.backend.service
        if case .avatar = request.id.source, case .derived(let address) = picture {
          return PictureLocation(service.avatar(address, size: width))
        }
        return service.rendition(of: picture, width: width, native: request.size.width)
          .map { PictureLocation($0) }
      },
      report: { [mailbox] event in
        trace?.picture(event)
        mailbox.post(.pictureChanged(event.id, event.status))
      },
      onIdle: mailbox.nudge
    )
  }
}

extension PictureLocation {
  fileprivate init(_ address: PictureAddress) {
    self.init(url: address.url, cacheKey: address.cacheKey, width: address.width)
  }
}

extension SearchQuery.Color {
  /// Returns the colour that is perceived as the closest one.
  static func nearest(to color: Color) -> Self {
    let lab = Lab(color)
    func difference(_ other: Self) -> Double { Lab(other.shown).difference(from: lab) }
    return allCases.min { difference($0) < difference($1) } ?? .blackAndWhite
  }
}
