import Foundation
import Glibc
import HTTP
import Harness
import Model
import Platform
import Testing

@testable import Disk
@testable import Files
@testable import EffectHandling
@testable import Unsplash

@Suite(.timeLimit(.hang)) struct `The browser` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Creates an executable that appends its arguments to `calls` and exits with a status.
  private func script(_ name: String, status: Int) throws -> String {
    let path = try folder.write(
      "#!/bin/sh\nfor a in \"$@\"; do echo \"\(name):$a\" >> '\(folder.path)/calls'; done\n"
        + "exit \(status)\n",
      to: name
    )
    makeExecutable(path)
    return path
  }

  private func browser(_ list: String) -> Browser {
    Browser(
      environment: ["BROWSER": list, "PATH": folder.path],
      watchDuration: .seconds(600)
    )
  }

  @Test func `the browser receives the page as one argument, without a shell`() async throws {
    let page: WebPage = "https://example.org/?a=1&b=~#c"
    let path = try script("first", status: 0)
    try await browser(path).open(page)
    #expect(try folder.text(of: "calls") == "first:\(page.text)\n")
  }

  @Test func `the next browser of the list is used if one fails or is missing`() async throws {
    let failing = try script("failing", status: 3)
    let working = try script("working", status: 0)
    try await browser("/nowhere/x:\(failing):\(working) --new %s -x").open("https://u/r%l")
    #expect(
      try folder.text(of: "calls")
        == "failing:https://u/r%l\nworking:--new\nworking:https://u/r%l\nworking:-x\n"
    )
  }

  @Test func `a browser may have a space in its path`() async throws {
    let path = try script("my browser", status: 0)
    try await browser(path).open("https://u/")
    #expect(try folder.text(of: "calls") == "my browser:https://u/\n")
  }

  @Test func `the desktop's own browser is used if no other is named`() {
    #expect(Browser(environment: [:]).commands(for: "https://u/") == [["xdg-open", "https://u/"]])
    #expect(
      Browser(environment: ["BROWSER": "a -b::c=%s"]).commands(for: "https://u/")
        == [["a", "-b", "https://u/"], ["c=https://u/"], ["xdg-open", "https://u/"]]
    )
  }

  @Test func `the browser's name is known only if there is a browser`() throws {
    let path = ["PATH": folder.path]
    #expect(Browser(environment: path).name == nil)
    #expect(Browser(environment: path.merging(["BROWSER": ""]) { $1 }).name == nil)
    #expect(Browser(environment: path.merging(["BROWSER": "w3m"]) { $1 }).name == "w3m")
    _ = try script("xdg-open", status: 0)
    #expect(Browser(environment: path).name == "xdg-open")
  }

  @Test func `a browser that fails is a problem with its name`() async throws {
    let path = try script("failing", status: 1)
    // The desktop's command is looked up only in the test's folder.
    let error = await problem { () throws(Problem) in
      try await Browser(
        environment: ["BROWSER": "\(path):/nowhere/y"],
        watchDuration: .seconds(600)
      )
      .open("https://u/")
    }
    #expect(error?.subject == .browser)
    guard case .commandFailed? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a browser that keeps running hasn't failed, and is reaped when it ends`() async throws
  {
    let fifo = folder.path + "/fifo"
    mkfifo(fifo, 0o600)
    let path = try folder.write("#!/bin/sh\necho $$ > '\(fifo)'\nread x < '\(fifo)'\n", to: "stays")
    makeExecutable(path)
    let browser = Browser(environment: ["BROWSER": path], watchDuration: .milliseconds(1))
    async let opened: Void = browser.open("https://u/")
    let pid = try #require(
      pid_t(String(decoding: try read(fifo), as: UTF8.self).filter(\.isNumber))
    )
    try await opened
    #expect(kill(pid, 0) == 0)
    let writer = Glibc.open(fifo, O_WRONLY)
    write(writer, "x\n", 2)
    close(writer)
    // A zombie would still receive signals.
    while kill(pid, 0) == 0 {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  private func read(_ path: String) throws -> [UInt8] {
    let pipe = try #require(FileHandle(forReadingAtPath: path))
    return [UInt8](try pipe.readToEnd() ?? Data())
  }
}

@Suite(.timeLimit(.hang)) struct `Saving a photo` {
  private let folder: TemporaryFolder
  private let photo = Photo(
    id: Photo.ID(service: "unsplash", value: "-_aB3"),
    width: 10,
    height: 10,
    author: Person(username: "ada", name: "Ada"),
    picture: .derived(from: "https://images.example/photo-1?ixid=abc"),
    pageURL: "https://example/photos/x",
    downloadLocation: "https://api.example/photos/x/download?ixid=abc"
  )
  private static let picture = FlatJPEG(8, 8).bytes

  init() throws { folder = try TemporaryFolder() }

  private func saver(
    _ transport: ScriptedTransport,
    api: ScriptedTransport = ScriptedTransport("{}"),
    log: LogLines = LogLines(),
    folder name: String? = nil
  ) -> DownloadCoordinator {
    var configuration = UnsplashConfiguration()
    configuration.apiURL = "https://api.example"
    let service = UnsplashService(
      configuration,
      transport: api,
      session: { nil },
      log: log.logger
    )
    return .saver(
      service: service,
      transport: transport,
      folder: name ?? folder.path + "/Pictures",
      log: log
    )
  }

  private static func transport(_ bytes: [UInt8], status: Int = 200) -> ScriptedTransport {
    ScriptedTransport { HTTPResponse(status: status, url: $0.url, body: bytes) }
  }

  @Test func `a photo is saved in full resolution, named after the photographer and its ID`()
    async throws
  {
    let transport = Self.transport(Self.picture)
    let progress = Lock<[PhotoDownloader.Progress]>([])
    let path = try await saver(transport).save(photo) { event in
      if case .progressed(let step) = event { progress.withLock { $0.append(step) } }
    }

    #expect(path == folder.path + "/Pictures/ada--_aB3.jpg")
    #expect(try FileSystem.contents(of: path) == Self.picture)
    #expect(
      transport.requests.map(\.url) == ["https://images.example/photo-1?ixid=abc&q=85&fm=jpg"]
    )
    #expect(transport.requests.first?.authorization == nil)
    #expect(
      progress.withLock { $0 } == [
        PhotoDownloader.Progress(
          received: Int64(Self.picture.count),
          expected: Int64(Self.picture.count)
        )
      ]
    )
    #expect(try folder.names() == ["Pictures"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Pictures")
        == ["ada--_aB3.jpg"]
    )
  }

  @Test func `files of killed programs are replaced, but no running download`()
    async throws
  {
    let old = try folder.write("?", to: "Pictures/.eve-x.jpg.8f00ba5eba11cafe.part")
    #expect(utimensat(AT_FDCWD, old, [timespec(), timespec()], 0) == 0)
    let names = [
      ".ada--_aB3.jpg.part", ".eve-x.jpg.c0ffee0000000001.part", ".notes.8f00ba5eba11cafe.part",
    ]
    for name in names { _ = try folder.write("?", to: "Pictures/" + name) }
    let notes = try folder.path + "/Pictures/" + names.at(2)
    #expect(utimensat(AT_FDCWD, notes, [timespec(), timespec()], 0) == 0)
    _ = try await saver(Self.transport(Self.picture)).save(photo)
    let left = FileSystem.names(in: folder.path + "/Pictures")
    #expect(try left == [names.at(2), names.at(1), "ada--_aB3.jpg"].sorted())
  }

  @Test func `a photo too large to be shown is kept`() async throws {
    var file = FlatJPEG(12_000, 8_400)
    (file.isProgressive, file.sampling) = (true, FlatJPEG.halved)
    let path = try await saver(Self.transport(file.bytes)).save(photo)
    #expect(try FileSystem.contents(of: path) == file.bytes)
  }

  @Test func `the service is notified once, without waiting for it`() async throws {
    let (calls, call) = AsyncStream.makeStream(of: String.self)
    let api = ScriptedTransport { request in
      call.yield(request.url)
      return HTTPResponse(status: 200, url: request.url, body: Array("{}".utf8))
    }
    _ = try await saver(Self.transport(Self.picture), api: api).save(photo)
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == photo.downloadLocation)
    #expect(api.requests.count == 1)
  }

  @Test func `a photo stays saved if the service can't be notified`() async throws {
    let (calls, call) = AsyncStream.makeStream(of: Void.self)
    let api = ScriptedTransport { request throws(HTTPError) in
      call.yield()
      throw .connectionRefused(host: "api.example")
    }
    let path = try await saver(Self.transport(Self.picture), api: api).save(photo)
    var iterator = calls.makeAsyncIterator()
    await iterator.next()
    #expect(access(path, F_OK) == 0)
  }

  @Test func `an earlier copy of the same photo is replaced`() async throws {
    let path = folder.path + "/Pictures/ada--_aB3.jpg"
    _ = try folder.write("old", to: "Pictures/ada--_aB3.jpg")
    _ = try await saver(Self.transport(Self.picture)).save(photo)
    #expect(try FileSystem.contents(of: path) == Self.picture)
  }

  @Test(
    arguments: [
      (
        200, Array("<!doctype html><p>no".utf8),
        Problem.Cause.htmlInsteadOfData(host: "images.example")
      ),
      (200, [0x89, 0x50, 0x4E, 0x47], .undecodablePicture),
      (200, [], .undecodablePicture),
      // Four bytes and no more, no pixels, no frame, too few bytes for the pixels.
      (200, [0xFF, 0xD8, 0xFF, 0xD9], .undecodablePicture),
      (200, FlatJPEG(0, 0).bytes, .undecodablePicture),
      (200, FlatJPEG(8, 0).bytes, .undecodablePicture),
      (200, [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3, 0xFF, 0xD9], .undecodablePicture),
      (200, FlatJPEG.progressiveBomb.bytes, .undecodablePicture),
      (200, FlatJPEG.scanBomb.bytes, .undecodablePicture),
      (200, Array(Self.picture.dropLast(3)), .truncatedPicture),
      (404, [], .notFound), (403, [], .forbidden(message: nil)), (500, [], .server(status: 500)),
      (429, [], .tooManyRequests(minutes: nil)), (302, [], .unexpectedStatus(302)),
    ]
  )
  func `an incomplete picture leaves nothing and notifies no service`(
    status: Int,
    bytes: [UInt8],
    cause: Problem.Cause
  ) async throws {
    let api = ScriptedTransport("{}")
    let saver = saver(Self.transport(bytes, status: status), api: api)
    let error = await problem { () throws(Problem) in try await saver.save(photo) }
    #expect(error == Problem(.save, cause))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Pictures").isEmpty
    )
    #expect(api.requests.isEmpty)
  }

  @Test func `an unusable folder is named`() async throws {
    let file = try folder.write("", to: "file")
    let saver = saver(Self.transport(Self.picture), folder: file + "/Pictures")
    let error = await problem { () throws(Problem) in try await saver.save(photo) }
    guard case .disk(let path, _)? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.hasPrefix(file))
  }

  @Test(
    arguments: [
      ("ada", "abc", "ada-abc.jpg"), ("-rf", "_x", "_-rf-_x.jpg"), ("", "x", "_-x.jpg"),
      ("../../etc", "a/b", "______etc-a~2fb.jpg"), ("a\u{1b}[2J\n", "é", "a__2J_-~c3~a9.jpg"),
    ]
  )
  func `a saved photo has a safe name`(author: String, id: String, name: String) {
    var photo = Photo(
      id: Photo.ID(service: "unsplash", value: id),
      width: 1,
      height: 1,
      author: Person(username: author, name: "x"),
      picture: .derived(from: ""),
      pageURL: nil
    )
    photo.author.username = author
    #expect(FileStyle().fileName(of: photo) == name)
  }
}
