import Canvas
import Platform

/// The commands of kitty's graphics protocol.
///
/// See https://sw.kovidgoyal.net/kitty/graphics-protocol/
///
/// Every command contains `q=2`, so that the terminal reports neither success nor failure.
package enum KittyCommands {
  /// The maximum number of payload bytes in one escape code.
  package static let chunkSize = 4096

  /// The medium for sending the pixels of an image.
  package enum Medium: Hashable, Sendable {
    /// The escape codes themselves (`t=d`).
    case direct
    /// A POSIX shared memory object, which the terminal unlinks (`t=s`).
    case sharedMemory(name: String)
    /// A file in a folder for temporary files, which the terminal deletes (`t=t`).
    case temporaryFile(path: String)
  }

  /// Returns the escape codes that transmit an image to the terminal.
  ///
  /// Text may be written between these codes, but no other graphics command.
  ///
  /// - Parameter display: keys for showing the image at the cursor as well (`a=T`); `nil` to store
  ///   it only.
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
    let format = image.encoding == .rgba ? 32 : 24
    var keys = "a=\(display == nil ? "t" : "T"),q=2,f=\(format)"
    keys += ",s=\(image.key.size.width),v=\(image.key.size.height)"
    if let id { keys += ",i=\(id)" }
    if let display, !display.isEmpty { keys += "," + display }
    if image.encoding == .deflatedBase64 { keys += ",o=z" }
    return keys
  }

  /// Writes the escape codes that transmit and show an image with unencoded pixels (`.rgb`).
  ///
  /// `write` gets a few codes at a time, so that no buffer as large as the image is allocated.
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

  /// Splits a payload into escape codes of at most `chunkSize` bytes.
  ///
  /// Only the first contains `keys`.
  private static func chunks(_ keys: String, _ payload: [UInt8]) -> [[UInt8]] {
    guard payload.count > chunkSize else { return [code(keys, payload[...])] }
    return stride(from: 0, to: payload.count, by: chunkSize).map { start in
      let end = min(start + chunkSize, payload.count)
      let more = "m=\(end < payload.count ? 1 : 0)"
      return code(start == 0 ? keys + "," + more : more + ",q=2", payload[start..<end])
    }
  }

  /// Returns the code that creates a virtual placement, which placeholder cells then refer to.
  static func placeVirtually(id: UInt32, cells: Size) -> [UInt8] {
    code("a=p,U=1,q=2,i=\(id),c=\(cells.width),r=\(cells.height)")
  }

  /// Returns the keys for `transmit` that create a virtual placement in the same command.
  static func virtually(cells: Size) -> String { "U=1,c=\(cells.width),r=\(cells.height)" }

  /// Returns the code that shows a part of an image at the cursor, over `cells`, without moving the
  /// cursor.
  ///
  /// - Parameters:
  ///   - placement: the ID of the placement, not 0. An existing placement with this ID is moved.
  ///   - source: the part of the image, in pixels.
  ///   - isOnTop: whether the image covers others.
  static func place(
    id: UInt32,
    placement: UInt32,
    source: Rect,
    cells: Size,
    isOnTop: Bool = false
  ) -> [UInt8] {
    code(
      "a=p,q=2,C=1,i=\(id),p=\(placement),x=\(source.x),y=\(source.y),w=\(source.width),"
        + "h=\(source.height),c=\(cells.width),r=\(cells.height)" + (isOnTop ? ",z=1" : "")
    )
  }

  /// Returns the code that removes a placement from the screen.
  ///
  /// The image stays stored.
  static func remove(id: UInt32, placement: UInt32) -> [UInt8] {
    code("a=d,d=i,q=2,i=\(id),p=\(placement)")
  }

  /// Returns the code that removes all placements of an image, including virtual ones.
  ///
  /// The image stays stored.
  static func removeAll(id: UInt32) -> [UInt8] { code("a=d,d=i,q=2,i=\(id)") }

  /// The code that ends a partly transmitted image.
  ///
  /// The terminal reports no error.
  ///
  /// According to the protocol, deleting the image would be enough. But kitty 0.26.5 then reads the
  /// next image as the rest of this one. Without a partly transmitted image the code does nothing.
  static var endOfImage: [UInt8] { code("m=0,q=2") }

  /// Returns the code that replaces an image by a single pixel, which frees its memory but not its
  /// ID.
  static func replace(id: UInt32) -> [UInt8] {
    code("a=t,q=2,f=24,s=1,v=1,i=\(id)", Array("AAAA".utf8)[...])
  }

  /// Returns the code that frees an image and removes all its placements.
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
