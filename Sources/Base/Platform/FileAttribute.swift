import CPlatform

/// An extended attribute of a file: a text stored beside the contents, if the file system supports
/// that (xattr(7)).
package struct FileAttribute: Sendable {
  private let name: String

  /// The maximum length of a text in bytes.
  private static let maxLength = 1024

  /// Creates access to an attribute.
  ///
  /// - Parameter name: The full name, such as `user.imagefeed.tag`.
  package init(_ name: String) { self.name = name }

  /// The text of a file's attribute; `nil` if there is none, or if it is too long or not UTF-8.
  package subscript(path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Self.maxLength)
    let count = cplatform_attribute(path, name, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    return String(validating: bytes.prefix(count), as: UTF8.self)
  }

  /// Sets the attribute of a file.
  ///
  /// - Returns: False if the text is too long or the file system doesn't support attributes.
  @discardableResult
  package func set(_ text: String, of path: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count <= Self.maxLength
      && cplatform_set_attribute(path, name, bytes, bytes.count) == 0
  }

  package func remove(from path: String) { cplatform_remove_attribute(path, name) }
}
