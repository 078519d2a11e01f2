/// Where the body of a good answer goes.
package struct DownloadTarget: Equatable, Sendable {
  package var path: String
  /// Whether what has come stays when the download fails, to be continued by a later one.
  package var isResumable: Bool
  /// The entity tag of the bytes that are in the file already.
  ///
  /// Without one, or with a weak one, they are of no use: two files with the same weak tag need not
  /// be the same bytes (RFC 9110, 13.1.5).
  package var tag: String?

  package init(path: String, isResumable: Bool = false, tag: String? = nil) {
    self.path = path
    self.isResumable = isResumable
    self.tag = tag
  }
}

/// A good answer that is about to be written to a file; none of its bytes are yet.
package struct DownloadStart: Equatable, Sendable {
  /// Status and header fields; the body is empty.
  package let response: HTTPResponse
  /// The strong entity tag to continue with later; nil where the file can only start over.
  package let tag: String?
  /// Bytes of the whole file, where the server says.
  package let expected: Int64?
  /// Bytes that are in the file already and stay; what is behind them is dropped.
  package let offset: Int64

  package init(response: HTTPResponse, tag: String?, expected: Int64?, offset: Int64) {
    self.response = response
    self.tag = tag
    self.expected = expected
    self.kept = kept
  }
}

extension DownloadStart {
  /// How a good answer goes on with a file.
  ///
  /// - Parameters:
  ///   - resumption: what was asked for; nil for the whole file.
  ///   - length: bytes of the body, where they are announced.
  /// - Returns: nil for a part of a file that does not continue what is there.
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

/// From where a file is continued, and which version of it.
struct Resumption: Equatable, Sendable {
  let offset: Int64
  /// Strong.
  let tag: String

  /// What asks for the rest of this version, or for all of another one (RFC 9110, 13.1.5 and 14.2).
  var headers: [HTTPHeader] {
    [HTTPHeader("Range", "bytes=\(offset)-"), HTTPHeader("If-Range", tag)]
  }

  /// Whether a 416 means that nothing is missing, rather than that the file has become shorter.
  func isWhole(by response: HTTPResponse) -> Bool {
    let tag = response.header("ETag")
    let range = response.header("Content-Range").flatMap(ContentRange.init)
    return (tag == nil || tag == self.tag) && range?.total == offset
  }
}

/// The value of `Content-Range` (RFC 9110, 14.4): `bytes 100-199/1000`, `bytes */1000`.
struct ContentRange: Equatable {
  /// The place of the first byte; nil where the range could not be had.
  let first: Int64?
  /// Bytes of the whole file; nil where the server does not know.
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

/// An entity tag under which the same bytes come every time; nil for a weak one and for none.
func strongTag(_ tag: String?) -> String? {
  guard let tag, tag.utf8.count >= 2, tag.hasPrefix("\""), tag.hasSuffix("\""),
    tag.unicodeScalars.allSatisfy({ $0.value >= 0x20 })
  else { return nil }
  return tag
}
