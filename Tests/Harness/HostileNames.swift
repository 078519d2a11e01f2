import Foundation

/// Names that a shell, a terminal or an option parser would interpret if they weren't passed as
/// data.
package enum HostileNames {
  /// Returns the names of files in `Tests/Fixtures/hostile-names.json`; all end in `.jpg`.
  package static func all() throws -> [String] {
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/hostile-names.json")
    return try JSONDecoder().decode([String].self, from: Data(contentsOf: fixtures))
  }
}
