import Canvas
import Platform

// The image host: files with entity tags, whole or in part.
extension DemoService {
  func image(_ call: DemoCall) async -> DemoResponse {
    guard let item = item(call.name) else { return .text(404, "") }
    let parameters = ImageParameters(query: call.request.query, original: item.size)
    guard let bytes = try? await imageRenderer.picture(item, parameters) else {
      return .text(500, "")
    }
    var answer = picture(
      bytes,
      UInt64(truncatingIfNeeded: item.index),
      parameters,
      call.request,
      call.faults
    )
    let isWhole = call.request.query["w"] == nil && call.request.query["h"] == nil
    answer.original = isWhole ? item.id : nil
    return answer
  }

  func avatar(_ call: DemoCall) async -> DemoResponse {
    guard let index = Int(call.name), content.people.indices.contains(index) else {
      return .text(404, "")
    }
    let person = content.people[index]
    let source = content.sources[person.avatar]
    let side = min(source.width, source.height)
    let parameters = ImageParameters(query: call.request.query, original: Size(side, side))
    guard let bytes = try? await imageRenderer.avatar(source: person.avatar, parameters) else {
      return .text(500, "")
    }
    return picture(bytes, ~UInt64(index), parameters, call.request, call.faults)
  }

  /// Returns a file, or the requested part of it.
  ///
  /// - Parameter number: Identifies the image.
  func picture(
    _ bytes: [UInt8],
    _ number: UInt64,
    _ parameters: ImageParameters,
    _ request: DemoRequest,
    _ faults: CallFaults
  ) -> DemoResponse {
    let edition = state.withLock { state in
      if faults.has(.tagChange) { state.edition += 1 }
      return state.edition
    }
    let bytes = edition == 0 ? bytes : Self.edition(edition, of: bytes)
    // These values determine the image, so the tag doesn't require reading its bytes.
    var hash = content.random.seed
    for part in [
      number, UInt64(parameters.size.width), UInt64(parameters.size.height),
      UInt64(parameters.quality), parameters.fill ? 1 : 0, UInt64(bytes.count), UInt64(edition),
    ] { hash = SeededRandom.mixed(hash ^ part) }
    let tag = "\"" + String(hash, radix: 16) + "\""

    let hasRanges = !faults.has(.withoutRanges)
    let range = hasRanges ? ByteRange(request, tag: tag, size: bytes.count) : .whole
    var answer: DemoResponse
    switch range {
    case .whole: answer = DemoResponse(200, type: "image/jpeg", body: bytes)
    case .part(let part):
      answer = DemoResponse(206, type: "image/jpeg", body: Array(bytes[part]))
      answer.headers.append(
        ("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)")
      )
    case .beyond:
      answer = .text(416, "")
      answer.headers.append(("Content-Range", "bytes */\(bytes.count)"))
    }
    if hasRanges { answer.headers.append(("Accept-Ranges", "bytes")) }
    answer.headers += [
      ("ETag", tag), ("Cache-Control", "public, max-age=31536000"), ("Vary", "Accept, User-Agent"),
    ]
    return answer
  }

  /// Returns other bytes of the same image: adds a comment after the start marker (FF FE, length,
  /// text).
  private static func edition(_ number: Int, of file: [UInt8]) -> [UInt8] {
    let text = Array("edition \(number)".utf8)
    return Array(file.prefix(2)) + [0xFF, 0xFE, 0, UInt8(text.count + 2)] + text + file.dropFirst(2)
  }
}

/// The requested part of a file (RFC 9110, 13.1.5 and 14.2).
enum ByteRange: Equatable {
  case whole
  /// A range that is never empty.
  case part(Range<Int>)
  /// A range outside the file.
  case beyond

  /// Parses a range request.
  ///
  /// Requests the whole file if the range is malformed or multiple, or its condition fails.
  init(_ request: DemoRequest, tag: String, size: Int) {
    self = .whole
    guard let text = request.range, text.hasPrefix("bytes="),
      request.ifRange.map({ $0 == tag }) ?? true
    else { return }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return }
    switch (Int(ends[0]), Int(ends[1])) {
    case (let first?, let last?) where first <= last:
      self = first < size ? .part(first..<min(last, size - 1) + 1) : .beyond
    case (let first?, nil) where ends[1].isEmpty:
      self = first < size ? .part(first..<size) : .beyond
    case (nil, let count?) where ends[0].isEmpty:
      self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .beyond
    default: break
    }
  }
}
