import CPlatform

/// The build of this program.
package enum Build {
  /// The abbreviated commit it was made from, with "-dirty" for changed files; nil where unknown.
  package static var commit: String? {
    let text = String(cString: cplatform_commit())
    return text.isEmpty ? nil : text
  }
}
