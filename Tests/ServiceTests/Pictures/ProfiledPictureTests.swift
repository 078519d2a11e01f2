import Canvas
import Foundation
import Testing

@testable import Pictures

/// Pictures with a colour profile, for terminals that decode files themselves.
extension PictureStoreTests {
  @Test(arguments: ["no-profile", "display-p3", "four-inks"])
  func `iTerm2 receives a file unchanged only if its colours need no conversion`(
    name: String
  ) async throws {
    let file = try Data(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/\(name).jpg")
    )
    let harness = Harness()
    harness.transport.answer("https://pictures.example/a?w=400", body: Array(file))
    harness.store.use(Self.output(.iterm2))
    var request = Self.request("a", box: Size(40, 15))
    request.visibleParts = [Rect(x: 0, y: 0, width: 40, height: 15)]
    harness.store.setRequests(visible: [request], ahead: [])
    await harness.rest()
    let image = try #require(Self.pieces(harness, request).first?.image)
    let isUnchanged = Data(base64Encoded: Data(image.bytes)) == file
    #expect(isUnchanged == (name == "no-profile"))
  }
}
