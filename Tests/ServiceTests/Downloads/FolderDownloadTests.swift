import FoundationEssentials
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
  width: 8,
  height: 8,
  author: Person(username: "../a\nda", name: "Ada"),
  picture: .derived(from: "https://images.example/photo-1"),
  pageURL: nil
)
private let picture = FlatJPEG(8, 8).bytes

/// Downloads into a folder that the user names.
@Suite(.timeLimit(.hang)) struct FolderDownloadTests {
  private let folder: TemporaryFolder
  private let targets = Lock<[DownloadTarget]>([])

  init() throws { folder = try TemporaryFolder() }

  private func downloader(
    _ bytes: [UInt8] = picture,
    width: Int? = nil,
    free: Int64? = nil,
    meanwhile: @escaping @Sendable (DownloadTarget) -> Void = { _ in }
  ) -> (FolderDownloader, ScriptedTransport) {
    let transport = ScriptedTransport { HTTPResponse(status: 200, url: $0.url, body: bytes) }
    return (
      FolderDownloader(
        PhotoDownloader(
          service: unsplash(ScriptedTransport("")),
          transport: TappedTransport(inner: transport, targets: targets, meanwhile: meanwhile),
          freeSpace: { _ in free }
        ),
        folder: folder.path,
        width: width
      ), transport
    )
  }

  @Test func `files have names that stay in the folder`() async throws {
    let (downloader, _) = downloader()
    let saved = try await downloader.download(photo) { _ in }
    #expect(saved.hasPrefix(folder.path + "/") && saved.hasSuffix("--_aB3.jpg"))
    #expect(try folder.names() == [String(saved.dropFirst(folder.path.count + 1))])
  }

  @Test func `files of another width have it in their name and URL`() async throws {
    let (downloader, transport) = downloader(FlatJPEG(5, 5).bytes, width: 5)
    #expect(try await downloader.download(photo) { _ in }.hasSuffix("--_aB3.5.jpg"))
    #expect(transport.requests.map { $0.url.contains("w=5&") } == [true])
    // There is no width beyond the original's.
    let (whole, _) = self.downloader(width: 9)
    #expect(try await whole.download(photo) { _ in }.hasSuffix("--_aB3.jpg"))
  }

  @Test func `existing files are kept, and photos are requested once`() async throws {
    let (downloader, transport) = downloader()
    let first = try await downloader.download(photo) { _ in }
    #expect(try await downloader.download(photo) { _ in } == first)
    #expect(transport.requests.count == 1)
    // A file of another size belongs to another photo, and a dangling link counts as a name.
    try Data(FlatJPEG(16, 8).bytes).write(to: URL(filePath: first))
    symlink("/nowhere/x", first.dropLast(4) + "-2.jpg")
    #expect(try await downloader.download(photo) { _ in } == first.dropLast(4) + "-3.jpg")
    #expect(try await downloader.download(photo) { _ in } == first.dropLast(4) + "-3.jpg")
    #expect(transport.requests.count == 2)
    #expect(try FileSystem.contents(of: first) == FlatJPEG(16, 8).bytes)
  }

  @Test(arguments: [Array(picture.dropLast(2)), picture + Array(repeating: 0x61, count: 9_000)])
  func `files that end before or after their picture are recognized`(bytes: [UInt8]) async throws {
    let (downloader, transport) = downloader(bytes)
    let first = try await downloader.download(photo) { _ in }
    #expect(try await downloader.download(photo) { _ in } == first)
    #expect(transport.requests.count == 1)
  }

  @Test func `a file created during the download isn't replaced`() async throws {
    let (downloader, _) = downloader { target in
      try? Data("mine".utf8).write(to: URL(filePath: String(target.path.dropLast(".part".count))))
    }
    let failure = await problem { () throws(Problem) in
      _ = try await downloader.download(photo) { _ in }
    }
    #expect(failure?.subject == .save)
    let name = try #require(try folder.names().first { $0.hasSuffix(".jpg") })
    #expect(try FileSystem.contents(of: folder.path + "/" + name) == Array("mine".utf8))
  }

  @Test func `photos of unknown size are recognized by their bytes`() async throws {
    let (downloader, _) = downloader(FlatJPEG(24, 8).bytes)
    let first = try await downloader.download(photo) { _ in }
    #expect(try await downloader.download(photo) { _ in } == first)
    #expect(try folder.names().count == 1)
  }

  @Test func `a full disk leaves only a partial file`() async throws {
    let (full, _) = self.downloader(free: Int64(picture.count) + 1 << 20 - 1)
    let failure = await problem { () throws(Problem) in _ = try await full.download(photo) { _ in }
    }
    guard case .diskFull? = failure?.cause else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(try folder.names().allSatisfy { $0.hasSuffix(".part") })
    let (roomy, _) = self.downloader()
    _ = try await roomy.download(photo) { _ in }
    #expect(try folder.names().count == 1)
  }

  @Test func `a partial file of this version is resumed`() async throws {
    let (downloader, _) = downloader()
    let name = try await downloader.download(photo) { _ in }
    try FileManager.default.removeItem(atPath: name)
    try Data(picture.prefix(40)).write(to: URL(filePath: name + ".part"))
    try #require(FileAttribute("user.imagefeed.tag").set("\"v1\"", of: name + ".part"))
    #expect(try await downloader.download(photo) { _ in } == name)
    #expect(targets.withLock { $0.map(\.tag) } == [nil, "\"v1\""])
    #expect(targets.withLock { $0.allSatisfy(\.isResumable) })
    // The partial file's attribute is removed.
    #expect(FileAttribute("user.imagefeed.tag")[name] == nil)
  }
}

/// A transport that records the targets of downloads before they begin.
private struct TappedTransport: HTTPTransport {
  let inner: ScriptedTransport
  let targets: Lock<[DownloadTarget]>
  let meanwhile: @Sendable (DownloadTarget) -> Void

  func data(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    try await inner.data(request)
  }

  func download(
    _ request: HTTPRequest,
    to target: DownloadTarget,
    began: (@Sendable (DownloadStart) async -> Bool)?,
    progress: @escaping @Sendable (Int64, Int64?) -> Void
  ) async throws(HTTPError) -> HTTPResponse {
    targets.withLock { $0.append(target) }
    meanwhile(target)
    return try await inner.download(request, to: target, began: began, progress: progress)
  }
}
