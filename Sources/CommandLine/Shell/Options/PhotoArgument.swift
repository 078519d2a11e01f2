import Catalogue
import FoundationEssentials
import Model

/// A photo that is named by its ID.
struct PhotoArgument: Hashable, Decodable {
  var id: String
  /// The service, if JSON names it.
  var service: ServiceID?

  /// The maximum length of an ID, longer than any service's IDs.
  private static let maxLength = 128
  /// The maximum length of a line in bytes, longer than any photo's JSON.
  static let lineLimit = 1 << 20

  /// Creates a photo; `nil` if the text can't be an ID, or there is no such service.
  ///
  /// An ID may have the form used in URLs, such as `photo-1_2`.
  private init?(word: some StringProtocol, service: String? = nil) {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x5F || byte == 0x2D
    }
    guard isPlain, (1...Self.maxLength).contains(word.utf8.count),
      service.map(ServiceCatalogue.names.contains) ?? true
    else { return nil }
    id = Self.afterWord("photo", in: String(word)) ?? String(word)
    self.service = service.map { ServiceID($0) }
  }

  init(id: String, service: ServiceID?) { (self.id, self.service) = (id, service) }

  /// The beginning of a name in place of an ID, which no ID has.
  static let namePrefix = "name:"

  /// Reads an argument or a line of standard input; `nil` if it has no ID.
  ///
  /// A line is an ID, columns that begin with an ID, or a JSON object with a member `id`.
  init?(_ line: String) {
    guard line.utf8.count <= Self.lineLimit else { return nil }
    let text = DashedID.shown(line).trimmed
    guard text.hasPrefix("{") else {
      self.init(word: text.prefix { $0 != "\t" && $0 != " " })
      return
    }
    guard let photo = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
      return nil
    }
    self = photo
  }

  /// Reads an object with a member `id`, or only an ID.
  init(from decoder: any Decoder) throws {
    struct Object: Decodable {
      var id: String
      var service: String?
    }
    let object: Object
    if let id = try? decoder.singleValueContainer().decode(String.self) {
      object = Object(id: id)
    } else {
      object = try Object(from: decoder)
    }
    guard let photo = Self(word: object.id, service: object.service) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not an ID"))
    }
    self = photo
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

/// IDs that begin with a dash, which the parser would read as options.
enum DashedID {
  /// The commands that take IDs.
  private static let commands: Set = [
    "photo", "show", "like", "unlike", "download", "wallpaper", "gallery", "open", "album", "topic",
  ]
  /// The character before such an ID until the arguments are parsed.
  ///
  /// No argument can contain it: it ends the strings of the command line.
  private static let mark: Character = "\u{0}"

  /// The options without a value; an argument after any other option is its value.
  static let flags: Set = [
    "--demo", "--plain", "--json", "--offline", "--refresh", "--pictures", "--interactive",
    "--likes", "--people", "--random", "--print", "--undo", "--no-metadata", "--null", "--yes",
    "--no-browser", "--with-token",
  ]

  /// Whether the argument after an argument is its value.
  static func takesValue(_ argument: String) -> Bool {
    argument.hasPrefix("--") && !argument.contains("=") && !flags.contains(argument)
  }

  /// Returns the arguments with a mark before each ID that begins with a dash.
  ///
  /// Options with one dash have one letter.
  static func marked(_ arguments: [String]) -> [String] {
    // Completion scripts call the program with options of three dashes.
    guard arguments.first?.hasPrefix("---") != true,
      let command = arguments.first(where: { !$0.hasPrefix("--") }), commands.contains(command)
    else { return arguments }
    var before = ""
    return arguments.map { argument in
      defer { before = argument }
      let isValue = takesValue(before)
      let isID =
        argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.count > 2
        && PhotoArgument(argument) != nil
      return isID && (!isValue || before == "--") ? "\(mark)\(argument)" : argument
    }
  }

  /// Returns a text without the marks.
  static func shown(_ text: String) -> String {
    text.contains(mark) ? text.filter { $0 != mark } : text
  }
}

extension String {
  /// The text without white space at its beginning and end.
  fileprivate var trimmed: Substring {
    let text = drop { $0.isWhitespace }
    return text.lastIndex { !$0.isWhitespace }.map { text[...$0] } ?? ""
  }
}
