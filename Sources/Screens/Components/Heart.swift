import AppCore
import Canvas
import Library
import Localization
import Model

extension Painter {
  /// A photograph's heart with its count; nil where the service no longer offers likes.
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
}
