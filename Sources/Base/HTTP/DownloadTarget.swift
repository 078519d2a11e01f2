/// The file for the body of a successful response.
package struct DownloadTarget: Equatable, Sendable {
  package var path: String
  /// Whether a failed download leaves its bytes in the file, to be continued later.
  package var isResumable: Bool
  /// The entity tag of the bytes in the file.
  ///
  /// The bytes are useless without a tag or with a weak one, because files with equal weak tags may
  /// have different bytes (RFC 9110, 13.1.5).
  package var tag: String?

  package init(path: String, isResumable: Bool = false, tag: String? = nil) {
    self.path = path
    self.isResumable = isResumable
    self.tag = tag
  }
}

/// A successful response whose bytes will be written to a file next.
package struct DownloadStart: Equatable, Sendable {
  /// The status and headers; the body is empty.
  package let response: HTTPResponse
  /// The strong entity tag for continuing later; `nil` if the download can only start over.
  package let tag: String?
  /// The size of the whole file in bytes, if the server states it.
  package let expected: Int64?
  /// The number of bytes that are in the file already.
  ///
  /// Bytes after them are discarded.
  package let offset: Int64
}

extension DownloadStart {
  /// Creates the start of a download from a successful response.
  ///
  /// - Parameters:
  ///   - resumption: The requested continuation; `nil` for the whole file.
  ///   - length: The length of the body in bytes, if announced.
  /// - Returns: `nil` for a partial response that doesn't continue the existing file.
  init?(_ response: HTTPResponse, to resumption: Resumption?, length: Int64?) {
    let tag = strongTag(response.header("ETag"))
    guard response.status == 206 else {
      self.init(response: response, tag: tag, expected: length, offset: 0)
      return
    }
    guard let resumption, response.header("ETag") == nil || tag == resumption.tag,
      let range = response.header("Content-Range").flatMap(ContentRange.init),
      range.first == resumption.offset
    else { return nil }
    self.init(
      response: response,
      tag: resumption.tag,
      expected: range.total,
      offset: resumption.offset
    )
  }
}

/// The offset for continuing a file, and the version of the file.
struct Resumption: Equatable, Sendable {
  /// The number of bytes in the existing file.
  let offset: Int64
  /// The strong entity tag.
  let tag: String

  /// The headers that request the rest of this version, or all of another one (RFC 9110, 13.1.5 and
  /// 14.2).
  var headers: [HTTPHeader] {
    [HTTPHeader("Range", "bytes=\(offset)-"), HTTPHeader("If-Range", tag)]
  }

  /// Whether a response with status 416 means that the file is complete, not that it has become
  /// shorter.
  func isWhole(by response: HTTPResponse) -> Bool {
    let tag = response.header("ETag")
    let range = response.header("Content-Range").flatMap(ContentRange.init)
    return (tag == nil || tag == self.tag) && range?.total == offset
  }
}

/// The value of `Content-Range` (RFC 9110, 14.4): `bytes 100-199/1000`, `bytes */1000`.
struct ContentRange: Equatable {
  /// The position of the first byte; `nil` if the range isn't available.
  let first: Int64?
  /// The size of the whole file in bytes; `nil` if the server doesn't know it.
  let total: Int64?

  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    total = Int64(parts[1])
    guard parts[0] != "*" else {
      first = nil
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let start = Int64(ends[0]), let end = Int64(ends[1]),
      0 <= start, start <= end, total.map({ end < $0 }) ?? true
    else { return nil }
    first = start
  }
}

/// Returns an entity tag that identifies exact bytes; `nil` for a weak or missing one.
func strongTag(_ tag: String?) -> String? {
  guard let tag, tag.utf8.count >= 2, tag.hasPrefix("\""), tag.hasSuffix("\""),
    tag.unicodeScalars.allSatisfy({ $0.value >= 0x20 })
  else { return nil }
  return tag
}
