import Canvas
import Platform

/// The escape sequences that query a terminal about its abilities.
///
/// The numbers are from xterm's ctlseqs (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html)
/// and kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
enum ProbeQueries {
  /// The query for name and version (XTVERSION).
  static let version = "\u{1B}[>q"
  /// The queries for the size of a cell and of the text area, in pixels.
  static let cellSize = "\u{1B}[16t\u{1B}[14t"
  /// The query for the largest sixel image the terminal draws (XTSMGRAPHICS).
  ///
  /// The current limit would be smaller in a small window.
  static let largestSixel = "\u{1B}[?2;4;0S"
  /// The query for the default foreground (OSC 10).
  static let foreground = "\u{1B}]10;?\u{1B}\\"
  /// The query for the default background (OSC 11).
  static let background = "\u{1B}]11;?\u{1B}\\"
  /// The query for support of synchronized updates (DECRQM).
  static let synchronized = "\u{1B}[?2026$p"
  /// The query whether the user prefers dark colours.
  ///
  /// https://contour-terminal.org/vt-extensions/color-palette-update-notifications/
  static let colorScheme = "\u{1B}[?996n"
  /// A colour that is in no palette: the nearest entries are 40 levels away.
  static let directColor = Color(red: 47, green: 115, blue: 195)
  /// The sequence that sets that colour, requests the current attributes (DECRQSS), and resets
  /// them.
  static let setForeground =
    "\u{1B}[38;2;\(directColor.red);\(directColor.green);\(directColor.blue)m"
    + "\u{1B}P$qm\u{1B}\\\u{1B}[0m"
  /// The query for the secondary device attributes (DA2).
  ///
  /// The first attribute is the terminal's class; GNU screen's is 83.
  static let secondaryAttributes = "\u{1B}[>c"
  /// The query for the primary device attributes (DA1), sent last.
  ///
  /// Every terminal replies to it, and in order, so a later reply belongs to no query.
  static let fence = "\u{1B}[c"

  /// The image IDs in kitty's queries.
  ///
  /// No image is stored with them.
  static let directID = 4201
  static let sharedMemoryID = 4202
  static let temporaryFileID = 4203

  /// Returns the queries that test each medium for images.
  ///
  /// The escape code contains one black pixel. If the terminal may be on the same computer, the
  /// other media contain one, too.
  static func graphics(_ media: ProbeMedia?) -> [String] {
    let keys = "s=1,v=1,a=q,f=24"
    func code(_ keys: String, _ payload: String) -> String { "\u{1B}_G\(keys);\(payload)\u{1B}\\" }
    func encoded(_ name: String) -> String {
      String(decoding: Base64.encode(Array(name.utf8)), as: UTF8.self)
    }
    var codes = [code("i=\(directID),\(keys),t=d", "AAAA")]
    if let name = media?.sharedMemory {
      codes.append(code("i=\(sharedMemoryID),\(keys),t=s,S=3", encoded(name)))
    }
    if let path = media?.temporaryFile {
      codes.append(code("i=\(temporaryFileID),\(keys),t=t,S=3", encoded(path)))
    }
    return codes
  }
}

/// The names of the black pixels that the terminal should read.
package struct ProbeMedia: Equatable, Sendable {
  /// The name of a POSIX shared memory object.
  package var sharedMemory: String?
  package var temporaryFile: String?
}
