import Disk
import Files
import Model
import Unsplash

/// JPEG files that get a credit.
final class CreditTarget: FuzzTarget {
  private let packet = XMPPacket(
    of: Photo(
      id: Photo.ID(service: .unsplash, value: "a"),
      width: 1,
      height: 1,
      description: "A <rose>",
      author: Person(username: "ada", name: "Ada & Co"),
      picture: .derived(from: ""),
      pageURL: nil
    ),
    .unsplash
  )

  func run(_ input: [UInt8]) throws(Finding) {
    guard let edits = changes(of: input), !edits.isEmpty else { return }
    let credited = try Self.applied(edits, to: input)
    try promise(
      credited.count <= input.count + JPEGCredit.bodyLimit + 4,
      "a credit fits into a segment"
    )
    try promise(changes(of: credited) ?? [], equals: [], "a second credit changes nothing")
    guard let before = JPEGCredit.imageStart(of: input),
      let after = JPEGCredit.imageStart(of: credited)
    else { throw Finding("what gets a credit is a file of a photo") }
    try promise(input[before...].elementsEqual(credited[after...]), "the picture is the same")
  }

  private func changes(of bytes: [UInt8]) -> [FileEdit]? {
    guard case .edits(let edits) = JPEGCredit.edits(adding: packet, to: bytes, isWhole: true)
    else { return nil }
    return edits
  }

  private static func applied(
    _ edits: [FileEdit],
    to bytes: [UInt8]
  ) throws(Finding) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits {
      let range = edit.range
      try promise(
        position <= range.lowerBound && range.upperBound <= bytes.count,
        "changes are in order and in the file"
      )
      result += bytes[position..<range.lowerBound] + edit.bytes
      position = range.upperBound
    }
    return result + bytes[position...]
  }
}
