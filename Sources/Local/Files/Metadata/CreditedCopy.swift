import Disk
import Glibc
import Imaging
import Model

/// A copy of a finished file with a credit.
///
/// The copy has a hidden name in the folder of the target until it is renamed.
struct CreditedCopy: Sendable {
  private let file: PartFile

  var path: String { file.path }

  /// The number of bytes after which the search for the first scan stops.
  ///
  /// No camera writes that much metadata.
  private static let maxMetadataBytes = 32 << 20

  /// Makes the copy.
  ///
  /// - Parameters:
  ///   - source: A complete file.
  ///   - path: The final path of the file.
  /// - Returns: The copy; `nil` if the file already has the credit.
  static func make(
    of source: String,
    for path: String,
    _ credit: XMPPacket
  ) async throws(CreditFault) -> CreditedCopy? {
    try await BlockingWork.run { () throws(CreditFault) in
      let edits = try edits(adding: credit, to: source)
      return edits.isEmpty ? nil : try CreditedCopy(of: source, for: path, edits)
    }
  }

  private init(of source: String, for path: String, _ edits: [FileEdit]) throws(CreditFault) {
    guard let file = try? PartFile(PartFile.hiddenPath(for: path + ".credit"), creates: true) else {
      throw .disk
    }
    self.file = file
    do throws(CreditFault) {
      try Self.copy(source, into: file, edits)
    } catch {
      discard()
      throw error
    }
  }

  /// Removes the copy, unless it has been renamed.
  func discard() {
    file.discard()
    file.release()
  }

  /// Copies a file with changes and checks that the copy has the same size and orientation.
  static func copy(
    _ source: String,
    into file: PartFile,
    _ edits: [FileEdit]
  ) throws(CreditFault) {
    let isCopied: Void? = try? FileSystem.copy(source, into: file.descriptor, at: file.path, edits)
    guard isCopied != nil else { throw .disk }
    let (old, new) = (try? JPEG.check(file: source), try? JPEG.check(file: file.path))
    guard let old, let new, old.orientation == new.orientation,
      old.width == new.width && old.height == new.height
    else { throw .metadata }
  }

  /// Returns the changes that add a credit to a file.
  static func edits(
    adding credit: XMPPacket,
    to path: String
  ) throws(CreditFault) -> [FileEdit] {
    var count = 64 << 10
    while true {
      guard let head = try? FileSystem.head(of: path, count: count) else { throw .disk }
      switch JPEGCredit.edits(adding: credit, to: head, isWhole: head.count < count) {
      case .edits(let edits): return edits
      case .fault(let fault): throw fault
      case .needsMore:
        guard count < maxMetadataBytes else { throw .metadata }
        count = min(count * 4, maxMetadataBytes)
      }
    }
  }

  /// Whether two files have the same bytes, ignoring their metadata.
  static func isSamePicture(_ path: String, _ other: String) -> Bool {
    guard let hash = pictureHash(of: path) else { return false }
    return hash == pictureHash(of: other)
  }

  private static func pictureHash(of path: String) -> String? {
    var count = 64 << 10
    while true {
      guard let head = try? FileSystem.head(of: path, count: count) else { return nil }
      if let start = JPEGCredit.imageStart(of: head) {
        return (try? FileSystem.hash(of: path, from: start))?.hash
      }
      guard head.count == count, count < maxMetadataBytes else {
        return (try? FileSystem.hash(of: path))?.hash
      }
      count = min(count * 4, maxMetadataBytes)
    }
  }
}
