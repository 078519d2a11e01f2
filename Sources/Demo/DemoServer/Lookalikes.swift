/// The crops that look too similar to an earlier crop of the same original.
///
/// A comparison of 64-bit difference and cosine hashes of the first 56 crops of each original found
/// them. Each differs from an earlier crop by less than three bits. A test checks the feed with the
/// same measure.
enum Lookalikes {
  /// Returns the number of the n-th crop of an original, without counting lookalikes.
  ///
  /// - Parameter file: The file's name, identified by the number it starts with.
  static func candidate(_ number: Int, of file: String) -> Int {
    (skipped[String(file.prefix(2))] ?? []).reduce(number) { $1 <= $0 ? $0 + 1 : $0 }
  }

  /// Whether an original has too little detail for fifty different crops.
  static func isMonotonous(_ file: String) -> Bool { file.hasPrefix("31") }

  /// The crops to skip, ascending, by the number at the start of the file name.
  private static let skipped: [String: [Int]] = [
    "01": [36, 37, 50, 51],
    "07": [20, 21, 37, 48],
    "13": [36, 37],
    "14": [
      10, 12, 13, 20, 21, 28, 29, 34, 35, 37, 41, 42, 43, 44, 45, 60, 61, 63, 64, 67, 72, 73, 76,
      77,
    ],
    "18": [52, 53],
    "24": [20, 34, 45, 52, 53],
    "29": [49],
    "30": [24, 40, 41, 45],
    "31": [1, 8, 9, 10, 11, 12, 13, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30],
    "32": [44, 45],
    "33": [48, 49],
    "35": [40],
    "39": [48, 49],
  ]
}
