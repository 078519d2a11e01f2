import AppCore
import Foundation
import Glibc
import HTTP
import Harness
import Imaging
@testable import Model
import Platform
import Settings
import Storage
import Testing

@testable import Disk
@testable import Files
@testable import EffectHandling
@testable import Unsplash

/// The texts of a credit, and files with a credit.
@Suite(.timeLimit(.hang)) struct CreditFileTests {
  private let folder: TemporaryFolder
  private let picture = FlatJPEG(8, 8).bytes

  init() throws { folder = try TemporaryFolder() }

  private func transport(_ bytes: [UInt8]) -> ScriptedTransport {
    ScriptedTransport { HTTPResponse(status: 200, url: $0.url, body: bytes) }
  }

  private func downloader(_ bytes: [UInt8], _ style: FileStyle = CreditSamples.style)
    -> FolderDownloader
  {
    FolderDownloader(
      PhotoDownloader(
        service: unsplash(ScriptedTransport("")),
        transport: transport(bytes),
        freeSpace: { _ in nil }
      ),
      folder: folder.path,
      style: style
    )
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try #require(try FileSystem.contents(of: path))
  }

  @Test func `have inert texts and the right pages`() {
    var photo = CreditSamples.photo
    photo.author.name = "Ada\u{1B}[31m\u{202E}\u{0}\nLee"
    photo.description = " \n"
    let credit = XMPPacket(of: photo, .unsplash)
    #expect(credit["dc:creator"] == "Ada Lee")
    #expect(credit["photoshop:Credit"] == "Photo by Ada Lee on Unsplash")
    #expect(credit["dc:title"] == "a rose" && credit["dc:description"] == "a rose")
    #expect(credit["dc:identifier"] == "unsplash:-_aB3")
    #expect(credit["dc:source"] == "https://unsplash.com/photos/a?b=c&amp;d=e")
    #expect(credit["xmpRights:WebStatement"] == "https://unsplash.com/license")
    #expect(credit["xmpRights:UsageTerms"] == nil)
    // The service's licence doesn't apply to a photo with its own licence.
    photo.license = "CC BY-SA 4.0"
    photo.author.name = ""
    let other = XMPPacket(of: photo, .unsplash)
    #expect(other["xmpRights:UsageTerms"] == "CC BY-SA 4.0")
    #expect(other["xmpRights:WebStatement"] == other["dc:source"])
    #expect(other["dc:creator"] == "ada" && other["cc:license"] == nil)
    photo.altDescription = nil
    photo.pageURL = nil
    let bare = XMPPacket(of: photo, .unsplash).text
    #expect(!bare.contains("dc:title") && !bare.contains("dc:source"))
    #expect(!bare.contains("WebStatement"))
  }

  @Test func `of a service that credits by licence name title, licence and service`() {
    var photo = CreditSamples.photo
    photo.title = "Rose"
    photo.license = "CC BY-SA 4.0"
    photo.licensePage = "https://creativecommons.org/licenses/by-sa/4.0/"
    let archive = ServiceDescription(
      id: "archive",
      name: "Archive",
      capabilities: [],
      pageSize: 1,
      creditStyle: .via
    )
    let credit = XMPPacket(of: photo, archive)
    #expect(
      credit["photoshop:Credit"]
        == "&quot;Rose&quot; by Ada O&apos;Neill, CC BY-SA 4.0, via Archive"
    )
    #expect(credit["dc:title"] == "Rose")
    #expect(credit["xmpRights:WebStatement"] == photo.licensePage?.text)
    let resource = "<cc:license rdf:resource=\"https://creativecommons.org/licenses/by-sa/4.0/\"/>"
    #expect(credit.text.contains(resource))
    #expect(credit.text.contains("xmlns:cc=\"http://creativecommons.org/ns#\""))
    photo.attribution = "Ada / Archive"
    #expect(XMPPacket(of: photo, archive)["dc:creator"] == "Ada / Archive")
  }

  private func line(_ photo: Photo) -> String? {
    XMPPacket(of: photo, .unsplash)["photoshop:Credit"]
  }

  @Test func `of the demo name no service and no page, which don't exist elsewhere`() {
    var photo = CreditSamples.photo
    photo.pageURL = "http://127.0.0.1:7999/view/a"
    photo.license = "CC0-1.0"
    let credit = XMPPacket(of: photo, .unsplash)
    #expect(credit["dc:creator"] == "Ada O&apos;Neill")
    #expect(credit["xmpRights:UsageTerms"] == "CC0-1.0")
    #expect(credit["photoshop:Credit"] == "Photo by Ada O&apos;Neill")
    #expect(credit["dc:identifier"] == "demo:-_aB3")
    let text = credit.text
    #expect(text.contains(">CC0-1.0<"))
    for word in ["127.0.0.1", "nsplash", "dc:source", "WebStatement"] {
      #expect(!text.contains(word), "\(word)")
    }
    // The service's licence isn't for photos of a service on this computer.
    photo.license = nil
    #expect(XMPPacket(of: photo, .unsplash)["xmpRights:WebStatement"] == nil)
    photo.pageURL = nil
    photo.picture = .derived(from: "http://127.0.0.1:7999/photo-a")
    #expect(line(photo) == "Photo by Ada O&apos;Neill")
    photo.picture = .sizes([])
    #expect(line(photo) == "Photo by Ada O&apos;Neill on Unsplash")
  }

  @Test func `are XML whatever the texts are`() {
    #expect(
      XML.escaped("<a href=\"b\">&'</a>") == "&lt;a href=&quot;b&quot;&gt;&amp;&apos;&lt;/a&gt;"
    )
    #expect(XML.escaped("a\u{0}\u{1}\u{B}\u{1F}\u{FFFE}\u{FFFF}b\t\n") == "ab\t\n")
    #expect(XML.escaped("é🌹\u{10FFFF}\u{FFFD}") == "é🌹\u{10FFFF}\u{FFFD}")
    let text = CreditSamples.packet.text
    #expect(
      text.contains(
        """
        <dc:creator><rdf:Seq><rdf:li>Ada O&apos;Neill</rdf:li></rdf:Seq></dc:creator>
        <dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &lt;red&gt; rose &amp; \
        &quot;thorns&quot;</rdf:li></rdf:Alt></dc:title>
        """
      )
    )
    #expect(text.contains("<dc:source>https://unsplash.com/photos/a?b=c&amp;d=e</dc:source>"))
  }

  @Test func `are downloaded into a folder, and the part is gone`() async throws {
    let path = try await downloader(picture).download(CreditSamples.photo) { _ in }
    let saved = try bytes(path)
    #expect(saved == CreditSamples.changed(picture))
    #expect(try folder.names() == [String(path.dropFirst(folder.path.count + 1))])
    let (old, new) = (try JPEG.decode(picture), try JPEG.decode(saved))
    #expect(old.bytes == new.bytes)
    // The file is found again.
    #expect(try await downloader(picture).download(CreditSamples.photo) { _ in } == path)
  }

  @Test func `are as the service sent them without a style`() async throws {
    let plain = try await downloader(picture, FileStyle()).download(CreditSamples.photo) { _ in }
    #expect(try bytes(plain) == picture)
    var photo = CreditSamples.photo
    photo = Photo(
      id: Photo.ID(service: "vk", value: "1"),
      width: 8,
      height: 8,
      author: photo.author,
      picture: photo.picture,
      pageURL: nil
    )
    #expect(
      CreditSamples.style.credit(of: photo) == nil
        && FileStyle().credit(of: CreditSamples.photo) == nil
    )
    #expect(CreditSamples.style.credit(of: CreditSamples.photo) == CreditSamples.packet)
  }

  @Test func `follow the configuration`() {
    var configuration = Configuration()
    let style = FileStyle(configuration)
    #expect(style.credit(of: CreditSamples.photo) != nil)
    configuration.writesMetadata = false
    #expect(FileStyle(configuration).credit(of: CreditSamples.photo) == nil)
  }

  @Test func `are the same photo with a credit and without`() async throws {
    let bytes = FlatJPEG(24, 8).bytes
    let plain = try await downloader(bytes, FileStyle()).download(CreditSamples.photo) { _ in }
    #expect(try await downloader(bytes).download(CreditSamples.photo) { _ in } == plain)
    #expect(try folder.names().count == 1)
    // A different photo of the same size isn't a duplicate.
    var other = bytes
    other[other.count - 3] ^= 1
    #expect(try await downloader(other).download(CreditSamples.photo) { _ in } != plain)
    #expect(try folder.names().count == 2)
  }

  @Test func `stay as they are if their metadata can't be extended`() async throws {
    let bytes = CreditSamples.file(CreditSamples.xmp("<"))
    let faults = Lock<[CreditFault]>([])
    let path = try await downloader(bytes).download(CreditSamples.photo) { event in
      if case .uncredited(_, let fault) = event { faults.withLock { $0.append(fault) } }
    }
    #expect(try self.bytes(path) == bytes)
    #expect(faults.withLock { $0 } == [.metadata])
    #expect(try folder.names().count == 1)
  }

  @Test func `leave the part as the service sent it until they have their name`() async throws {
    // The copy can't be written, because a folder has its name.
    let name = folder.path + "/" + CreditSamples.style.fileName(of: CreditSamples.photo)
    let hidden = PartFile.hiddenPath(for: name + ".credit")
    #expect(mkdir(hidden, 0o700) == 0)
    let faults = Lock<[CreditFault]>([])
    let path = try await downloader(picture).download(CreditSamples.photo) { event in
      if case .uncredited(_, let fault) = event { faults.withLock { $0.append(fault) } }
    }
    #expect(try bytes(path) == picture && faults.withLock { $0 } == [.disk])
    unlink(path)
    rmdir(hidden)
    // A process was killed after naming the file, before it removed the unfinished file.
    let again = try await downloader(picture).download(CreditSamples.photo) { _ in }
    try Data(picture).write(to: URL(filePath: again + ".part"))
    #expect(try await downloader(picture).download(CreditSamples.photo) { _ in } == again)
    #expect(try folder.names().count == 1)
  }

  @Test func `are saved, and replace an earlier copy`() async throws {
    let saver = DownloadCoordinator.saver(
      service: unsplash(ScriptedTransport("")),
      transport: transport(picture),
      folder: folder.path,
      style: CreditSamples.style
    )
    for _ in 0..<2 {
      let path = try await saver.save(CreditSamples.photo)
      #expect(try bytes(path) == CreditSamples.changed(picture))
    }
    #expect(try folder.names().count == 1)
  }

  @Test func `are copied once, also if the earlier copy has no credit`() async throws {
    let source = folder.path + "/source.jpg"
    try Data(picture).write(to: URL(filePath: source))
    for styles in [
      [FileStyle(), CreditSamples.style], [CreditSamples.style, FileStyle(), CreditSamples.style],
    ] {
      let target = folder.path + "/copies\(styles.count)"
      for style in styles {
        let path = try await PictureCopier(folder: target, style: style)
          .copy(source, of: CreditSamples.photo)
        #expect(path == target + "/ada--_aB3.jpg")
        #expect(
          try bytes(path) == (styles[0] == FileStyle() ? picture : CreditSamples.changed(picture))
        )
      }
    }
    #expect(try bytes(source) == picture)
    try Data(CreditSamples.file(CreditSamples.xmp("<"))).write(to: URL(filePath: source))
    var faults: [CreditFault] = []
    let plain = try await PictureCopier(folder: folder.path + "/plain", style: CreditSamples.style)
      .copy(source, of: CreditSamples.photo) { event in
        if case .uncredited(_, let fault) = event { faults.append(fault) }
      }
    #expect(faults == [.metadata])
    #expect(try bytes(plain) == bytes(source))
  }

  @Test func `come from the gallery, which keeps the service's bytes`() async throws {
    let coordinator = DownloadCoordinator(
      backend: .scripted(unsplash(ScriptedTransport(""))),
      transport: transport(picture),
      store: try Store.open(path: folder.path + "/imagefeed.db", now: 0).store,
      gallery: folder.path + "/gallery",
      pictures: PictureFiles(folder: folder.path + "/pictures", style: CreditSamples.style),
      now: { 0 },
      log: LogLines().logger
    )
    func run(_ destination: Download.Destination) async throws -> String {
      let outcome = try await coordinator.run(
        CreditSamples.photo,
        to: destination,
        from: .feed,
        position: 1
      ) { _ in }
      switch outcome {
      case .saved(let path): return path
      case .downloaded(let entry): return folder.path + "/gallery/" + entry.fileName
      }
    }
    let fetched = try await run(.pictures)
    #expect(try bytes(fetched) == CreditSamples.changed(picture))
    #expect(FileSystem.names(in: folder.path + "/pictures").count == 1)
    unlink(fetched)
    let kept = try await run(.gallery)
    #expect(try bytes(kept) == picture)
    #expect(try bytes(try await run(.pictures)) == CreditSamples.changed(picture))
    #expect(try bytes(kept) == picture)
  }

  @Test(arguments: [true, false])
  func `that are missing are reported after the notice of the save`(hasStore: Bool) async throws {
    let bytes = CreditSamples.file(CreditSamples.xmp("<"))
    let handler = LiveEffectHandler(
      environment: LiveEffectHandler.Environment(
        credentials: TestCredentialStore([]),
        store: hasStore ? try Store.open(path: folder.path + "/a.db", now: 0).store : nil,
        transport: transport(bytes),
        browser: Browser(environment: [:]),
        pictures: PictureFiles(folder: folder.path + "/pictures", style: CreditSamples.style),
        galleryFolder: folder.path + "/gallery",
        wallpapers: WallpaperFolder(folder: folder.path + "/wallpaper"),
        callbackPages: .plain,
        now: { 0 },
        startDemo: { () throws(Problem) in throw Problem(.session, .notConfigured) },
        readConfiguration: { () throws(Problem) in throw Problem(.session, .notConfigured) },
        log: LogLines().logger
      ),
      backend: .scripted(unsplash(ScriptedTransport(""))),
      session: SessionHolder()
    )
    func actions(of effect: Effect) async -> [AppAction] {
      let actions = Lock<[AppAction]>([])
      await handler.perform(effect, of: handler.account) { action in
        actions.withLock { $0.append(action) }
      }
      return actions.withLock { $0 }
    }
    let photo = CreditSamples.photo
    let path = folder.path + "/pictures/ada--_aB3.jpg"
    let saving = await actions(
      of: .downloads(.run(photo, to: .pictures, from: .feed, position: 1))
    )
    let id = DownloadID(photo.id, to: .pictures)
    #expect(saving.contains(.downloads(.ended(id, .success(.saved(path: path))))))
    #expect(saving.last == .savedWithoutCredit(path: path, .metadata))
  }
}

extension XMPPacket {
  /// Returns a property as the packet has it; `nil` if it has none.
  fileprivate subscript(name: String) -> String? {
    guard let start = text.range(of: "<\(name)>"),
      let end = text.range(of: "</\(name)>", range: start.upperBound..<text.endIndex)
    else { return nil }
    let content = text[start.upperBound..<end.lowerBound]
    guard let item = content.range(of: "<rdf:li"),
      let first = content[item.upperBound...].firstIndex(of: ">"),
      let last = content.range(of: "</rdf:li>")
    else { return String(content) }
    return String(content[content.index(after: first)..<last.lowerBound])
  }
}
