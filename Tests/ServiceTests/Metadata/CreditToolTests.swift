import FoundationEssentials
import Harness
import Model
import Testing

@testable import Disk
@testable import Files
@testable import Settings

/// Credits read by exiftool and exiv2.
@Suite(.timeLimit(.hang)) struct CreditToolTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static func has(_ program: String) -> Bool {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + program)
    }
  }

  private static let environment = ["PATH": "/usr/bin:/bin:/usr/local/bin", "LC_ALL": "C.UTF-8"]

  private func run(_ arguments: String...) throws -> String {
    try Subprocess.text(arguments, environment: Self.environment)
  }

  private static let old = CreditSamples.packet(
    "xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='4'",
    "<xmp:Label>Red</xmp:Label>"
  )

  /// Files with and without EXIF, XMP and a multi-picture index.
  private static let files: [[UInt8]] = [
    CreditSamples.file(), CreditSamples.file(CreditSamples.jfif),
    CreditSamples.file(CreditSamples.jfif, CreditSamples.exif),
    CreditSamples.file(CreditSamples.exif, CreditSamples.index(), CreditSamples.profile),
    CreditSamples.file(CreditSamples.exif, CreditSamples.xmp(old)),
    CreditSamples.file(CreditSamples.jfif, CreditSamples.xmp(old)),
    CreditSamples.file(
      CreditSamples.exif,
      CreditSamples.xmp(old),
      CreditSamples.index(isLittleEndian: true)
    ),
  ]

  private func credited(_ bytes: [UInt8]) throws -> String {
    let path = folder.path + "/a.jpg"
    try Data(try #require(CreditSamples.changed(bytes))).write(to: URL(filePath: path))
    return path
  }

  @Test(.enabled(if: Self.has("exiftool")), arguments: files)
  func `exiftool reads every property and finds no mistake`(bytes: [UInt8]) throws {
    let path = try credited(bytes)
    func value(_ tag: String) throws -> String {
      try String(run("exiftool", "-s3", "-" + tag, path).dropLast())
    }
    #expect(try value("XMP-dc:Creator") == "Ada O'Neill")
    #expect(try value("XMP-dc:Title") == "A <red> rose & \"thorns\"")
    #expect(try value("XMP-dc:Description") == "a rose")
    #expect(try value("XMP-dc:Identifier") == "unsplash:-_aB3")
    #expect(try value("XMP-dc:Source") == "https://unsplash.com/photos/a?b=c&d=e")
    #expect(try value("XMP-photoshop:Credit") == "Photo by Ada O'Neill on Unsplash")
    #expect(try value("XMP-xmpRights:WebStatement") == "https://unsplash.com/license")
    let before = folder.path + "/before.jpg"
    try Data(bytes).write(to: URL(filePath: before))
    func faults(_ path: String) throws -> String {
      try run("exiftool", "-validate", "-warning", "-error", "-a", path)
    }
    #expect(try faults(path) == faults(before))
    if bytes.contains(Data(Self.old.utf8)) {
      #expect(try value("XMP-xmp:Rating") == "4" && value("XMP-xmp:Label") == "Red")
    }
    if bytes.contains(Data("MPF\0".utf8)) {
      // The distance of the second picture from the end hasn't changed.
      func numbers(_ path: String) throws -> [Int] {
        try run("exiftool", "-s3", "-a", "-MPImageLength", "-MPImageStart", path)
          .split(separator: "\n").compactMap { Int($0) }
      }
      let growth = try Data(contentsOf: URL(filePath: path)).count - bytes.count
      let old = try numbers(before)
      try #require(old.count == 4)
      #expect(old[0] == 5_000)
      #expect(try numbers(path) == [old[0] + growth, old[1], old[2], old[3] + growth])
    }
  }

  @Test(.enabled(if: Self.has("exiv2")), arguments: files)
  func `exiv2 reads every property`(bytes: [UInt8]) throws {
    let text = try run("exiv2", "-PXkv", try credited(bytes))
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: " ", maxSplits: 1).map { $0.drop { $0 == " " } }.joined(separator: " ")
    }
    for expected in [
      "Xmp.dc.creator Ada O'Neill", "Xmp.dc.identifier unsplash:-_aB3",
      "Xmp.photoshop.Credit Photo by Ada O'Neill on Unsplash",
      "Xmp.xmpRights.WebStatement https://unsplash.com/license",
      "Xmp.dc.title lang=\"x-default\" A <red> rose & \"thorns\"",
    ] {
      #expect(lines.contains(expected), "\(lines)")
    }
  }

  @Test(.enabled(if: Self.has("exiftool")))
  func `real photos keep their pixels and their metadata`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let photos = tests.deletingLastPathComponent().appending(path: "Resources/demo").path()
    let names = FileSystem.names(in: photos).filter { $0.hasSuffix(".jpg") }
    #expect(names.count > 9)
    for name in names.prefix(6) {
      let copy = folder.path + "/" + name
      // Unchanged, with EXIF, and with XMP from another program.
      for tags in [[], ["-EXIF:Artist=A"], ["-EXIF:Artist=A", "-XMP-xmp:Rating=3"]] {
        try? FileManager.default.removeItem(atPath: copy)
        if tags.isEmpty {
          try FileManager.default.copyItem(atPath: photos + "/" + name, toPath: copy)
        } else {
          let command = ["exiftool", "-q", "-o", copy] + tags + [photos + "/" + name]
          try Subprocess.text(command, environment: Self.environment)
        }
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: copy)))
        let changed = try #require(CreditSamples.changed(bytes))
        let start = try #require(JPEGCredit.imageStart(of: bytes))
        let end = try #require(JPEGCredit.imageStart(of: changed))
        #expect(bytes[start...].elementsEqual(changed[end...]))
        #expect(CreditSamples.packets(changed).count == 1)
        try Data(changed).write(to: URL(filePath: copy))
        let found = try run(
          "exiftool",
          "-s3",
          "-XMP-dc:Creator",
          "-EXIF:Artist",
          "-XMP-xmp:Rating",
          "-warning",
          copy
        )
        let expected = ["Ada O'Neill", "A", "3"].prefix(tags.count + 1).joined(separator: "\n")
        #expect(found == expected + "\n", "\(name) \(tags)")
      }
    }
  }
}
