import FoundationEssentials

/// A request, independent of the HTTP library.
package struct DemoRequest: Sendable {
  package let method: String
  /// The path and query as sent.
  package let target: String
  /// The host names and ports of all `Host` headers, separated by commas.
  var host = ""
  /// The total size of the headers in bytes.
  var headersSize = 0
  package var authorization: String?
  var contentType: String?
  /// The headers of a range request.
  var range: String?
  var ifRange: String?
  package var body: [UInt8] = []

  /// The decoded components of the path; a trailing slash is ignored.
  package var path: [String] {
    (target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first ?? "")
      .split(separator: "/")
      .map { FormFields.decoded($0.utf8, isForm: false) }
  }

  package var query: FormFields {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return FormFields(parts.count > 1 ? String(parts[1]) : "")
  }

  /// The fields of the body, which is a form or a JSON object of strings.
  var form: FormFields {
    guard contentType?.hasPrefix("application/json") == true else {
      return FormFields(String(decoding: body, as: UTF8.self))
    }
    let members = try? JSONDecoder().decode([String: String].self, from: Data(body))
    return FormFields((members ?? [:]).map { ($0.key, $0.value) })
  }
}

/// A response, independent of the HTTP library.
package struct DemoResponse: Sendable {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: [UInt8]
  /// Whether the connection closes after half of the body.
  var isCut = false
  /// The speed of sending the body; `nil` for no limit.
  var bytesPerSecond: Int?
  /// The ID of the photo whose original file, or a part of the file, is the body.
  var original: String?

  init(_ status: Int, type: String, body: [UInt8]) {
    self.status = status
    headers = [("Content-Type", type)]
    self.body = body
  }

  static func json(_ status: Int, _ json: JSON) -> DemoResponse { .json(status, json.bytes) }

  package static func json(_ status: Int, _ bytes: [UInt8]) -> DemoResponse {
    DemoResponse(status, type: "application/json", body: bytes)
  }

  static func html(_ status: Int, _ text: String) -> DemoResponse {
    DemoResponse(status, type: "text/html; charset=utf-8", body: Array(text.utf8))
  }

  static func text(_ status: Int, _ text: String) -> DemoResponse {
    DemoResponse(status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
  }

  /// Returns a response with error messages in the API's format, a JSON object with a list.
  ///
  /// The OAuth endpoints have another format.
  package static func errors(_ status: Int, _ texts: String...) -> DemoResponse {
    .json(status, ["errors": .array(texts.map(JSON.string))])
  }

  static func redirect(to location: String) -> DemoResponse {
    var answer = html(302, "<html><body>You are being redirected.</body></html>")
    answer.headers.append(("Location", location))
    return answer
  }
}

/// The name-value pairs of a query or a form, in order.
package struct FormFields: Sendable, Equatable {
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  package private(set) var fields: [Field] = []

  /// Decodes `a=b&c=d`.
  ///
  /// A plus is decoded as a space, as in forms.
  init(_ text: String) {
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      guard let name = parts.first else { continue }
      fields.append(
        Field(name: Self.decoded(name), value: parts.count > 1 ? Self.decoded(parts[1]) : "")
      )
    }
  }

  package init(_ pairs: [(String, String)]) { fields = pairs.map(Field.init) }

  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  mutating func append(_ other: FormFields) { fields += other.fields }

  /// The pairs as a percent-encoded query.
  package var text: String {
    fields.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }.joined(separator: "&")
  }

  /// Decodes percent-encoded bytes; an invalid code stays as it is.
  ///
  /// - Parameter isForm: Whether a plus is decoded as a space.
  static func decoded(_ text: some Collection<UInt8>, isForm: Bool = true) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(isForm && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Percent-encodes all characters except the unreserved ones (RFC 3986, 2.3).
  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return result
  }
}
