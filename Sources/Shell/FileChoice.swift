import Files
import Model

/// The command-line options for file names and credits, which override the configuration.
package struct FileChoice: Equatable, Sendable {
  /// The template of file names; `nil` for the configured one.
  package var name: PhotoTemplate?
  /// Whether to add no credits.
  package var isPlain: Bool

  package init(name: PhotoTemplate? = nil, isPlain: Bool = false) {
    self.name = name
    self.isPlain = isPlain
  }

  func applied(to style: FileStyle) -> FileStyle {
    FileStyle(name: name ?? style.name, credited: isPlain ? [] : style.credited)
  }
}
