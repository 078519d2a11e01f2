import Canvas
import Pictures
import Platform
import Testing

@Suite(.timeLimit(.hang)) struct PictureLocationTests {
  @Test func `a picture's URL is built once for each width`() async throws {
    let harness = PictureStoreTests.Harness()
    let names = (0..<8).map { "\($0)" }
    for (name, width) in names.flatMap({ name in [100, 400].map { (name, $0) } }) {
      harness.transport.answer(
        "https://pictures.example/\(name)?w=\(width)",
        body: try PictureStoreTests.jpeg(width: width, height: width * 3 / 4)
      )
    }
    // Each picture is drawn twice, and each drawing checks the next needs of all.
    for (box, total) in [(Size(16, 6), 8), (Size(40, 15), 16)] {
      let requests = names.map { PictureStoreTests.request($0, box: box) }
      harness.store.setRequests(visible: requests, ahead: [])
      await harness.rest()
      #expect(harness.located.withLock { $0 } == total)
      for request in requests {
        #expect(harness.symbols(for: request).columns == box.width)
      }
    }
    // The URL of a picture that wasn't requested for a while is built again.
    harness.store.setRequests(visible: [], ahead: [])
    harness.store.setRequests(
      visible: [PictureStoreTests.request("0", box: Size(40, 15))],
      ahead: []
    )
    #expect(harness.located.withLock { $0 } == 17)
  }
}
