import Canvas
import Imaging
import Terminal

/// Pictures side by side, with texts beside and below.
struct PictureSheet {
  private var pictures: [(column: Int, picture: DrawnPicture)] = []
  private var texts: [(row: Int, column: Int, text: String)] = []

  /// Adds a picture to the right of the existing ones.
  mutating func add(_ picture: DrawnPicture, at column: Int) {
    pictures.append((column, picture))
  }

  /// Adds a text to the right of the existing contents of its row.
  ///
  /// The text must not contain control characters.
  mutating func add(_ text: String, row: Int, column: Int) { texts.append((row, column, text)) }

  /// Prints the sheet and moves the cursor below it.
  func print(height: Int, _ graphics: PictureFormat) {
    graphics == .symbols ? Output.write(lines(height)) : place(height, graphics)
  }

  private func lines(_ height: Int) -> [UInt8] {
    var result: [UInt8] = []
    for row in 0..<height {
      var column = 0
      func pad(to target: Int) {
        result += Array(repeating: 0x20, count: max(0, target - column))
        column = max(column, target)
      }
      var parts: [(column: Int, width: Int, bytes: [UInt8])] = pictures.compactMap { item in
        guard case .symbols(let lines) = item.picture, row < lines.count else { return nil }
        return (item.column, Self.width(lines[row]), lines[row])
      }
      parts += texts.filter { $0.row == row }.map {
        ($0.column, TextWidth.of($0.text), Array($0.text.utf8))
      }
      for part in parts.sorted(by: { $0.column < $1.column }) {
        pad(to: part.column)
        result += part.bytes
        column += part.width
      }
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }

  /// Returns the width of a line in columns, without its escape sequences.
  ///
  /// Each symbol is one cell wide.
  private static func width(_ line: [UInt8]) -> Int {
    var count = 0
    var isCode = false
    for byte in line {
      if byte == 0x1B {
        isCode = true
      } else if isCode {
        isCode = byte != UInt8(ascii: "m")
      } else if byte & 0xC0 != 0x80 {
        count += 1
      }
    }
    return count
  }

  /// Scrolls first to make room, and restores the cursor before each part.
  ///
  /// Terminals leave the cursor in different positions after a picture.
  private func place(_ height: Int, _ graphics: PictureFormat) {
    Output.write(String(repeating: "\n", count: height) + "\u{1B}[\(height)A\u{1B}7")
    func move(_ row: Int, _ column: Int) {
      let down = row > 0 ? "\u{1B}[\(row)B" : ""
      let right = column > 0 ? "\u{1B}[\(column)C" : ""
      Output.write("\u{1B}8" + down + right)
    }
    for item in pictures {
      guard case .pixels(let pixels) = item.picture else { continue }
      move(0, item.column)
      graphics.show(pixels) { Output.write($0) }
    }
    for text in texts {
      move(text.row, text.column)
      Output.write(text.text)
    }
    Output.write("\u{1B}8\u{1B}[\(height)B\r")
  }
}
