import Canvas
import Harness
import Imaging
import Testing

@Suite struct QREncoderTests {
  private static let link =
    "https://unsplash.com/photos/Dwu85P9SOIk?utm_source=imagefeed&utm_medium=referral"

  /// The square in three corners of every code: dark, light, and a dark core.
  private static let finder = [
    "#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######",
  ]

  private static let long = String(repeating: "https://x.y/", count: 90)

  @Test(arguments: ["A", "https://unsplash.com", link, long])
  func `a code has the parts that every code has`(_ text: String) throws {
    let code = try #require(QREncoder.encode(text))
    #expect((code.size - 17) % 4 == 0 && (21...177).contains(code.size))
    #expect(code.modules.count == code.size * code.size)
    func isDark(_ x: Int, _ y: Int) -> Bool { code.modules[y * code.size + x] }
    for (left, top) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
      let found = (0..<7).map { y in
        String((0..<7).map { x in isDark(left + x, top + y) ? "#" : " " })
      }
      #expect(found == Self.finder)
    }
    // The timing patterns between them, and the module that is dark in every code.
    for step in 8..<code.size - 8 {
      #expect(isDark(step, 6) == (step % 2 == 0) && isDark(6, step) == (step % 2 == 0))
    }
    #expect(isDark(8, code.size - 8))
  }

  @Test func `the smallest version is used, with the best correction that fits`() throws {
    // The capacity of versions 1 to 5 in bytes with the least error correction (ISO/IEC 18004,
    // table 7).
    for (version, bytes) in [(1, 17), (2, 32), (3, 53), (4, 78), (5, 106)] {
      for (length, expected) in [(bytes, version), (bytes + 1, version + 1)] {
        let code = try #require(QREncoder.encode(String(repeating: "a", count: length)))
        #expect(code.size == 17 + 4 * expected)
      }
    }
  }

  @Test func `text too long for a code gives none`() {
    #expect(QREncoder.encode("") == nil)
    #expect(QREncoder.encode("a\u{0}b") == nil)
    #expect(QREncoder.encode(String(repeating: "a", count: 2953))?.size == 177)
    #expect(QREncoder.encode(String(repeating: "a", count: 2954)) == nil)
  }

  @Test func `a margin of four light modules surrounds a code`() throws {
    let code = try #require(QREncoder.encode(Self.link))
    #expect(code.fullSize == code.size + 8)
    for outside in [-1, 0, 3, code.size + 4, code.size + 7, code.size + 20] {
      for along in 0..<code.fullSize {
        #expect(!code[outside, along] && !code[along, outside])
      }
    }
    #expect(code[4, 4] && code[code.size + 3, 4] && code[4, code.size + 3])
  }

  @Test(.barcodeReader, arguments: [link, "https://x.y/%D1%84?a=1&b=(2)"])
  func `a reader decodes the encoded text`(_ text: String) throws {
    let code = try #require(QREncoder.encode(text))
    let pixels = (0..<code.fullSize).map { y in (0..<code.fullSize).map { x in code[x, y] } }
    #expect(try BarcodeReader.read(pixels) == [text])
  }
}

extension Trait where Self == ConditionTrait {
  /// A condition for tests that need a reader of QR codes.
  ///
  /// `make test` installs it; without it, they are skipped.
  static var barcodeReader: Self {
    .enabled(if: BarcodeReader.isThere, "zbarimg (Debian's zbar-tools) is not there")
  }
}
