import Disk
import EffectHandling
import Files
import Glibc
import HTTP
import Harness
import Localization
import Model
import Platform
import ServiceAPI
import Storage
import Testing

@testable import Shell

/// The choice of a wallpaper, in front of a scripted service and a screen of 1000×500 pixels.
@Suite(.timeLimit(.hang)) struct `The choice of a wallpaper` {
  private let folder: TemporaryFolder
  private let programs: StandInPrograms

  init() throws {
    folder = try TemporaryFolder()
    programs = try StandInPrograms(in: folder.path)
    try programs.add("feh")
    try programs.add("xrandr", "echo 'eDP-1 connected primary 1000x500+0+0'")
  }

  /// A photo in a response.
  private struct Sample {
    var id: String
    var width: Int
    var height: Int

    var json: String {
      """
      {"id":"\(id)","width":\(width),"height":\(height),
       "urls":{"raw":"https://images.example/\(id)?ixid=a"},
       "links":{"download_location":"https://api.example/photos/\(id)/download"},
       "user":{"username":"ada","name":"Ada"}}
      """
    }
  }

  /// Returns a service that responds to requests whose URL contains a text.
  ///
  /// Each request for a picture succeeds.
  private func transport(_ responses: [(part: String, photos: [Sample]?)]) -> ScriptedTransport {
    ScriptedTransport { request in
      if request.url.contains("images.example") {
        return HTTPResponse(
          status: 200,
          url: request.url,
          headers: [HTTPHeader("Content-Type", "image/jpeg")],
          body: FlatJPEG(8, 8).bytes
        )
      }
      let photos = responses.first { request.url.contains($0.part) }?.photos
      var headers = [HTTPHeader("Content-Type", "application/json")]
      headers.append(HTTPHeader("X-Total", "65"))
      if request.url.contains("page=1&") {
        headers.append(HTTPHeader("Link", "<https://api.example/x?page=2>; rel=\"next\""))
      }
      let body = photos.map { "[" + $0.map(\.json).joined(separator: ",") + "]" }
      return HTTPResponse(
        status: body == nil ? 404 : 200,
        url: request.url,
        headers: headers,
        body: Array((body ?? #"{"errors":["No photos found."]}"#).utf8)
      )
    }
  }

  private func commands(
    _ transport: ScriptedTransport,
    store: Store? = nil,
    choose: @escaping @Sendable (Int) -> Int = { _ in 0 }
  ) -> WallpaperCommands {
    let holder = SessionHolder()
    holder.current = Session(
      service: "unsplash",
      baseURL: "https://api.example",
      token: Secret("token"),
      username: "ada"
    )
    let context = CommandContext(
      downloads: DownloadCoordinator(
        backend: .scripted(unsplash(transport)),
        transport: transport,
        store: store,
        gallery: folder.path + "/gallery",
        pictures: PictureFiles(folder: nil),
        now: { 1_000 },
        log: LogLines().logger
      ),
      isDemo: false,
      session: holder,
      credentials: TestCredentialStore([]),
      pictureCache: folder.path,
      wallpapers: WallpaperFolder(folder: folder.path + "/shelf"),
      environment: ["PATH": programs.folder, "DISPLAY": ":0"],
      browser: Browser(environment: [:]),
      hasBrowser: false,
      revoke: { _ in }
    )
    return WallpaperCommands(context, choose: choose)
  }

  private func urls(_ transport: ScriptedTransport, with part: String) -> [String] {
    transport.requests.map(\.url).filter { $0.contains(part) }
  }

  private let photos = [
    Sample(id: "tall", width: 4000, height: 6000), Sample(id: "small", width: 900, height: 600),
    Sample(id: "large", width: 6000, height: 4000), Sample(id: "other", width: 6000, height: 4000),
  ]

  @Test func `is large enough for the screen, and downloaded in its size`() async throws {
    let transport = transport([("random", photos)])
    let wallpaper = try await commands(transport).set(.random(.all))
    #expect(wallpaper.photo?.id.value == "large")
    #expect(wallpaper.path == folder.path + "/shelf/wallpaper-unsplash-large.1000.jpg")
    #expect(try urls(transport, with: "/random").at(0).hasSuffix("?count=30&orientation=landscape"))
    let picture = try #require(urls(transport, with: "images.example").first)
    #expect(picture.hasPrefix("https://images.example/large?") && picture.contains("w=1000&"))
    #expect(try programs.calls().last == ["feh", "--bg-fill", wallpaper.path])
  }

  @Test func `is downloaded once in each size`() async throws {
    let transport = transport([("random", [photos[2]])])
    for _ in 0..<2 { _ = try await commands(transport).set(.random(.all)) }
    #expect(urls(transport, with: "images.example").count == 1)
    #expect(urls(transport, with: "random").count == 2)
    // The download is reported once, also without a database.
    #expect(urls(transport, with: "/download").count == 1)
  }

  @Test func `is another one than the last`() async throws {
    let transport = transport([("random", photos)])
    let ids = try await [
      commands(transport).set(.random(.all)), commands(transport).set(.random(.all)),
      commands(transport).set(.random(.all)),
    ].map { $0.photo?.id.value }
    #expect(ids == ["large", "other", "large"])
    // One photo is better than none.
    let single = self.transport([("random", [photos[2]])])
    #expect(try await commands(single).set(.random(.all)).photo?.id.value == "large")
  }

  @Test func `is the original if the photo is smaller than the screen`() async throws {
    let transport = transport([("random", [photos[1]])])
    let wallpaper = try await commands(transport).set(.random(.all), isShown: false)
    #expect(wallpaper.path.hasSuffix("/wallpaper-unsplash-small.jpg"))
    #expect(urls(transport, with: "images.example").allSatisfy { !$0.contains("w=") })
    #expect(try programs.calls().map { $0[0] } == ["xrandr"])
  }

  @Test func `has another orientation only if the user names none`() async throws {
    let transport = transport([("orientation", nil), ("random", [photos[0]])])
    let wallpaper = try await commands(transport).set(.random(.photographer("ada")))
    #expect(wallpaper.photo?.id.value == "tall")
    #expect(
      urls(transport, with: "/random").map { $0.contains("orientation=landscape") } == [
        true, false,
      ]
    )
    #expect(try urls(transport, with: "images.example").at(0).contains("w=1000&"))
    let chosen = self.transport([("orientation=portrait", [photos[2], photos[0]])])
    let upright = try await commands(chosen).set(.random(.all), orientation: .portrait)
    #expect(upright.photo?.id.value == "tall")
    let strict = self.transport([("orientation", nil), ("random", [photos[0]])])
    await #expect(throws: ShellMessage.problem(Problem(.random, .notFound))) {
      try await commands(strict).set(.random(.all), orientation: .squarish)
    }
    #expect(urls(strict, with: "/random").count == 1)
    let missing = self.transport([])
    await #expect(throws: ShellMessage.problem(Problem(.topic, .notFound))) {
      try await commands(missing).set(.random(.topic("gone")))
    }
    #expect(missing.requests.count == 1)
  }

  @Test func `can be any of the favourites`() async throws {
    let pages = [("page=1&", [photos[1]]), ("page=65", [photos[0], photos[2]])]
    let transport = transport(pages.map { ($0.0, $0.1) })
    // The last of 65, of which a page has one.
    let wallpaper = try await commands(transport) { $0 - 1 }.set(.favourites)
    #expect(wallpaper.photo?.id.value == "large")
    #expect(urls(transport, with: "/likes").count == 2)
    let first = self.transport(pages.map { ($0.0, $0.1) })
    #expect(try await commands(first).set(.favourites).photo?.id.value == "small")
    #expect(urls(first, with: "/likes").count == 1)
    await #expect(throws: ShellMessage.noFavourites(.squarish)) {
      try await commands(first).set(.favourites, orientation: .squarish)
    }
    let none = self.transport([("likes", [])])
    await #expect(throws: ShellMessage.noFavourites(nil)) {
      try await commands(none).set(.favourites)
    }
  }

  @Test func `from a gallery that can't be read fails with the reason`() async throws {
    let store = try Store.open(path: folder.path + "/imagefeed.db", now: 0).store
    let commands = self.commands(transport([]), store: store)
    await #expect(throws: ShellMessage.noGalleryPhotos(nil)) {
      try await commands.set(.gallery)
    }
    try await store.save(entry(barePhoto("tall"), time: 1), needsReport: false)
    await #expect(throws: ShellMessage.noGalleryPhotos(nil)) {
      try await commands.set(.gallery)
    }
    // A link that leads to itself.
    let gallery = folder.path + "/gallery"
    #expect(symlink(gallery, gallery) == 0)
    let cause = Problem.Cause(errno: ELOOP, path: gallery + "/tall.jpg")
    await #expect(throws: ShellMessage.problem(Problem(.gallery, cause))) {
      try await commands.set(.gallery)
    }
  }

  @Test func `is refused before anything is requested if there is no desktop`() async throws {
    let transport = transport([("random", photos)])
    unlink(programs.folder + "/feh")
    await #expect(throws: ShellMessage.wallpaper(.noDesktop)) {
      try await commands(transport).set(.random(.all))
    }
    #expect(transport.requests.isEmpty)
    #expect(ShellMessage.wallpaper(.noDesktop).status == .failed)
  }
}
