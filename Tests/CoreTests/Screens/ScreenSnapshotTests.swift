import Canvas
import Foundation
import Localization
import Model
import Screens
import Testing

@Suite struct ScreenSnapshotTests {
  @Test(arguments: Scene.all + Scene.albums)
  func `every screen matches its recorded snapshot`(_ scene: Scene) throws {
    try Snapshots.expect(scene)
  }
}

@Suite struct ScreenLanguageTests {
  /// Names and keys, which are the same in every language.
  private static let names: Set<String> = [
    "imagefeed", "Annie", "Spratt", "Jeremy", "Bishop", "Rosa", "Mar", "de", "la", "Concepci",
    "Concepc", "Fern", "ndez", "Guti", "rrez", "Anna", "Karlsson", "Uppsala", "anna",
    "Make", "something", "awesome", "Tulum", "Mexico", "Canon", "EOS", "Mark", "IV", "ISO",
    "config", "toml", "pictures", "unsplash", "access_key", "secret_key", "access", "key", "secret",
    "Enter", "Esc", "Tab", "Shift", "Ctrl", "Home", "End", "PgUp", "PgDn", "Backspace", "fg",
    "api", "com", "images", "JPEG", "QR", "Markdown", "HTML", "db", "damaged", "Mountains",
    "mountain", "Del", "xdg", "utils", "feh", "wl", "xclip", "API", "ph",
    "shar",
    "credentials", "json", "clipboard", "agefeed", "urn", "ietf", "wg", "oob", "Access", "Secret",
    "Key", "Print", "morning", "fog", "ID", "photos", "anniespratt", "Redirect", "URI",
    "Fog", "Rooms", "Winter", "light", "Write", "collections", "Public", "Read", "user", "likes",
  ]

  @Test(arguments: Scene.all)
  func `a Russian screen contains no English word`(_ scene: Scene) {
    for size in [Size(120, 40), Size(80, 24), Size(40, 12)] {
      let frame = Screens.render(scene.state(size), Snapshots.context(.russian))
      var text = Snapshots.text(frame)
      // URLs, paths, typed text and the photographer's text stay as they are.
      text.replace(/(https?:)?\/\S+|@\S+|\w+[=%&+_\/]\S*/, with: " ")
      let words = text.matches(of: /[A-Za-z]{2,}/).map { String($0.output) }
      // A name may be cut off at any letter, even at its beginning by an overlay.
      let strange = words.filter { word in
        !Self.names.contains { $0.hasPrefix(word) || $0.hasSuffix(word) }
          && !Self.foreign.contains(word)
      }
      #expect(strange.isEmpty, "\(size)")
    }
  }

  /// The photographer's text, and URLs, which may break anywhere.
  private static let foreign =
    "Morning fog over the hills, seen from the old railway bridge. Light, weather and small towns. "
    + "Mostly film, sometimes not. focus cursor spinning Photo by Unsplash referral "
    + Sample.authorize.text

  @Test(arguments: Scene.all)
  func `without Unicode all text of the program is ASCII`(_ scene: Scene) {
    for size in [Size(120, 40), Size(40, 12)] {
      let frame = Screens.render(
        scene.state(size),
        Snapshots.context(.english, glyphs: .ascii)
      )
      let strange = frame.canvas.cells.filter { cell in
        guard case .text(let character) = cell.content else { return false }
        return !character.isASCII && !"íóáé田中健二".contains(character)
      }
      #expect(strange.isEmpty, "\(size)")
    }
  }
}
