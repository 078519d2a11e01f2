import FoundationEssentials
import Model

/// A photo that is named by its ID.
enum PhotoArgument {
  /// The maximum length of an ID, longer than any service's IDs.
  private static let maxLength = 128
  /// The maximum length of a line in bytes, longer than any photo's JSON.
  static let lineLimit = 1 << 20

  /// Returns the ID in an argument or in a line of standard input; `nil` if there is none.
  ///
  /// A line is an ID, columns that begin with an ID, or a JSON object with a member `id`. An ID may
  /// have the form used in URLs, such as `photo-1_2`.
  static func id(in line: String) -> String? {
    guard line.utf8.count <= lineLimit else { return nil }
    let text = line.trimmed
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
    guard isPlain, (1...maxLength).contains(word.utf8.count) else { return nil }
    return afterWord("photo", in: word) ?? word
  }

  /// Returns the `-1_2` of `photo-1_2` or `album-1_2`, the form in URLs of a community's items;
  /// `nil` for other texts.
  static func afterWord(_ word: String, in text: String) -> String? {
    guard text.hasPrefix(word + "-") else { return nil }
    let id = text.dropFirst(word.count)
    let parts = id.dropFirst().split(separator: "_", omittingEmptySubsequences: false)
    return parts.count == 2 && Int(parts[0]) != nil && !parts[1].isEmpty ? String(id) : nil
  }
}

extension String {
  /// The text without white space at its beginning and end.
  fileprivate var trimmed: Substring {
    let text = drop { $0.isWhitespace }
    return text.lastIndex { !$0.isWhitespace }.map { text[...$0] } ?? ""
  }
}
