import FoundationEssentials
import Glibc
import Harness
import Model
import Testing

@testable import Disk
@testable import Files
@testable import Unsplash

/// Credits in JPEG files, byte by byte.
@Suite(.timeLimit(.hang)) struct JPEGCreditTests {
  @Test func `has a place after JFIF and EXIF and before everything else`() throws {
    let comment = FlatJPEG.segment(0xFE, Array("hello".utf8))
    let (jfif, exif, profile) = (CreditSamples.jfif, CreditSamples.exif, CreditSamples.profile)
    let index = CreditSamples.index()
    for (before, after) in [
      ([], []), ([jfif], []), ([jfif, exif], [profile]), ([exif], [index]),
      ([jfif, exif], [index, profile]), ([profile, exif], [index]), ([comment, jfif], [comment]),
      ([], [index, exif]), ([jfif], [index, jfif]), ([exif, exif], []),
    ] {
      let file = CreditSamples.file((before + after).flatMap(\.self))
      let changed = try #require(CreditSamples.changed(file))
      let start = 2 + before.joined().count
      let added = CreditSamples.xmp(CreditSamples.packet.text)
      #expect(changed[..<start] == file[..<start])
      #expect(Array(changed[start..<(start + added.count)]) == added)
      #expect(changed.count == file.count + added.count)
      #expect(CreditSamples.packets(changed) == [CreditSamples.packet.text])
      // A second credit changes nothing.
      #expect(CreditSamples.edits(changed) == .edits([]))
    }
  }

  @Test func `leaves every other byte as it is`() throws {
    let file = CreditSamples.file(CreditSamples.jfif, CreditSamples.profile) + Array("a film".utf8)
    let changed = try #require(CreditSamples.changed(file))
    let added = CreditSamples.xmp(CreditSamples.packet.text).count
    let start = 2 + CreditSamples.jfif.count
    #expect(changed[..<start] == file[..<start])
    #expect(Array(changed[(start + added)...]) == Array(file[start...]))
  }

  @Test(arguments: [true, false])
  func `corrects the size of the first picture in an index of several`(
    isLittleEndian: Bool
  ) throws {
    let file = CreditSamples.file(
      CreditSamples.exif,
      CreditSamples.index(5_000, isLittleEndian: isLittleEndian)
    )
    let changed = try #require(CreditSamples.changed(file))
    let grown = UInt32(5_000 + changed.count - file.count)
    let expected = CreditSamples.index(grown, isLittleEndian: isLittleEndian)
    // The second picture's offset from the index hasn't changed.
    let index = try #require(CreditSamples.segments(changed).first { $0.marker == 0xE2 })
    #expect(index.body == Array(expected[4...]))
  }

  @Test func `joins the packet that is there`() throws {
    let old = CreditSamples.packet(
      "xmlns:dc='http://purl.org/dc/elements/1.1/'",
      "<dc:creator><rdf:Seq><rdf:li>Somebody</rdf:li></rdf:Seq></dc:creator>"
    )
    let file = CreditSamples.file(CreditSamples.exif, CreditSamples.xmp(old), CreditSamples.index())
    let changed = try #require(CreditSamples.changed(file))
    let packets = CreditSamples.packets(changed)
    #expect(packets.count == 1)
    let packet = try packets.at(0)
    #expect(packet.hasPrefix(old.prefix { $0 != "S" }))
    #expect(packet.contains("Somebody") && !packet.contains("<rdf:li>Ada"))
    #expect(packet.contains("<dc:identifier>unsplash:-_aB3</dc:identifier>"))
    #expect(packet.contains("<photoshop:Credit>Photo by Ada O&apos;Neill on Unsplash<"))
    #expect(CreditSamples.edits(changed) == .edits([]))
  }

  @Test(arguments: [
    CreditSamples.packet("xmlns:dc='http://example.com/'"),
    CreditSamples.packet("xmlns:d='http://purl.org/dc/elements/1.1/'"),
    CreditSamples.packet("", "<x xmlns='http://purl.org/dc/elements/1.1/'/>"),
    CreditSamples.packet("", "<!-- </rdf:RDF> -->"), CreditSamples.packet("", "</rdf:RDF>"),
    CreditSamples.packet("", "<![CDATA[x]]>"), "<!DOCTYPE x>" + CreditSamples.packet(),
    CreditSamples.packet("xmlns:dc"), CreditSamples.packet("xmlns:dc=x"),
    CreditSamples.packet("rdf:about='uuid:1'"),
    CreditSamples.packet().replacing("rdf:", with: "r:"),
    CreditSamples.packet("xmlns:d='http:&#47;/purl.org/dc/elements/1.1/'"),
    CreditSamples.packet("xmlns:dc='http:&#x2f;/example.com/'"),
    CreditSamples.packet("a='&b;'"), CreditSamples.packet("a='&#xD800;'"),
    CreditSamples.packet("a='&'"), CreditSamples.packet("a='<'"), CreditSamples.packet("a=''b=''"),
    CreditSamples.packet("a='' a=''"), CreditSamples.packet("", "<x></y>"),
    CreditSamples.packet("", "<x"), CreditSamples.packet("", "</x>"),
    CreditSamples.packet("", "<?x"),
    "", "<", String(CreditSamples.packet().prefix(200)),
  ])
  func `never adds a second packet to one that it doesn't understand`(packet: String) {
    #expect(CreditSamples.edits(CreditSamples.file(CreditSamples.xmp(packet))) == .fault(.metadata))
  }

  @Test(arguments: [
    CreditSamples.packet("a='dc:creator dc:title'", "<x>dc:creator, dc:title and dc:source</x>"),
    CreditSamples.packet("", "<x><rdf:Description><dc:creator/><dc:title/></rdf:Description></x>"),
    CreditSamples.packet("", "<?dc:creator dc:title?><dc:creatortool/><x dc:title='a'/>"),
  ])
  func `adds properties that a packet only mentions`(old: String) throws {
    let file = CreditSamples.file(CreditSamples.xmp(old))
    let changed = try #require(CreditSamples.changed(file))
    let packet = try #require(CreditSamples.packets(changed).first)
    #expect(packet.contains("<dc:creator><rdf:Seq><rdf:li>Ada O&apos;Neill<"))
    #expect(packet.contains("<dc:title><rdf:Alt>"))
    #expect(CreditSamples.edits(changed) == .edits([]))
  }

  @Test(arguments: [
    "dc:title='A &amp; B' xmlns:dc='http:&#x2F;&#47;purl.org/dc/elements/1.1/'",
    "\n  xmlns:dc =\r\n\t\"http://purl.org/dc/elements/1.1/\"  dc:title = \"a > b\"",
  ])
  func `adds nothing to properties that are attributes`(attributes: String) throws {
    let file = CreditSamples.file(CreditSamples.xmp(CreditSamples.packet(attributes)))
    let changed = try #require(CreditSamples.changed(file))
    let packet = try #require(CreditSamples.packets(changed).first)
    #expect(packet.contains("<dc:creator>") && !packet.contains("<dc:title>"))
  }

  @Test func `describes the same resource, whatever its name`() throws {
    let old = CreditSamples.packet().replacing("rdf:about=''", with: "rdf:about='a&#34;&lt;b'")
    let changed = try #require(CreditSamples.changed(CreditSamples.file(CreditSamples.xmp(old))))
    let packet = try #require(CreditSamples.packets(changed).first)
    #expect(packet.contains("rdf:about=\"a&quot;&lt;b\""))
    #expect(CreditSamples.edits(changed) == .edits([]))
  }

  @Test func `takes the room of padding first`() throws {
    func file(_ padding: Int, inside: Int = 0) -> [UInt8] {
      let packet = CreditSamples.packet("", String(repeating: " ", count: inside))
      let end = String(repeating: " ", count: padding) + "<?xpacket end"
      return CreditSamples.file(CreditSamples.xmp(packet.replacing("<?xpacket end", with: end)))
    }
    let old = file(4_000)
    let changed = try #require(CreditSamples.changed(old))
    #expect(changed.count == old.count)
    #expect(try CreditSamples.packets(changed).at(0).hasSuffix("  <?xpacket end='w'?>"))
    #expect(CreditSamples.edits(changed) == .edits([]))
    // A part of the padding is enough if the segment isn't full.
    let growth = try #require(CreditSamples.changed(file(0))).count - file(0).count
    #expect(try #require(CreditSamples.changed(file(100))).count == file(0).count + growth)
    // A full segment has room in its padding only.
    let most = JPEGCredit.bodyLimit - JPEGCredit.signature.count - CreditSamples.packet().utf8.count
    let full = try #require(CreditSamples.changed(file(growth, inside: most - growth)))
    #expect(try CreditSamples.segments(full).at(0).body.count == JPEGCredit.bodyLimit)
    #expect(
      CreditSamples.edits(file(growth - 1, inside: most - growth + 1)) == .fault(.noRoom)
    )
  }

  @Test func `leaves files with content credentials alone`() {
    func box(_ type: String, length: [UInt8] = [0, 0, 0, 40]) -> [UInt8] {
      FlatJPEG.segment(0xEB, Array("JP".utf8) + [0, 1, 0, 0, 0, 1] + length + Array(type.utf8))
    }
    let boxes = box("jumb", length: [0, 0, 0, 1]) + box("jumb")
    for file in [
      CreditSamples.file(CreditSamples.exif, box("jumb")),
      CreditSamples.file(box("jumb"), CreditSamples.exif), CreditSamples.file(boxes),
      CreditSamples.file(CreditSamples.xmp(CreditSamples.packet()), box("jumb")),
      CreditSamples.file(
        CreditSamples.xmp(
          CreditSamples.packet(
            "xmlns:dcterms='http://purl.org/dc/terms/'"
              + " dcterms:provenance='https://example.com/manifest'"
          )
        )
      ),
    ] {
      #expect(CreditSamples.edits(file) == .fault(.contentCredentials))
    }
    // Other boxes of APP11, such as those of JPEG XT, and short segments.
    #expect(CreditSamples.changed(CreditSamples.file(box("LDCM"))) != nil)
    #expect(CreditSamples.changed(CreditSamples.file(FlatJPEG.segment(0xEB, [0x4A, 0x50]))) != nil)
  }

  @Test func `leaves files alone whose metadata has other parts`() throws {
    let packet = CreditSamples.xmp(CreditSamples.packet())
    let more = FlatJPEG.segment(
      0xE1,
      Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: 0x30, count: 40)
    )
    #expect(CreditSamples.edits(CreditSamples.file(packet, packet)) == .fault(.metadata))
    // Bytes after a multi-picture index must not move.
    #expect(
      CreditSamples.edits(CreditSamples.file(CreditSamples.index(), packet)) == .fault(.metadata)
    )
    #expect(CreditSamples.edits(CreditSamples.file(more)) == .fault(.metadata))
    // The extension is kept if its main packet exists.
    #expect(CreditSamples.changed(CreditSamples.file(packet, more)) != nil)
    // A packet between the tables is recognized too.
    var file = CreditSamples.file()
    file.insert(contentsOf: packet, at: 2 + 69)
    #expect(try CreditSamples.segments(file).map(\.marker).at(1) == 0xE1)
    #expect(CreditSamples.edits(file) == .fault(.metadata))
  }

  @Test func `has no room in a full segment`() throws {
    func file(_ count: Int) -> [UInt8] {
      let padding = String(repeating: " ", count: count)
      return CreditSamples.file(CreditSamples.xmp(CreditSamples.packet("", padding)))
    }
    let growth = try #require(CreditSamples.changed(file(0))).count - file(0).count
    let most = JPEGCredit.bodyLimit - JPEGCredit.signature.count - CreditSamples.packet().utf8.count
    #expect(CreditSamples.edits(file(most)) == .fault(.noRoom))
    #expect(CreditSamples.edits(file(most - growth + 1)) == .fault(.noRoom))
    let full = try #require(CreditSamples.changed(file(most - growth)))
    #expect(try CreditSamples.segments(full).at(0).body.count == JPEGCredit.bodyLimit)
  }

  @Test func `fits into a segment however long the texts are`() throws {
    var photo = CreditSamples.photo
    for text in [String(repeating: "\"", count: 90_000), String(repeating: "🌹", count: 90_000)] {
      photo.description = text
      photo.author.name = text
      photo.license = text
      let packet = XMPPacket(of: photo, .unsplash)
      let bytes = CreditSamples.file()
      guard case .edits(let edits) = JPEGCredit.edits(adding: packet, to: bytes, isWhole: true)
      else {
        Issue.record("no room")
        return
      }
      #expect(edits.count == 1)
    }
  }

  @Test func `reads as much as it needs and no more`() throws {
    let file = CreditSamples.file(
      CreditSamples.jfif,
      CreditSamples.exif,
      CreditSamples.index(),
      CreditSamples.profile
    )
    let scan = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xDA]) })
    for count in 0...(scan + 1) {
      #expect(CreditSamples.edits(Array(file[..<count]), isWhole: false) == .needsMore)
      #expect(CreditSamples.edits(Array(file[..<count])) == .fault(.metadata))
    }
    let whole = CreditSamples.edits(file)
    #expect(CreditSamples.edits(Array(file[..<(scan + 2)]), isWhole: false) == whole)
    #expect(JPEGCredit.imageStart(of: file) == file.firstIndex(of: 0xDB).map { $0 - 1 })
  }

  @Test func `accepts fill bytes before markers`() throws {
    let file = CreditSamples.file(
      [0xFF, 0xFF],
      CreditSamples.jfif,
      [0xFF],
      CreditSamples.xmp(CreditSamples.packet())
    )
    let changed = try #require(CreditSamples.changed(file))
    #expect(changed[..<(4 + CreditSamples.jfif.count)] == file[..<(4 + CreditSamples.jfif.count)])
    #expect(CreditSamples.edits(changed) == .edits([]))
  }

  @Test(
    arguments: [
      [], [0xFF], [0xFF, 0xD8], [0xD8, 0xFF], [0xFF, 0xD8, 0xFF], [0xFF, 0xD8, 0xFF, 0xE1],
      [0xFF, 0xD8, 0xFF, 0xE1, 0], [0xFF, 0xD8, 0xFF, 0xE1, 0, 0], [0xFF, 0xD8, 0xFF, 0xE1, 0, 1],
      [0xFF, 0xD8, 0xFF, 0xE1, 0, 2], [0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF],
      [0xFF, 0xD8, 0, 0xFF, 0xDA], [0xFF, 0xD8, 0xFF, 0xD8, 0xFF, 0xDA],
      [0xFF, 0xD8, 0xFF, 0, 0xFF, 0xDA], [0xFF, 0xD8, 0xFF, 0xD9], [0xFF, 0xD8, 0xFF, 0xFF],
      Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) }), Array("RIFF".utf8),
    ] as [[UInt8]]
  )
  func `leaves what is no whole JPEG file as it is`(bytes: [UInt8]) {
    #expect(CreditSamples.edits(bytes) == .fault(.metadata))
    #expect(JPEGCredit.imageStart(of: bytes) == nil)
  }

  @Test func `never reads beyond a file, whatever bytes it has`() {
    var dice = SeededGenerator(7)
    let index = CreditSamples.index(90, isLittleEndian: true)
    let files = [
      CreditSamples.file(
        CreditSamples.jfif,
        CreditSamples.exif,
        CreditSamples.index(),
        CreditSamples.profile
      ),
      CreditSamples.file(CreditSamples.exif, CreditSamples.xmp(CreditSamples.packet()), index),
    ]
    for round in 0..<(Rounds.of(16_000)) {
      var file = files[round % files.count]
      for _ in 0..<(1 + round % 6) {
        file[Int.random(in: 0..<file.count, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      }
      if round % 5 == 0 { file.removeLast(Int.random(in: 0..<file.count, using: &dice)) }
      guard case .edits(let edits) = CreditSamples.edits(file) else { continue }
      var end = 0
      for edit in edits {
        #expect(edit.range.lowerBound >= end && edit.range.upperBound <= file.count)
        end = edit.range.upperBound
      }
    }
  }
}
