import AppCore
import Canvas
import Library
import Localization
import Model

extension Painter {
  /// Returns a photo's heart with its count; `nil` if likes aren't offered.
  mutating func heart(_ photo: Photo, _ state: AppState, hasCount: Bool = true) -> Line? {
    guard state.offers(.likes) else { return nil }
    let action = AppAction.likes(.heartPressed(photo.id))
    let sign: Span
    if state.library.showsPendingLike(of: photo.id) {
      sign = Span(String(spinner()), ink.accent)
    } else if photo.isLiked {
      sign = Span(glyphs.heart, ink.heart)
    } else {
      sign = Span(glyphs.emptyHeart, ink.faint)
    }
    guard hasCount, let likes = photo.likes else { return Line([sign], action: action) }
    let style = photo.isLiked ? ink.plain : ink.faint
    return Line([sign, Span(" " + texts.number(likes), style)], action: action)
  }

  /// Draws the heart of a liked photo over the corner of its picture, for tiles without captions.
  mutating func heartBadge(_ photo: Photo, _ state: AppState, over picture: Rect) {
    let isPending = state.library.showsPendingLike(of: photo.id)
    guard photo.isLiked || isPending, let heart = heart(photo, state, hasCount: false),
      picture.height > 1, picture.width > heart.width
    else { return }
    let heartRect = Rect(
      x: picture.maxX - heart.width,
      y: picture.maxY - 1,
      width: heart.width,
      height: 1
    )
    draw(heart, in: heartRect)
  }
}
