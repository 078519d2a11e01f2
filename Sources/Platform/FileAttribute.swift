import CPlatform

/// A text kept with a file rather than in it, where the file system can (xattr(7)).
package struct FileAttribute: Sendable {
  private let name: String

  /// Bytes of a text at most.
  private static let limit = 1024

  /// - Parameter name: as in `user.imagefeed.tag`.
  package init(_ name: String) { self.name = name }

  /// The text of a file; nil where there is none.
  package subscript(path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Self.limit)
    let count = cplatform_attribute(path, name, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    return String(validating: bytes.prefix(count), as: UTF8.self)
  }

  /// Keeps a text with a file.
  ///
  /// - Returns: false where the text is too long or the file system keeps none.
  @discardableResult
  package func set(_ text: String, of path: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count <= Self.limit && cplatform_set_attribute(path, name, bytes, bytes.count) == 0
  }

  package func remove(from path: String) { cplatform_remove_attribute(path, name) }
}
