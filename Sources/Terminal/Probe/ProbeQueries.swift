import Canvas
import Platform

/// The bytes that ask a terminal about itself.
///
/// Numbers are from xterm's ctlseqs (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html) and
/// kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
enum ProbeQueries {
  /// XTVERSION.
  static let version = "\u{1B}[>q"
  /// The size of a cell and of the text area, in pixels.
  static let cellSize = "\u{1B}[16t\u{1B}[14t"
  /// XTSMGRAPHICS: the largest sixel image that is drawn. (What it draws now would be less in a
  /// small window.)
  static let largestSixel = "\u{1B}[?2;4;0S"
  /// OSC 10 and 11.
  static let foreground = "\u{1B}]10;?\u{1B}\\"
  static let background = "\u{1B}]11;?\u{1B}\\"
  /// DECRQM for synchronized output.
  static let synchronized = "\u{1B}[?2026$p"
  /// Whether the person prefers dark colours.
  ///
  /// https://contour-terminal.org/vt-extensions/color-palette-update-notifications/
  static let colorScheme = "\u{1B}[?996n"
  /// A colour that no palette has: the nearest entries are 40 levels away.
  static let directColor = Color(red: 47, green: 115, blue: 195)
  /// Sets that colour, requests the attributes that are set (DECRQSS), and resets them.
  static let setForeground =
    "\u{1B}[38;2;\(directColor.red);\(directColor.green);\(directColor.blue)m"
    + "\u{1B}P$qm\u{1B}\\\u{1B}[0m"
  /// DA2: the terminal's class first; GNU screen's is 83.
  static let secondaryAttributes = "\u{1B}[>c"
  /// DA1: every terminal answers it, and in order, so nothing more comes behind it.
  static let fence = "\u{1B}[c"

  /// The ids of kitty's queries: nothing is stored under them.
  static let directID = 4201
  static let sharedMemoryID = 4202
  static let temporaryFileID = 4203

  /// Asks whether images may be sent: a black pixel in the code itself, and, where the terminal may
  /// be on this machine, one in a memory object and one in a file.
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

/// The names under which a black pixel lies, for the terminal to find.
package struct ProbeMedia: Equatable, Sendable {
  /// A POSIX shared memory object.
  package var sharedMemory: String?
  package var temporaryFile: String?

  package init(sharedMemory: String? = nil, temporaryFile: String? = nil) {
    self.sharedMemory = sharedMemory
    self.temporaryFile = temporaryFile
  }
}
