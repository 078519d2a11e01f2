import Canvas
import Glibc
import Imaging
import Model
import Platform

/// The drawn symbols of the first screen's pictures, stored on disk for the next launch.
///
/// The first frame of that launch shows them without decoding and drawing any file.
///
/// There is one file, `first-screen`, beside the cached pictures. It contains a magic number, then
/// for each box its key and its cells, each preceded by its length, and a CRC-32 of all that.
/// Numbers are in native byte order, because only this computer reads the file.
package struct DrawnPictures: Equatable, Sendable {
  /// The cells of each box, row by row, by the box's key.
  private(set) var symbols: [String: [SymbolGrid.Symbol]] = [:]

  private static let magic: UInt32 = 0x3164_6669
  /// The most words of a box or bytes of a key; more than any screen needs.
  private static let maxCount: UInt32 = 1 << 22

  package init() {}

  mutating func add(_ grid: SymbolGrid, for key: String) { symbols[key] = grid.symbols }

  /// Returns the symbols for a box; `nil` if none were stored, or of another size.
  func grid(for key: String, _ size: Size) -> SymbolGrid? {
    guard let symbols = symbols[key], symbols.count == size.width * size.height else { return nil }
    return SymbolGrid(columns: size.width, rows: size.height, symbols: symbols)
  }

  /// Returns symbols from the scalar, foreground and background of each cell.
  ///
  /// - Returns: `nil` if a value is invalid, or a scalar isn't exactly one column wide.
  private static func symbols(_ words: [UInt32]) -> [SymbolGrid.Symbol]? {
    guard words.count.isMultiple(of: 3) else { return nil }
    var seen: Set<UInt32> = []
    var symbols: [SymbolGrid.Symbol] = []
    symbols.reserveCapacity(words.count / 3)
    for index in stride(from: 0, to: words.count, by: 3) {
      let scalar = words[index]
      if !seen.contains(scalar) {
        guard let character = Unicode.Scalar(scalar), TextWidth.of(Character(character)) == 1
        else { return nil }
        seen.insert(scalar)
      }
      let (foreground, background) = (Color(raw: words[index + 1]), Color(raw: words[index + 2]))
      guard max(foreground.raw, background.raw) <= Color.standard.raw else { return nil }
      symbols.append(
        SymbolGrid.Symbol(scalar: scalar, foreground: foreground, background: background)
      )
    }
    return symbols
  }

  private static func words(_ symbols: [SymbolGrid.Symbol]) -> [UInt32] {
    symbols.flatMap { [$0.scalar, $0.foreground.raw, $0.background.raw] }
  }

  // MARK: The file

  private static func path(_ folder: String) -> String {
    folder + "/" + CacheFolder.firstScreen
  }

  /// Reads the symbols stored in a folder.
  ///
  /// There are none if the file is missing or damaged.
  ///
  /// Waits for the disk.
  package init(from folder: String) {
    guard let bytes = try? DiskFile(Self.path(folder)).contents() else { return }
    var reader = Reader(bytes: bytes)
    guard bytes.count > 8, let sum = Reader(bytes: Array(bytes.suffix(4))).first,
      sum == Self.sum(bytes.dropLast(4)), reader.word() == Self.magic
    else { return }
    while reader.next < bytes.count - 4 {
      guard let key = reader.text(atMost: Self.maxCount),
        let words = reader.words(atMost: Self.maxCount)
      else {
        symbols = [:]
        return
      }
      symbols[key] = Self.symbols(words)
    }
  }

  /// Replaces the symbols stored in a folder.
  ///
  /// Ignores errors, since only the next launch becomes slower.
  ///
  /// Waits for the disk.
  package func write(to folder: String) {
    guard !symbols.isEmpty, !CacheFolder.isLink(folder) else { return }
    var bytes = Self.bytes([Self.magic])
    for (key, symbols) in symbols {
      let words = Self.words(symbols)
      bytes += Self.bytes([UInt32(key.utf8.count)]) + key.utf8
      bytes += Self.bytes([UInt32(words.count)]) + Self.bytes(words)
    }
    bytes += Self.bytes([Self.sum(bytes[...])])
    let path = Self.path(folder)
    try? DiskFile.write([bytes], to: path, by: "\(path).\(getpid())")
  }

  /// Removes the symbols stored in a folder.
  package static func discard(in folder: String) {
    if !CacheFolder.isLink(folder) { unlink(path(folder)) }
  }

  private static func bytes(_ words: [UInt32]) -> [UInt8] { words.withUnsafeBytes { Array($0) } }

  private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = CRC32()
    bytes.withUnsafeBytes { sum.update($0) }
    return sum.value
  }

  /// A reader of the parts of a stored file.
  private struct Reader {
    let bytes: [UInt8]
    var next = 0

    var first: UInt32? {
      var reader = self
      return reader.word()
    }

    mutating func word() -> UInt32? {
      guard next + 4 <= bytes.count else { return nil }
      defer { next += 4 }
      return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: next, as: UInt32.self) }
    }

    mutating func text(atMost most: UInt32) -> String? {
      guard let count = word(), count <= most, next + Int(count) <= bytes.count else { return nil }
      defer { next += Int(count) }
      return String(decoding: bytes[next..<next + Int(count)], as: UTF8.self)
    }

    mutating func words(atMost most: UInt32) -> [UInt32]? {
      guard let count = word(), count <= most, next + 4 * Int(count) <= bytes.count else {
        return nil
      }
      defer { next += 4 * Int(count) }
      return [UInt32](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
        bytes.withUnsafeBytes {
          UnsafeMutableRawBufferPointer(buffer)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[next..<next + 4 * Int(count)]))
        }
        filled = Int(count)
      }
    }
  }
}

extension PictureStore {
  /// Restores the symbols that an earlier run drew for these boxes.
  ///
  /// Call it before `setRequests`.
  ///
  /// - Returns: Whether all requests were restored.
  @discardableResult
  package func restore(_ drawn: DrawnPictures, for requests: [PictureRequest]) -> Bool {
    state.withLock { state in
      var isComplete = true
      for request in requests {
        guard let location = location(&state, request),
          let key = drawnKey(request, location, state.output),
          let grid = drawn.grid(for: key, request.box)
        else {
          isComplete = false
          continue
        }
        let rendition = Rendition(
          quality: .symbols(width: location.width),
          part: request.part,
          quarterTurns: request.quarterTurns,
          grid: grid
        )
        state.renditions.insert(rendition, for: RenditionKey(request), cost: rendition.cost)
      }
      return isComplete
    }
  }

  /// Returns the symbols drawn for these boxes, as far as they are finished.
  ///
  /// - Parameter output: The output that the next launch assumes at first.
  package func drawn(_ requests: [PictureRequest], for output: PictureOutput) -> DrawnPictures {
    var drawn = DrawnPictures()
    for request in requests {
      guard let location = location(request, output),
        let key = drawnKey(request, location, output)
      else { continue }
      // The next launch requests the part before the focal point is known.
      let rendition = state.withLock { state in
        state.output.symbols == output.symbols
          ? state.renditions[RenditionKey(state.aimed(request))]
            ?? state.renditions[RenditionKey(request)] : nil
      }
      guard let rendition, rendition.quality >= .symbols(width: location.width) else { continue }
      drawn.add(rendition.grid, for: key)
    }
    return drawn
  }

  /// Returns the key of the symbols for a request; `nil` for a file on this computer.
  private func drawnKey(
    _ request: PictureRequest,
    _ location: PictureLocation,
    _ output: PictureOutput
  ) -> String? {
    guard request.file == nil else { return nil }
    let (part, symbols) = (request.part, output.symbols)
    let words = [
      location.cacheKey, "\(request.box.width)x\(request.box.height)",
      "\(part.x) \(part.y) \(part.width) \(part.height)", "\(request.quarterTurns)",
      symbols.colors.rawValue, symbols.symbols.rawValue, "\(symbols.background.raw)",
      "\(symbols.leavesBackground)",
    ]
    return words.joined(separator: "|")
  }
}
