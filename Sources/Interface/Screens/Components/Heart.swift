import AppCore
import Canvas
import Localization
import Model

extension Painter {
  /// Returns the forms of a photo's heart, from the widest to the narrowest: with its count, with
  /// the count in thousands, alone; empty if likes aren't offered.
  mutating func hearts(_ photo: Photo, _ state: AppState, isSelected: Bool = false) -> [Line] {
    guard state.offers(.likes) else { return [] }
    let style = isSelected ? ink.accent : photo.isLiked ? ink.plain : ink.faint
    if glyphs.isPlain {
      let own = photo.isLiked ? texts[.likedByYou] : nil
      let all = [photo.likes.map { texts.likes($0) }, own].compactMap(\.self)
      return [all.joined(separator: ", "), own ?? ""]
        .map { Line($0, style, action: .likes(.heartPressed(photo.id))) }
    }
    let sign =
      if state.showsPendingLike(of: photo.id) {
        Span(String(spinner()), ink.accent)
      } else if photo.isLiked {
        Span(glyphs.heart, ink.heart)
      } else {
        Span(glyphs.emptyHeart, isSelected ? ink.accent : ink.faint)
      }
    let counts = photo.likes.map { [texts.number($0), texts.shortNumber($0)] } ?? []
    return (counts.map { [sign, Span(" " + $0, style)] } + [[sign]])
      .map { Line($0, action: .likes(.heartPressed(photo.id))) }
  }

  /// Draws the heart of a liked photo over the corner of its picture, for tiles without captions.
  mutating func heartBadge(_ photo: Photo, _ state: AppState, over picture: Rect) {
    let isPending = state.showsPendingLike(of: photo.id)
    guard photo.isLiked || isPending, let heart = hearts(photo, state).last,
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
