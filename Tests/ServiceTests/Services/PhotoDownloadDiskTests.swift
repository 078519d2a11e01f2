import Glibc
import HTTP
import Harness
import Model
import Platform
import Testing

@testable import Disk
@testable import Files

private let photo = Photo(
  id: Photo.ID(service: "unsplash", value: "-_aB3"),
  width: 10,
  height: 10,
  author: Person(username: "ada", name: "Ada"),
  picture: .derived(from: "https://images.example/photo-1"),
  pageURL: nil
)
private let picture = FlatJPEG(8, 8).bytes

@Suite(.timeLimit(.hang)) struct `A download and the disk` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/" + PhotoDownloader.fileName(of: photo) }

  private func downloader(
    _ bytes: [UInt8] = picture,
    free: Int64? = nil
  ) -> (PhotoDownloader, ScriptedTransport) {
    let transport = ScriptedTransport { HTTPResponse(status: 200, url: $0.url, body: bytes) }
    return (
      PhotoDownloader(
        service: unsplash(ScriptedTransport("")),
        transport: transport,
        freeSpace: { _ in free }
      ), transport
    )
  }

  private func failure(
    _ downloader: PhotoDownloader,
    to path: String? = nil,
    resuming point: PhotoDownloader.ResumePoint? = nil
  ) async -> Problem? {
    await problem { () throws(Problem) in
      try await downloader.download(
        photo,
        to: path ?? self.path,
        resuming: point,
        isResumable: true
      )
    }
  }

  @Test func `a disk without room for the rest is full before a request is sent`() async throws {
    let needed: Int64 = 5_000_000 + 1 << 20
    let point = PhotoDownloader.ResumePoint(tag: "\"a\"", expected: 5_000_000)
    let (downloader, transport) = downloader(free: needed - 1)
    #expect(
      await failure(downloader, resuming: point) == Problem(.download, .diskFull(path: path))
    )
    #expect(transport.requests.isEmpty)
    #expect(try folder.names() == [])

    // Existing bytes need no room, and the response is small enough.
    _ = try folder.write(String(repeating: "x", count: 1000), to: folder(of: path + ".part"))
    let (other, _) = self.downloader(free: needed - 1000)
    #expect(await failure(other, resuming: point) == nil)
  }

  private func folder(of path: String) -> String { String(path.dropFirst(folder.path.count + 1)) }

  @Test func `a disk without room for the announced size is full before it is written`()
    async throws
  {
    let (downloader, transport) = downloader(free: Int64(picture.count) + 1 << 20 - 1)
    #expect(await failure(downloader) == Problem(.download, .diskFull(path: path)))
    #expect(transport.requests.count == 1)
    #expect(try folder.names() == [])
    let (other, _) = self.downloader(free: Int64(picture.count) + 1 << 20)
    #expect(await failure(other) == nil)
    #expect(try FileSystem.contents(of: path) == picture)
  }

  @Test func `free space is reported`() throws {
    let free = try #require(PhotoDownloader.freeSpace(at: folder.path))
    #expect(free > 0)
    #expect(PhotoDownloader.freeSpace(at: "/nowhere") == nil)
    // A file system without this information.
    #expect(PhotoDownloader.freeSpace(at: "/proc") == nil)
  }

  @Test(
    arguments: [
      (ENOSPC, Problem.Cause.diskFull(path: "P")), (EDQUOT, .diskFull(path: "P")),
      (EACCES, .notPermitted(path: "P")), (EROFS, .readOnly(path: "P")),
      (EFBIG, .disk(path: "P", reason: "File too large")),
    ]
  )
  func `a write error keeps the bytes before, and the photo's path is named`(
    code: Int32,
    cause: Problem.Cause
  ) async throws {
    _ = try folder.write("some", to: folder(of: path + ".part"))
    let transport = ScriptedTransport { _ throws(HTTPError) in
      throw .file(path: "/somewhere/x.part", code: code)
    }
    let downloader = PhotoDownloader(service: unsplash(ScriptedTransport("")), transport: transport)
    let error = await failure(downloader, resuming: .init(tag: "\"a\"", expected: nil))
    let expected: Problem.Cause =
      switch cause {
      case .diskFull: .diskFull(path: path)
      case .notPermitted: .notPermitted(path: path)
      case .readOnly: .readOnly(path: path)
      default: .disk(path: path, reason: "File too large")
      }
    #expect(error == Problem(.download, expected))
    #expect(try folder.text(of: folder(of: path + ".part")) == "some")
  }

  @Test func `if the file can't be renamed, the received bytes are kept`() async throws {
    try #require(mkdir(path, 0o700) == 0)
    let (downloader, _) = downloader()
    #expect(await failure(downloader)?.subject == .download)
    #expect(try FileSystem.contents(of: path + ".part") == picture)
  }

  @Test func `something else in the folder's place is reported`() async throws {
    let file = try folder.write("", to: "file")
    let error = await failure(downloader().0, to: file + "/x.jpg")
    guard case .disk(let path, _)? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.hasPrefix(file))
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func `an unwritable folder is reported`() async throws {
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    let (downloader, transport) = downloader()
    #expect(await failure(downloader) == Problem(.download, .notPermitted(path: path)))
    #expect(transport.requests.isEmpty)
  }

  @Test func `an unwritable place is reported`() async throws {
    let (downloader, transport) = downloader()
    let path = "/sys/kernel/photo.jpg"
    let cause = await failure(downloader, to: path)?.cause
    #expect(cause == .notPermitted(path: path) || cause == .readOnly(path: path))
    #expect(transport.requests.isEmpty)
  }

  /// A disk so small that it is full at once; only root may mount one.
  @Test(.enabled(if: SmallDisk.isAllowed, "root may mount a disk of its own, nobody else"))
  func `after a full disk is freed, the download is resumed`() async throws {
    let disk = try SmallDisk(at: folder.path + "/disk", kilobytes: 64)
    defer { disk.remove() }
    let bytes = picture.dropLast(2) + [UInt8](repeating: 7, count: 2_000_000) + [0xFF, 0xD9]
    let server = try ScriptedServer { connection, request in
      let tag = "ETag: \"a\""
      guard let first = request.header("range").flatMap({ Int($0.dropFirst(6).dropLast()) }) else {
        // Without a length, the size shows only when the disk is full.
        connection.send(connection.head(200, [tag, "Connection: close"], length: nil))
        connection.send(bytes)
        return connection.end()
      }
      let range = "Content-Range: bytes \(first)-\(bytes.count - 1)/\(bytes.count)"
      connection.send(connection.head(206, [tag, range], length: bytes.count - first))
      connection.send(Array(bytes[first...]))
    }
    defer { server.stop() }
    var photo = photo
    photo.picture = .derived(from: server.url + "/photo")
    let path = folder.path + "/disk/photo.jpg"
    let transport = CurlTransport(configuration: .forTests)
    let downloader = PhotoDownloader(service: unsplash(ScriptedTransport("")), transport: transport)
    func failure(_ point: PhotoDownloader.ResumePoint? = nil) async -> Problem? {
      await problem { () throws(Problem) in
        try await downloader.download(photo, to: path, resuming: point, isResumable: true)
      }
    }
    #expect(await failure() == Problem(.download, .diskFull(path: path)))
    #expect(PhotoDownloader.partSize(of: path) == 64 << 10)
    // The announced size is compared with the free space before writing.
    let point = PhotoDownloader.ResumePoint(tag: "\"a\"", expected: nil)
    #expect(await failure(point) == Problem(.download, .diskFull(path: path)))
    #expect(PhotoDownloader.partSize(of: path) == 64 << 10)
    try disk.resize(kilobytes: 8192)
    #expect(await failure(point) == nil)
    #expect(try FileSystem.contents(of: path) == bytes)
    #expect(server.requests.map { $0.header("range") } == [nil, "bytes=65536-", "bytes=65536-"])
    await transport.shutdown()
  }

  @Test func `a link in place of the partial file isn't followed`() async throws {
    let other = try folder.write("precious", to: "other")
    symlink(other, path + ".part")
    #expect(await failure(downloader().0)?.subject == .download)
    #expect(try folder.text(of: "other") == "precious")
  }

  @Test func `a partial file that has another name isn't written`()
    async throws
  {
    let other = try folder.write("precious", to: "other")
    #expect(link(other, path + ".part") == 0)
    #expect(await failure(downloader().0) == nil)
    #expect(try folder.text(of: "other") == "precious")
    #expect(try FileSystem.contents(of: path) == picture)
    // Discarding removes only that name.
    #expect(link(other, path + ".part") == 0)
    try PhotoDownloader.discardPart(of: path)
    #expect(try folder.text(of: "other") == "precious")
    #expect(access(path + ".part", F_OK) != 0)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"), .timeLimit(.hang))
  func `a second name that can't be removed is reported`() async throws {
    let other = try folder.write("precious", to: "other")
    #expect(link(other, path + ".part") == 0)
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    #expect(
      await failure(downloader().0) == Problem(.download, .notPermitted(path: path))
    )
    #expect(try folder.text(of: "other") == "precious")
  }

  @Test func `each photo has one file, with a safe name`() {
    #expect(PhotoDownloader.fileName(of: photo) == "unsplash--_aB3.jpg")
    let strange = Photo(
      id: Photo.ID(service: "unsplash", value: "../a\n"),
      width: 1,
      height: 1,
      author: Person(username: "", name: ""),
      picture: .derived(from: ""),
      pageURL: nil
    )
    #expect(PhotoDownloader.fileName(of: strange) == "unsplash-~2e~2e~2fa~a.jpg")
  }

  @Test func `a partial file is kept only while it can be resumed`() async throws {
    let (downloader, _) = downloader(Array(picture.dropLast(3)))
    #expect(await failure(downloader)?.cause == .truncatedPicture)
    #expect(try folder.names() == [])
  }

  /// Without its end marker, or followed by a film.
  @Test(arguments: [Array(picture.dropLast(2)), picture + Array(repeating: 0x61, count: 9_000)])
  func `a picture whose file ends before or after it is accepted`(bytes: [UInt8]) async throws {
    #expect(await failure(downloader(bytes).0) == nil)
    #expect(try FileSystem.contents(of: path) == bytes)
  }

  @Test func `an unsupported format is named`() async throws {
    let (downloader, _) = downloader(Array("RIFF....WEBPVP8 ".utf8))
    #expect(await failure(downloader)?.cause == .unsupportedPicture(format: "WebP"))
    #expect(try folder.names() == [])
  }

  @Test func `a partial file larger than the limit is removed`() async throws {
    _ = try folder.write("the first bytes", to: PhotoDownloader.fileName(of: photo) + ".part")
    let transport = ScriptedTransport { _ throws(HTTPError) in throw .tooLarge(limit: 9) }
    let downloader = PhotoDownloader(
      service: unsplash(ScriptedTransport("")),
      transport: transport,
      freeSpace: { _ in nil }
    )
    #expect(await failure(downloader)?.cause == .tooLarge(limit: 9))
    #expect(try folder.names() == [])
  }

  @Test func `a file is free for the next download once one has ended`() async throws {
    for _ in 0..<20 {
      #expect(await failure(downloader().0) == nil)
    }
    #expect(try folder.names() == [PhotoDownloader.fileName(of: photo)])
  }
}

/// A disk in memory.
private struct SmallDisk {
  let path: String

  /// Whether one can be mounted here; determined by trying.
  static let isAllowed: Bool = {
    guard geteuid() == 0, let folder = try? TemporaryFolder(),
      let disk = try? SmallDisk(at: folder.path + "/disk", kilobytes: 64)
    else { return false }
    disk.remove()
    return true
  }()

  init(at path: String, kilobytes: Int) throws {
    self.path = path
    mkdir(path, 0o700)
    try Self.run(["mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path])
  }

  func resize(kilobytes: Int) throws {
    try Self.run(["mount", "-o", "remount,size=\(kilobytes)k", path])
  }

  func remove() { try? Self.run(["umount", path]) }

  private struct Failure: Error {
    let status: Int32
  }

  private static func run(_ arguments: [String]) throws {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    let child = try Spawn.start(arguments, environment: [path], output: null, error: null)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    if status != 0 { throw Failure(status: status) }
  }
}
