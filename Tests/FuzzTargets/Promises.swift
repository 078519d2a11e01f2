import Model

/// Promises about every value in the state, wherever it was read.
enum Promises {
  private static let sides = 1...1_000_000
  private static let counts = 0...1_000_000_000_000_000
  private static let sizes = Int64(0)...1 << 50

  static func check(_ photo: Photo) throws(Finding) {
    try promise(
      sides.contains(photo.width) && sides.contains(photo.height),
      "a photograph has sides: \(photo.width)×\(photo.height)"
    )
    try promise((photo.color ?? 0) <= 0xFF_FFFF, "a colour has three channels")
    try check(photo.likes, "likes")
    try check(photo.details?.views, "views")
    try check(photo.details?.downloads, "downloads")
    try check(photo.details?.iso, "a sensitivity")
    for date in [photo.created, photo.updated].compactMap({ $0 }) {
      try promise(
        (0...9999).contains(date.year) && (1...12).contains(date.month)
          && (1...31).contains(date.day),
        "a date is one: \(date)"
      )
    }
    try check(photo.author)
  }

  static func check(_ person: Person) throws(Finding) {
    try check(person.totalLikes, "a person's likes")
    try check(person.totalPhotos, "a person's photographs")
  }

  static func check(_ count: Int?, _ what: String) throws(Finding) {
    try promise(count.map(counts.contains) ?? true, "\(what) can be counted: \(count ?? 0)")
  }

  static func check(size: Int64?, _ what: String) throws(Finding) {
    try promise(size.map(sizes.contains) ?? true, "\(what) fits a disk: \(size ?? 0)")
  }
}
