import FoundationEssentials
import Model

/// A photograph that a person or a program named by its id.
package enum PhotoArgument {
  /// Longer than any service's ids.
  private static let limit = 128
  /// Bytes of a line at most: more than any photograph's JSON has.
  package static let lineLimit = 1 << 20

  /// The id in an argument or in a line of standard input; nil where there is none.
  ///
  /// A line is an id, columns of which the first is one, as lists print them, or an object of JSON
  /// Lines with a member `id`. An id may be spelled as
  /// in addresses, `photo-1_2`.
  package static func id(in line: String) -> String? {
    guard line.utf8.count <= lineLimit else { return nil }
    let text = line.trimmingCharacters
    let word: String
    if text.hasPrefix("{") {
      struct Object: Decodable { var id: String }
      guard let object = try? JSONDecoder().decode(Object.self, from: Data(text.utf8)) else {
        return nil
      }
      word = object.id
    } else {
      word = String(text.prefix { $0 != "\t" && $0 != " " })
    }
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x5F || byte == 0x2D
    }
    guard isPlain, (1...limit).contains(word.utf8.count) else { return nil }
    return afterWord("photo", in: word) ?? word
  }

  /// The `-1_2` of `photo-1_2` or `album-1_2`, as addresses spell what belongs to a community; nil
  /// for other texts.
  package static func afterWord(_ word: String, in text: String) -> String? {
    guard text.hasPrefix(word + "-") else { return nil }
    let id = text.dropFirst(word.count)
    let parts = id.dropFirst().split(separator: "_", omittingEmptySubsequences: false)
    return parts.count == 2 && Int(parts[0]) != nil && !parts[1].isEmpty ? String(id) : nil
  }
}

extension String {
  fileprivate var trimmingCharacters: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
