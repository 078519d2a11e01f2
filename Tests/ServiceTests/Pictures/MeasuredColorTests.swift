import AppCore
import Canvas
import Imaging
import Model
import Platform
import Testing

@testable import Runtime
@testable import Pictures

/// The colours that the store reports for photos without one.
@Suite(.timeLimit(.hang)) struct MeasuredPictureTests {
  private final class Told: Sendable {
    private let all = Lock<[(mean: Color?, main: [Color])]>([])
    let rests: AsyncStream<Void>
    let store: PictureStore
    let transport = StubTransport()

    init() {
      let (rests, rest) = AsyncStream.makeStream(of: Void.self)
      self.rests = rests
      var configuration = PictureStore.Configuration(
        output: PictureOutput(symbols: SymbolOptions())
      )
      let all = all
      configuration.measured = { _, mean, main in all.withLock { $0.append((mean, main)) } }
      store = PictureStore(
        configuration: configuration,
        transport: transport,
        pool: ImagingPool(threads: 1),
        locate: { request, width in
          guard case .derived(let address) = request.picture else { return nil }
          let bucket = width <= 100 ? 100 : 400
          return PictureLocation(
            url: "\(address)?w=\(bucket)",
            cacheKey: "\(bucket)",
            width: bucket
          )
        },
        report: { _ in },
        onIdle: { rest.yield() }
      )
    }

    /// The mean colours.
    var means: [Color] { all.withLock { $0.compactMap(\.mean) } }
    var main: [[Color]] { all.withLock { $0.map(\.main) } }

    func show(_ box: Size, color: UInt32?) async {
      store.setRequests(
        visible: [
          PictureRequest(
            id: PictureKey(.photo(Photo.ID(service: "vk", value: "1_2")), .thumbnail),
            picture: .derived(from: "https://pictures.example/a"),
            size: Size(1600, 1200),
            color: color,
            box: box
          )
        ],
        ahead: []
      )
      for await _ in rests where store.isIdle { return }
    }
  }

  @Test func `the mean colour is reported once, whatever is drawn of the picture`() async throws {
    let told = Told()
    let file = try JPEG.encode(
      Bitmap(width: 40, height: 30, color: Color(red: 200, green: 100, blue: 40)),
      quality: 95
    )
    for width in [100, 400] {
      told.transport.answer("https://pictures.example/a?w=\(width)", body: file)
    }
    await told.show(Size(16, 6), color: nil)
    await told.show(Size(60, 20), color: nil)
    let color = try #require(told.means.first).raw
    #expect(told.means.count == 1 && told.main.count == 1 && told.main[0].count == 1)
    for (shift, expected) in [(16, 200), (8, 100), (0, 40)] {
      #expect(abs(Int(color >> UInt32(shift) & 0xFF) - expected) <= 3)
    }
  }

  @Test func `no mean colour is reported if the service sends one`() async throws {
    let told = Told()
    told.transport.answer(
      "https://pictures.example/a?w=100",
      body: try JPEG.encode(Bitmap(width: 40, height: 30, color: Color(0x808080)), quality: 95)
    )
    await told.show(Size(16, 6), color: 0x808080)
    #expect(told.means.isEmpty && told.main == [[Color(0x80_8080)]])
  }

  @Test func `each colour has the nearest one that can be searched for`() {
    for color in SearchQuery.Color.allCases {
      #expect(SearchQuery.Color.nearest(to: color.shown) == color)
    }
    let samples: [(UInt32, SearchQuery.Color)] = [
      (0x1D_3F9E, .blue), (0xC8_1010, .red), (0x0A_8C8C, .teal), (0x2E_7D32, .green),
      (0xFF_C107, .yellow), (0x08_0808, .black), (0x7A_7A7C, .blackAndWhite), (0xF4_F4F0, .white),
    ]
    for (color, expected) in samples {
      #expect(SearchQuery.Color.nearest(to: Color(color)) == expected)
    }
  }
}
