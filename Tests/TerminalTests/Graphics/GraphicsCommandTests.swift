import Canvas
import Foundation
import Testing

@testable import Terminal

/// The graphics protocols' commands, checked against their documents:
/// <https://sw.kovidgoyal.net/kitty/graphics-protocol/>,
/// <https://iterm2.com/documentation-images.html>.
@Suite struct GraphicsCommandTests {
  private let size = Size(4, 2)

  /// One escape code of kitty's protocol: `<ESC>_G<control data>;<payload><ESC>\`.
  private struct Code {
    var keys: [String: String] = [:]
    var payload = ""

    init(_ bytes: [UInt8]) throws {
      let text = String(decoding: bytes, as: UTF8.self)
      try #require(text.hasPrefix("\u{1B}_G") && text.hasSuffix("\u{1B}\\"))
      let parts = text.dropFirst(3).dropLast(2).split(
        separator: ";",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      for pair in parts[0].split(separator: ",", omittingEmptySubsequences: false) {
        let words = pair.split(separator: "=", omittingEmptySubsequences: false)
        try #require(words.count == 2 && words[0].count == 1 && keys[String(words[0])] == nil)
        keys[String(words[0])] = String(words[1])
      }
      payload = parts.count == 2 ? String(parts[1]) : ""
    }
  }

  private func image(
    _ encoding: PixelImage.Encoding = .rgbBase64,
    bytes: [UInt8]
  ) -> PixelImage {
    PixelImage(key: .init(source: "a", size: size), encoding: encoding, bytes: bytes)
  }

  private func text(_ codes: [[UInt8]]) -> [String] {
    codes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a small image goes in one escape code`() {
    let small = image(bytes: Array("AAECAwQF".utf8))
    #expect(
      text(KittyCommands.transmit(small, id: 42))
        == ["\u{1B}_Ga=t,q=2,f=24,s=4,v=2,i=42;AAECAwQF\u{1B}\\"]
    )
    // o=z means RFC 1950 deflate, before Base64.
    #expect(
      text(KittyCommands.transmit(image(.deflatedBase64, bytes: Array("eJw=".utf8)), id: 7))
        == ["\u{1B}_Ga=t,q=2,f=24,s=4,v=2,i=7,o=z;eJw=\u{1B}\\"]
    )
    #expect(
      text(KittyCommands.transmit(small, id: nil, display: "c=10,r=3"))
        == ["\u{1B}_Ga=T,q=2,f=24,s=4,v=2,c=10,r=3;AAECAwQF\u{1B}\\"]
    )
  }

  @Test(arguments: [1, 3, 4092, 4096, 4100, 8192, 8196, 40_000])
  func `chunks have at most 4096 bytes, and all except the last a multiple of four`(
    count: Int
  ) throws {
    let payload = (0..<(count + 3) / 4 * 4).map { UInt8(ascii: "A") + UInt8($0 % 26) }
    let codes = try KittyCommands.transmit(image(bytes: payload), id: 9).map { try Code($0) }
    #expect(codes.map(\.payload).joined() == String(decoding: payload, as: UTF8.self))
    #expect(codes.allSatisfy { $0.payload.utf8.count <= 4096 })
    #expect(codes.dropLast().allSatisfy { $0.payload.utf8.count % 4 == 0 })
    #expect(codes[0].keys["i"] == "9")
    guard codes.count > 1 else {
      #expect(codes[0].keys["m"] == nil)
      return
    }
    #expect(codes.map { $0.keys["m"] } == codes.indices.map { $0 == codes.count - 1 ? "0" : "1" })
    // "Subsequent chunks must have only the m and optionally q keys."
    #expect(codes.dropFirst().allSatisfy { Set($0.keys.keys) == ["m", "q"] })
    // The program doesn't read these replies, so they would be taken for typed text.
    #expect(codes.allSatisfy { $0.keys["q"] == "2" })
  }

  @Test(arguments: [0, 3, 3069, 3072, 3075, 50_000])
  func `streamed pixels equal those transmitted in one piece`(count: Int) throws {
    let pixels = (0..<count / 3 * 3).map { UInt8(truncatingIfNeeded: $0 * 31) }
    var bytes: [UInt8] = []
    var writes = 0
    KittyCommands.stream(image(.rgb, bytes: pixels), display: "c=2,r=1,C=1") {
      bytes += $0
      writes += 1
    }
    #expect(writes <= bytes.count / 60_000 + 1)
    let codes = try String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}\\").map {
      try Code(Array($0.utf8) + [0x1B, UInt8(ascii: "\\")])
    }
    let first = ["a": "T", "q": "2", "f": "24", "s": "4", "v": "2", "c": "2", "r": "1", "C": "1"]
    #expect(codes[0].keys.filter { $0.key != "m" } == first)
    #expect(codes.dropFirst().allSatisfy { Set($0.keys.keys) == ["m", "q"] })
    #expect(codes.map { $0.keys["m"] } == codes.indices.map { $0 == codes.count - 1 ? "0" : "1" })
    #expect(codes.allSatisfy { $0.payload.utf8.count <= 4096 })
    #expect(codes.dropLast().allSatisfy { $0.payload.utf8.count % 4 == 0 })
    let payload = codes.map(\.payload).joined()
    #expect(Data(base64Encoded: payload).map { [UInt8]($0) } == pixels)
  }

  @Test func `shared memory and files are named in Base64`() throws {
    let raw = image(.rgb, bytes: [UInt8](repeating: 1, count: 24))
    let shared = try #require(
      KittyCommands.transmit(raw, id: 5, medium: .sharedMemory(name: "/imagefeed-1")).first
    )
    let code = try Code(shared)
    #expect(code.keys["t"] == "s" && code.keys["S"] == "24" && code.keys["f"] == "24")
    #expect(code.payload == "L2ltYWdlZmVlZC0x")
    let file = try #require(
      KittyCommands.transmit(raw, id: 5, medium: .temporaryFile(path: "/tmp/tty-a")).first
    )
    #expect(try Code(file).keys["t"] == "t")
    #expect(try Code(file).payload == "L3RtcC90dHktYQ==")
  }

  @Test func `placements and deletions match the document`() {
    #expect(
      text([
        KittyCommands.placeVirtually(id: 42, cells: Size(2, 2)),
        KittyCommands.place(
          id: 42,
          placement: 7,
          source: Rect(x: 10, y: 20, width: 300, height: 200),
          cells: Size(30, 10)
        ), KittyCommands.remove(id: 42, placement: 7), KittyCommands.free(id: 42),
      ]) == [
        "\u{1B}_Ga=p,U=1,q=2,i=42,c=2,r=2\u{1B}\\",
        "\u{1B}_Ga=p,q=2,C=1,i=42,p=7,x=10,y=20,w=300,h=200,c=30,r=10\u{1B}\\",
        "\u{1B}_Ga=d,d=i,q=2,i=42,p=7\u{1B}\\", "\u{1B}_Ga=d,d=I,q=2,i=42\u{1B}\\",
      ]
    )
  }

  @Test(arguments: [("Zm9vYmFy", 6), ("Zm9vYmE=", 5), ("Zm9vYg==", 4), ("", 0)])
  func `an inline image contains its file's size and its cells`(
    base64: String,
    count: Int
  ) {
    let file = image(.jpegBase64, bytes: Array(base64.utf8))
    #expect(
      String(decoding: ITerm2Commands.show(file, cells: Size(40, 12)), as: UTF8.self)
        == "\u{1B}]1337;File=inline=1;size=\(count);width=40;height=12;preserveAspectRatio=0"
        + ";doNotMoveCursor=1:\(base64)\u{7}"
    )
  }
}
