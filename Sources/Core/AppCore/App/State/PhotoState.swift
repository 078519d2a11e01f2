import Canvas
import Model

/// The full-screen view of one photo.
package struct PhotoState: Equatable, Sendable {
  package enum Focus: Equatable, Sendable {
    case picture
    case back
    /// The heart, in the extended edition.
    case like
    /// The button that downloads the photo, or shows it in the gallery if it is there.
    ///
    /// Only in the extended edition.
    case download
    case share
    /// A main colour in the details, by its number from 0.
    case color(Int)

    /// The command of the button; `nil` for the picture.
    var command: Command? {
      switch self {
      case .picture, .color: nil
      case .back: .back
      case .like: .like
      case .download: .download
      case .share: .share
      }
    }
  }

  /// A way of opening a photo together with its details.
  package enum Entrance: Equatable, Sendable {
    /// The row "Preview" of a photo's menu.
    case preview
    case gallery
  }

  package var id: Photo.ID
  /// The photo beside it in a comparison, where commands act on `id`; `nil` if there is none.
  package var beside: Photo.ID?
  /// Whether this photo is the right one of a comparison.
  package var isRight = false
  /// The list whose photos are the neighbours.
  package var list: ListID
  package var zoom: Zoom = .fit
  /// The point of the picture in the middle of the body, as fractions of its sides after rotation.
  package var centerX = 0.5
  package var centerY = 0.5
  /// The number of clockwise quarter turns, 0 to 3.
  package var quarterTurns = 0
  package var focus: Focus = .picture
  /// Whether the photo was opened from the gallery instead of a list.
  package var isInGallery = false
  /// Whether the bars have been hidden since the last input.
  package var areBarsHidden = false

  /// The entrance that opened the details with the photo.
  ///
  /// `nil` if none did, and once the user has opened or closed the details in full screen.
  package var entrance: Entrance?
  package var showsDetails = false

  package init(id: Photo.ID, in list: ListID = .feed) {
    self.id = id
    self.list = list
  }

  /// Returns the view of another photo, or the same one, whole and upright.
  ///
  /// In a comparison, scale, position and rotation stay.
  func showing(_ id: Photo.ID) -> PhotoState {
    guard beside == nil else {
      var view = self
      view.id = id
      return view
    }
    var view = PhotoState(id: id, in: list)
    (view.isInGallery, view.entrance, view.showsDetails) = (isInGallery, entrance, showsDetails)
    return view
  }
}

extension AppState {
  /// Whether the full-screen view has a heart.
  package var hasPhotoHeart: Bool { offers(.likesInFullScreen) }

  /// The layout of full screen.
  ///
  /// During a slideshow, the body fills the screen.
  package var photoScreen: ScreenLayout {
    guard slideshow == nil else { return ScreenLayout(whole: program.viewport) }
    return showsFilmstrip && photo?.beside == nil
      ? bareScreen.withFilmstrip(hasPictures: program.hasPictures) : bareScreen
  }

  /// The layout without the filmstrip.
  ///
  /// Text that replaces the picture already contains the details, so there is no pane.
  private var bareScreen: ScreenLayout {
    let hasPane = showsDetails && !describesPhoto
    return ScreenLayout(program.viewport, hasPane: hasPane, isFullScreen: true)
  }

  /// The reason the filmstrip can't be shown; `nil` if it can.
  var missingFilmstrip: UnavailableReason? {
    place == .photo && !bareScreen.hasRoomForFilmstrip ? .noRoom : nil
  }

  /// Whether Esc in full screen closes the details instead of full screen.
  ///
  /// False for details that were opened with the photo.
  package var closesDetails: Bool {
    guard let photo, photo.entrance == nil, showsDetails, !describesPhoto else { return false }
    return photo.isInGallery || !showsPane
  }

  /// The layout of the photo in full screen; `nil` if none is open.
  package var photoLayout: PhotoLayout? { photo.flatMap { photoLayout(zoom: $0.zoom) } }

  /// Returns the layout that the photo in full screen would have in this zoom.
  ///
  /// If hiding the bars makes the photo larger, it also has their rows, and visible bars cover its
  /// edges. It therefore has the same box with bars and without.
  func photoLayout(zoom: Zoom) -> PhotoLayout? {
    guard let view = photo, let photo = photos[view.id] else { return nil }
    if let pair = comparedLayouts(zoom: zoom) { return view.isRight ? pair.right : pair.left }
    let screen = photoScreen
    let small = layout(of: photo, view, zoom, in: screen.body)
    let large = layout(of: photo, view, zoom, in: screen.bodyUnderBars(in: program.viewport))
    return hidesBars && slideshow == nil && large.box.size != small.box.size ? large : small
  }

  private func layout(
    of photo: Photo,
    _ view: PhotoState,
    _ zoom: Zoom,
    in body: Rect
  ) -> PhotoLayout {
    PhotoLayout(
      size: Size(photo.width, photo.height),
      quarterTurns: view.quarterTurns,
      zoom: zoom,
      centerX: view.centerX,
      centerY: view.centerY,
      viewport: program.viewport,
      body: body
    )
  }

  /// Returns the layouts of two compared photos, at the same scale; `nil` without a comparison.
  ///
  /// Each photo has half of the body, with room for a frame and for its name below.
  package func comparedLayouts(zoom: Zoom) -> (left: PhotoLayout, right: PhotoLayout)? {
    guard program.hasPictures, let view = photo, let beside = view.beside,
      let left = photos[view.isRight ? beside : view.id],
      let right = photos[view.isRight ? view.id : beside]
    else { return nil }
    let body = photoScreen.body
    let width = body.width / 2
    func both(_ zoom: Zoom) -> (left: PhotoLayout, right: PhotoLayout) {
      func layout(_ photo: Photo, at x: Int) -> PhotoLayout {
        let half = Rect(x: x, y: body.y, width: width, height: body.height - 1)
        return self.layout(of: photo, view, zoom, in: half.inset(dx: 1, dy: 1))
      }
      return (layout(left, at: body.x), layout(right, at: body.maxX - width))
    }
    let pair = both(zoom)
    let scales = (pair.left.scale, pair.right.scale)
    switch zoom {
    case .scale: return pair
    case .fit: return both(.scale(min(scales.0, scales.1)))
    case .fill: return both(.scale(max(scales.0, scales.1)))
    }
  }
}

extension AppState {
  /// The space for the description of the photo in full screen.
  ///
  /// `nil` if the photo has no description there: zoomed, with the details open, without pictures
  /// or in a slideshow.
  package var letterbox: Letterbox? {
    guard let view = photo, view.zoom == .fit, view.beside == nil, !showsDetails, slideshow == nil,
      program.hasPictures, let layout = photoLayout
    else { return nil }
    return Letterbox(around: layout.box, in: photoScreen.body)
  }
}
