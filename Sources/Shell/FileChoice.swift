import Files
import Model

/// The form of files that the command line chooses over the configuration.
package struct FileChoice: Equatable, Sendable {
  /// The template of their names; `nil` for the configuration's.
  package var name: PhotoTemplate?
  /// Whether the files get no credit.
  package var isPlain: Bool

  package init(name: PhotoTemplate? = nil, isPlain: Bool = false) {
    self.name = name
    self.isPlain = isPlain
  }

  func applied(to style: FileStyle) -> FileStyle {
    FileStyle(name: name ?? style.name, credited: isPlain ? [] : style.credited)
  }
}
