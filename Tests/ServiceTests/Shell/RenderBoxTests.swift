import Canvas
import Testing

@testable import Shell

/// The box that `imagefeed render` draws into.
@Suite struct RenderBoxTests {
  @Test func `without a size a picture fills the terminal except for the prompt's row`() {
    let terminal = Size(120, 40)
    #expect(RenderJob.box(nil, in: terminal, columns: 80) == Size(120, 39))
    #expect(RenderJob.box(nil, in: Size(9, 1), columns: 80) == Size(9, 1))
    #expect(RenderJob.box(nil, in: nil, columns: 80) == Size(80, 23))
    #expect(RenderJob.box("30x10", in: terminal, columns: 80) == Size(30, 10))
    #expect(RenderJob.box("big", in: terminal, columns: 80) == nil)
  }

  @Test func `a file alone is sufficient`() {
    #expect(RenderJob(plain: ["photo.jpg"]) != nil)
    #expect(RenderJob(plain: ["photo.jpg", "--cell", "9x18"]) != nil)
    #expect(RenderJob(plain: ["--help"]) == nil)
  }
}
