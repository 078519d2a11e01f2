import Files
import Model

/// The command-line options for file names and credits, which override the configuration.
struct FileChoice: Equatable, Sendable {
  /// The template of file names; `nil` for the configured one.
  var name: PhotoTemplate?
  /// Whether to add no credits.
  var isPlain: Bool

  init(name: PhotoTemplate? = nil, isPlain: Bool = false) {
    self.name = name
    self.isPlain = isPlain
  }

  func applied(to style: FileStyle) -> FileStyle {
    FileStyle(name: name ?? style.name, credited: isPlain ? [] : style.credited)
  }
}
