import Harness
import Logging
import Model
import Platform
import ScriptedService
import ServiceAPI
import Testing

@testable import HTTP

/// The seam for services, by a service that has next to nothing.
@Suite(.timeLimit(.hang)) struct ScriptedSourceTests {
  private func source(_ archive: ScriptedArchive) -> ScriptedSource {
    ScriptedSource(
      archive.url,
      ServiceConnection(
        transport: CurlTransport(configuration: .forTests),
        session: { nil },
        log: Logger(label: "test")
      )
    )
  }

  @Test func `pages are followed by their tokens to the last photo`() async throws {
    let archive = try ScriptedArchive(count: 130)
    defer { archive.stop() }
    var (photos, next, sizes) = ([Photo](), Optional(PageToken.first), [Int]())
    while let token = next {
      let page = try await source(archive).feedPage(token)
      photos += page.photos
      sizes.append(page.photos.count)
      next = page.next
    }
    #expect(photos.map(\.id.value) == (0..<130).map { "s\($0)" })
    #expect(sizes.contains(0) && sizes.contains(7) && sizes.contains(20))
  }

  @Test(arguments: [
    (401, Problem.Cause.forbidden(message: nil)), (403, .forbidden(message: nil)),
    (404, .notFound), (500, .server(status: 500)),
  ])
  func `a status counts before a body of any kind, and is asked for once`(
    status: Int,
    cause: Problem.Cause
  ) async throws {
    let archive = try ScriptedArchive()
    defer { archive.stop() }
    archive.meet(.status(status))
    await #expect(throws: Problem(.feed, cause)) { try await source(archive).feedPage(.first) }
    #expect(archive.paths.count == 1)
  }

  @Test func `a picture's key has no host, no query and no fragment, but its version`() throws {
    for host in ["upload.example", "thumb.example"] {
      let address = PictureAddress(
        url: "https://\(host)/a/b.jpg?utm=\(host)#x",
        version: "7f",
        width: 330
      )
      #expect(address.cacheKey == "/a/b.jpg#7f")
    }
    #expect(PictureAddress(url: "https://a.example/b", version: nil, width: 1).cacheKey == "/b")
  }

  @Test func `pictures come in the service's widths, below the original's`() throws {
    let source = source(try ScriptedArchive())
    let picture = Picture.derived(from: "https://a.example/p")
    for (width, native, url) in [
      (100, 1_500, "https://a.example/p/120"), (121, 1_500, "https://a.example/p/330"),
      (961, 1_500, "https://a.example/p"), (331, 700, "https://a.example/p"),
    ] {
      #expect(source.rendition(of: picture, width: width, native: native)?.url == url)
    }
  }
}
