import AppCore
import Files
import FoundationEssentials
import HTTP
import Harness
import Model
import Platform
import Storage
import Testing

@testable import EffectHandling
@testable import Shell

/// The wallpaper that the program sets, in front of stand-ins for the desktop's programs.
@Suite(.timeLimit(.hang)) struct `A wallpaper set by the program` {
  private static let gnome = ["XDG_CURRENT_DESKTOP": "GNOME"]
  private static let own = "'file:///usr/mine.png'"

  private let folder: TemporaryFolder
  private let programs: StandInPrograms
  private let wallpapers: WallpaperFolder
  private let store: Store
  private let picture = FlatJPEG(8, 8).bytes
  private let photo = Self.photo(Photo.ID(service: "unsplash", value: "abc"))

  init() throws {
    folder = try TemporaryFolder()
    programs = try StandInPrograms(in: folder.path)
    wallpapers = WallpaperFolder(folder: folder.path + "/shelf")
    store = try Store.open(path: folder.path + "/imagefeed.db", now: 0).store
  }

  private static func photo(_ id: Photo.ID) -> Photo {
    Photo(
      id: id,
      width: 6000,
      height: 4000,
      author: Person(username: "ada", name: "Ada"),
      picture: .derived(from: "https://images.example/abc"),
      pageURL: nil,
      downloadLocation: "https://api.example/photos/abc/download"
    )
  }

  private func transport(reports: Int = 200) -> ScriptedTransport {
    ScriptedTransport { [picture] request in
      let isPicture = request.url.contains("images.example")
      return HTTPResponse(
        status: isPicture ? 200 : reports,
        url: request.url,
        body: isPicture ? picture : Array("{}".utf8)
      )
    }
  }

  /// Sets a photo with the program's effect, and returns the action that it sends.
  private func set(
    _ photo: Photo,
    _ transport: ScriptedTransport,
    _ session: [String: String] = gnome
  ) async -> AppAction? {
    let environment = session.merging(["PATH": programs.folder]) { $1 }
    let handler = LiveEffectHandler(
      environment: LiveEffectHandler.Environment(
        credentials: TestCredentialStore([]),
        store: store,
        transport: transport,
        browser: Browser(environment: [:]),
        sharer: PhotoSharer(environment: environment),
        pictures: PictureFiles(folder: nil),
        galleryFolder: folder.path + "/gallery",
        wallpapers: wallpapers,
        callbackPages: .plain,
        now: { 0 },
        startDemo: { () throws(Problem) in throw Problem(.session, .notConfigured) },
        readConfiguration: { () throws(Problem) in throw Problem(.session, .notConfigured) },
        log: LogLines().logger
      ),
      backend: .scripted(unsplash(transport)),
      session: SessionHolder()
    )
    let actions = Lock<[AppAction]>([])
    await handler.perform(.share(.setWallpaper(photo)), of: handler.account) { action in
      actions.withLock { $0.append(action) }
    }
    return actions.withLock { $0.count == 1 ? $0[0] : nil }
  }

  private func undo() async throws {
    let context = CommandContext(
      downloads: .saver(
        service: unsplash(ScriptedTransport("")),
        transport: ScriptedTransport(""),
        folder: "/nowhere"
      ),
      isDemo: false,
      session: SessionHolder(),
      credentials: TestCredentialStore([]),
      pictureCache: "/nowhere",
      wallpapers: wallpapers,
      environment: Self.gnome.merging(["PATH": programs.folder]) { $1 },
      browser: Browser(environment: [:]),
      hasBrowser: false,
      revoke: { _ in }
    )
    try await WallpaperCommands(context).undo()
  }

  private func urls(_ transport: ScriptedTransport, _ part: String) -> [String] {
    transport.requests.map(\.url).filter { $0.contains(part) }
  }

  private static let done = AppAction.share(.finished(.wallpaper, .success(.wallpaperSet)))

  private static func failed(_ problem: Problem) -> AppAction {
    .share(.finished(.wallpaper, .failure(problem)))
  }

  @Test func `is reverted by the command, which brings back the user's own`() async throws {
    try programs.addSettings(["picture-uri": Self.own, "picture-options": "'zoom'"])
    let transport = transport()
    for _ in 0..<2 { #expect(await set(photo, transport) == Self.done) }
    let file = try #require(try wallpapers.lastFile(of: .gnome))
    #expect(file.hasPrefix("wallpaper-unsplash-abc."))
    #expect(try programs.setting("picture-uri").hasSuffix("/shelf/\(file)'"))
    #expect(try Data(contentsOf: URL(filePath: wallpapers.path(of: file))) == Data(picture))
    // The file is downloaded and reported once.
    #expect(urls(transport, "images.example").count == 1)
    #expect(urls(transport, "/download").count == 1)
    try await undo()
    #expect(try programs.setting("picture-uri") == Self.own)
  }

  @Test func `is the gallery's file if it is whole, and otherwise a download`() async throws {
    try programs.addSettings(["picture-uri": Self.own, "picture-options": "'zoom'"])
    var kept = entry(photo, time: 1)
    kept.size = Int64(picture.count)
    try await store.save(kept, needsReport: false)
    let path = folder.path + "/gallery/" + kept.fileName
    _ = try folder.write("", to: "gallery/" + kept.fileName)
    try Data(picture).write(to: URL(filePath: path))
    let transport = transport()
    #expect(await set(photo, transport) == Self.done)
    #expect(transport.requests.isEmpty)
    #expect(try wallpapers.lastFile(of: .gnome) == "wallpaper-unsplash-abc.jpg")
    try await undo()
    #expect(try programs.setting("picture-uri") == Self.own)
    try Data("damaged".utf8).write(to: URL(filePath: path))
    #expect(await set(photo, transport) == Self.done)
    #expect(urls(transport, "images.example").count == 1)
  }

  @Test func `of a service that isn't in use needs the gallery's file`() async throws {
    try programs.addSettings(["picture-uri": Self.own, "picture-options": "'zoom'"])
    let other = Self.photo(Photo.ID(service: "vk", value: "1_2"))
    try await store.save(entry(other, time: 1), needsReport: false)
    let path = folder.path + "/gallery/1_2.jpg"
    let transport = transport()
    #expect(
      await set(other, transport) == Self.failed(Problem(.wallpaper, .missingFile(path: path)))
    )
    _ = try folder.write("damaged", to: "gallery/1_2.jpg")
    #expect(await set(other, transport) == Self.failed(Problem(.wallpaper, .truncatedPicture)))
    #expect(transport.requests.isEmpty)
    #expect(try programs.setting("picture-uri") == Self.own)
  }

  @Test func `stays as it was if the download fails, and a failed report is stored`() async throws {
    try programs.addSettings(["picture-uri": Self.own, "picture-options": "'zoom'"])
    let gone = ScriptedTransport { HTTPResponse(status: 404, url: $0.url, body: []) }
    #expect(await set(photo, gone) == Self.failed(Problem(.download, .notFound)))
    #expect(try programs.setting("picture-uri") == Self.own)
    #expect(try await store.pendingReports(of: "unsplash").isEmpty)
    #expect(await set(photo, transport(reports: 500)) == Self.done)
    #expect(try await store.pendingReports(of: "unsplash").map(\.id) == [photo.id])
  }

  @Test func `is a problem if the desktop's program fails or is missing`() async throws {
    let x11 = ["DISPLAY": ":0"]
    let missing = Problem(.wallpaper, .noProgram(name: "feh"))
    #expect(await set(photo, transport(), x11) == Self.failed(missing))
    try programs.add("feh", "exit 1")
    let failed = Problem(.wallpaper, .commandFailed(command: "feh"))
    #expect(await set(photo, transport(), x11) == Self.failed(failed))
    #expect(Problem(WallpaperFailure.timedOut(program: "feh")) == failed)
    let kde = await set(photo, transport(), ["XDG_CURRENT_DESKTOP": "KDE"])
    #expect(kde == Self.failed(Problem(.wallpaper, .noProgram(name: "dbus-send"))))
  }
}
