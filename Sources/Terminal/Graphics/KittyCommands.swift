import Canvas
import Platform

/// Commands of kitty's graphics protocol.
///
/// See https://sw.kovidgoyal.net/kitty/graphics-protocol/
///
/// Every command says `q=2`, so that the terminal answers neither success nor failure.
package enum KittyCommands {
  /// Bytes of payload in one escape code.
  package static let chunkSize = 4096

  /// How the pixels get there.
  package enum Medium: Hashable, Sendable {
    /// In the escape codes themselves (`t=d`).
    case direct
    /// The name of a POSIX shared memory object, which the terminal unlinks (`t=s`).
    case sharedMemory(name: String)
    /// A file in a folder for temporary ones, which the terminal deletes (`t=t`).
    case temporaryFile(path: String)
  }

  /// The escape codes that give an image to the terminal, without showing it.
  ///
  /// Between them there may be text, but no other graphics command.
  /// - Parameter display: further keys with which it is shown at the cursor at once (`a=T`).
  package static func transmit(
    _ image: PixelImage,
    id: UInt32?,
    medium: Medium = .direct,
    display: String? = nil
  ) -> [[UInt8]] {
    var keys = keys(image, id: id, display: display)
    switch medium {
    case .direct: return chunks(keys, image.bytes)
    case .sharedMemory(let name):
      keys += ",t=s,S=\(image.bytes.count)"
      return chunks(keys, Base64.encode(Array(name.utf8)))
    case .temporaryFile(let path):
      keys += ",t=t,S=\(image.bytes.count)"
      return chunks(keys, Base64.encode(Array(path.utf8)))
    }
  }

  private static func keys(_ image: PixelImage, id: UInt32?, display: String?) -> String {
    var keys = "a=\(display == nil ? "t" : "T"),q=2,f=24"
    keys += ",s=\(image.key.size.width),v=\(image.key.size.height)"
    if let id { keys += ",i=\(id)" }
    if let display, !display.isEmpty { keys += "," + display }
    if image.encoding == .deflatedBase64 { keys += ",o=z" }
    return keys
  }

  /// The same for pixels that are not encoded yet (`.rgb`), a few escape codes at a time.
  ///
  /// Nothing as large as the image is allocated on the way.
  package static func stream(
    _ image: PixelImage,
    display: String,
    write: (UnsafeRawBufferPointer) -> Void
  ) {
    let payload = chunkSize / 4 * 3
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { buffer.deallocate() }
    var count = 0
    func append(_ text: String) {
      var text = text
      text.withUTF8 { utf8 in
        UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(
          from: UnsafeRawBufferPointer(utf8)
        )
        count += utf8.count
      }
    }
    image.bytes.withUnsafeBytes { pixels in
      for start in stride(from: 0, to: max(1, pixels.count), by: payload) {
        if count + chunkSize + 256 > buffer.count {
          write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          count = 0
        }
        let end = min(start + payload, pixels.count)
        let isFirst = start == 0
        let isMore = "m=\(end < pixels.count ? 1 : 0)"
        append("\u{1B}_G" + (isFirst ? keys(image, id: nil, display: display) + "," : "") + isMore)
        append(isFirst ? ";" : ",q=2;")
        count += Base64.encode(
          UnsafeRawBufferPointer(rebasing: pixels[start..<end]),
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        )
        append("\u{1B}\\")
      }
    }
    write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  /// The payload in escape codes of at most `chunkSize` bytes; keys stand in the first one only.
  private static func chunks(_ keys: String, _ payload: [UInt8]) -> [[UInt8]] {
    guard payload.count > chunkSize else { return [code(keys, payload[...])] }
    return stride(from: 0, to: payload.count, by: chunkSize).map { start in
      let end = min(start + chunkSize, payload.count)
      let more = "m=\(end < payload.count ? 1 : 0)"
      return code(start == 0 ? keys + "," + more : more + ",q=2", payload[start..<end])
    }
  }

  /// Makes an image available to placeholder cells, over so many cells.
  static func placeVirtually(id: UInt32, cells: Size) -> [UInt8] {
    code("a=p,U=1,q=2,i=\(id),c=\(cells.width),r=\(cells.height)")
  }

  /// The keys of `transmit` with which that is done at once.
  static func virtually(cells: Size) -> String { "U=1,c=\(cells.width),r=\(cells.height)" }

  /// Shows a part of an image over so many cells from the cursor on, which stays where it is.
  ///
  /// - Parameters:
  ///   - placement: an own one moves when it is placed again; not 0.
  ///   - source: in pixels of the image.
  static func place(id: UInt32, placement: UInt32, source: Rect, cells: Size) -> [UInt8] {
    code(
      "a=p,q=2,C=1,i=\(id),p=\(placement),x=\(source.x),y=\(source.y),w=\(source.width),"
        + "h=\(source.height),c=\(cells.width),r=\(cells.height)"
    )
  }

  /// Takes a placement off the screen; the image stays.
  static func remove(id: UInt32, placement: UInt32) -> [UInt8] {
    code("a=d,d=i,q=2,i=\(id),p=\(placement)")
  }

  /// Takes all placements of an image off the screen, virtual ones too; the image stays.
  static func removeAll(id: UInt32) -> [UInt8] { code("a=d,d=i,q=2,i=\(id)") }

  /// Ends an image whose pixels are not all there; the terminal reports no error for it.
  ///
  /// Deleting it would do by the protocol; kitty 0.26.5 then takes the next image for the rest of
  /// this one. Without an image that was begun it does nothing.
  static var endOfImage: [UInt8] { code("m=0,q=2") }

  /// Gives an id to a single pixel, which frees the image it stood for.
  static func replace(id: UInt32) -> [UInt8] {
    code("a=t,q=2,f=24,s=1,v=1,i=\(id)", Array("AAAA".utf8)[...])
  }

  /// Frees an image and takes all its placements off the screen.
  static func free(id: UInt32) -> [UInt8] { code("a=d,d=I,q=2,i=\(id)") }

  private static func code(_ keys: String, _ payload: ArraySlice<UInt8> = []) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(keys.utf8.count + payload.count + 6)
    bytes += "\u{1B}_G".utf8
    bytes += keys.utf8
    if !payload.isEmpty {
      bytes.append(UInt8(ascii: ";"))
      bytes += payload
    }
    bytes += "\u{1B}\\".utf8
    return bytes
  }
}
