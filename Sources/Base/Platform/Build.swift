import CPlatform

/// The build of this program.
package enum Build {
  package static let version = "0.1.0"

  /// The URL or e-mail address of who made this build, for services that want to know it; `nil`
  /// without one.
  package static var contact: String? {
    let text = String(cString: cplatform_contact())
    return text.isEmpty ? nil : text
  }

  /// The abbreviated commit that the program was built from, with "-dirty" for changed files; `nil`
  /// if unknown.
  package static var commit: String? {
    let text = String(cString: cplatform_commit())
    return text.isEmpty ? nil : text
  }
}
