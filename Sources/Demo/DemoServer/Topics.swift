/// The topics of the originals, as search words that their titles and descriptions lack.
///
/// A service's search knows much more about a photo than its title. Without these words, a search
/// would only find crops of a single original.
enum Topics {
  /// Returns the search words of an original, separated by spaces, given its file name.
  static func words(of file: String) -> String {
    topics.filter { $0.files.contains(where: file.hasPrefix) }.map(\.words).joined(separator: " ")
  }

  /// The topics on offer, newest first, each with the word that identifies it in the table.
  static let offered: [(slug: String, title: String, description: String, word: String)] = [
    ("architecture", "Architecture", "Buildings, bridges and towers.", "architecture"),
    ("animals", "Animals", "Wild, tame and feathered.", "animals"),
    ("travel", "Travel", "Places worth the way.", "travel"),
    ("space", "Space", "Seen from far away, or from there.", "space"),
    ("food-drink", "Food & Drink", "What is on the table.", "food"),
    ("mountains", "Mountains", "Peaks, craters and the air around them.", "mountains"),
    ("ocean", "Ocean", "Water, waves and what lives there.", "ocean"),
    ("nature", "Nature", "Woods, flowers and quiet corners.", "nature"),
  ]

  /// Whether an original, given its file name, belongs to the topic that a word identifies.
  static func holds(_ file: String, _ word: String) -> Bool {
    topics.contains { topic in
      topic.words.hasPrefix(word + " ") && topic.files.contains(where: file.hasPrefix)
    }
  }

  /// Whether two originals, given their file names, share a topic.
  static func areShared(by one: String, _ other: String) -> Bool {
    topics.contains { topic in
      topic.files.contains(where: one.hasPrefix) && topic.files.contains(where: other.hasPrefix)
    }
  }

  /// The search words and the files of each topic; a file is given by the number that begins its
  /// name.
  private static let topics: [(words: String, files: [String])] = [
    ("mountains горы", ["02", "16", "20", "23", "29", "36", "38"]),
    (
      "animals животные",
      ["01", "05", "09", "10", "17", "21", "22", "24", "27", "32", "35", "38"]
    ),
    ("birds птицы", ["01", "32"]),
    (
      "architecture архитектура",
      ["02", "03", "06", "11", "15", "18", "23", "25", "29", "30", "33"]
    ),
    ("food еда", ["04", "13", "26", "34"]),
    ("music музыка", ["14", "28", "34", "37"]),
    ("ocean океан sea море", ["07", "21", "24", "30", "33"]),
    ("space космос", ["08", "31", "39"]),
    ("evening вечер", ["06", "11", "18", "28", "31"]),
    ("flowers цветы", ["12", "17"]),
    ("people люди", ["19", "28", "37"]),
    ("travel путешествия", ["02", "03", "07", "15", "18", "23", "25", "29", "30", "33", "36"]),
    ("nature природа", ["01", "12", "16", "17", "20", "31", "36", "38"]),
  ]
}
