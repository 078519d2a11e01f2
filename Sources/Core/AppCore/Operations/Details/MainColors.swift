import Canvas
import Model

/// A main colour of a photo.
package struct MainColor: Hashable, Sendable {
  package let color: Color
  /// The colour to search for: the one that is perceived as the closest.
  package let nearest: SearchQuery.Color

  package init(_ color: Color, nearest: SearchQuery.Color) {
    self.color = color
    self.nearest = nearest
  }
}

extension AppState {
  /// The main colours that the details show, as far as they are known.
  package var mainColors: [MainColor] {
    showsDetails ? currentPhoto.flatMap { details.colors[$0] } ?? [] : []
  }
}

extension DetailsReducer {
  /// Filters the search that the photo was found in by a colour, or searches for the photo's first
  /// tag in that colour.
  ///
  /// Copies the colour's value if the service can't search for colours, or the photo has no tag.
  static func use(_ state: inout AppState, _ color: MainColor) -> [Effect] {
    let list = state.photo?.list ?? state.listInView
    if state.offers(.search), state.offers(.colorFilter), let id = state.currentPhoto {
      var query = state.photos[id]?.details?.categories.first.map {
        SearchQuery(TextSanitizer.line($0, limit: 100))
      }
      if case .search(let found)? = list, state.photo?.isInGallery != true { query = found }
      if var query {
        query.color = color.nearest
        return [.event(.destinationChosen(.list(.search(query))))]
      }
    }
    return [.terminal(.copy(ClipboardText(color.color.hex))), state.show(.copied)]
  }
}

extension Color {
  /// The value as in CSS, such as `#1f2a44`.
  package var hex: String {
    let digits = String(raw & 0xFF_FFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension SearchQuery.Color {
  /// A colour close to what the service finds for it.
  package var shown: Color {
    switch self {
    case .blackAndWhite: Color(0x80_8080)
    case .black: Color(0x50_5050)
    case .white: Color(0xFF_FFFF)
    case .yellow: Color(0xF2_D13C)
    case .orange: Color(0xF2_8C28)
    case .red: Color(0xE0_3A3A)
    case .purple: Color(0x8E_4EC6)
    case .magenta: Color(0xE0_45B5)
    case .green: Color(0x3F_A34D)
    case .teal: Color(0x1F_A8A0)
    case .blue: Color(0x2F_62C8)
    }
  }
}
