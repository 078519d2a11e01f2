import Canvas
import Dispatch
import Foundation
import Glibc
import Platform
import Testing

@testable import Imaging

@Suite struct RenderTests {
  @Test(arguments: [
    (Size(3000, 2000), Size(100, 33)), (Size(2000, 3000), Size(53, 40)),
    (Size(1000, 1000), Size(80, 40)), (Size(4000, 10), Size(100, 1)), (Size(1, 1), Size(80, 40)),
    (Size(10, 4000), Size(1, 40)),
  ])
  func `a picture touches two sides of its box`(picture: Size, expected: Size) throws {
    #expect(try Render.fit(picture, into: Size(100, 40), cellAspect: 0.5) == expected)
  }

  @Test func `boxes without cells are refused`() throws {
    #expect(throws: ImagingError.badSize) {
      try Render.fit(Size(10, 10), into: Size(0, 10), cellAspect: 0.5)
    }
  }

  @Test(arguments: [Size(0, 10), Size(10, 0), Size(0, 0)])
  func `pictures without pixels are refused`(picture: Size) throws {
    #expect(throws: ImagingError.badSize) {
      try Render.fit(picture, into: Size(100, 40), cellAspect: 0.5)
    }
  }

  @Test func `colours are set on change and reset at the end of lines`() {
    let red = Color(0xFF0000)
    let blue = Color(0x0000FF)
    let grid = SymbolGrid(
      columns: 3,
      rows: 2,
      symbols: [
        .init(scalar: 0x2584, foreground: red, background: blue),
        .init(scalar: 0x2584, foreground: red, background: blue),
        // A space has no foreground, so its colour doesn't matter.
        .init(scalar: 0x20, foreground: Color(0x123456), background: blue),
        .init(scalar: 0x2588, foreground: blue, background: Color(0x123456)),
        .init(scalar: 0x41, foreground: blue, background: .standard),
        .init(scalar: 0x41, foreground: red, background: .standard),
      ]
    )
    #expect(
      text(grid, .trueColor) == """
        \u{1B}[38;2;255;0;0;48;2;0;0;255m▄▄ \u{1B}[0m
        \u{1B}[38;2;0;0;255m█A\u{1B}[38;2;255;0;0mA\u{1B}[0m

        """
    )
    #expect(
      text(grid, .palette256) == """
        \u{1B}[38;5;196;48;5;21m▄▄ \u{1B}[0m
        \u{1B}[38;5;21m█A\u{1B}[38;5;196mA\u{1B}[0m

        """
    )
    #expect(
      text(grid, .palette16) == "\u{1B}[91;104m▄▄ \u{1B}[0m\n\u{1B}[94m█A\u{1B}[91mA\u{1B}[0m\n"
    )
    #expect(text(grid, .monochrome) == "▄▄ \n█AA\n")
  }

  @Test func `a file becomes lines of the box's size`() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "imagefeed-render-\(UUID().uuidString).jpg").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let jpeg = try JPEG.encode(Pictures.fourColors(width: 640, height: 480), quality: 80)
    try Data(jpeg).write(to: URL(filePath: path))
    let options = SymbolOptions(colors: .monochrome, symbols: .ascii)
    let bytes = try Render.file(path, box: Size(40, 40), options: options)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 15)
    #expect(lines.allSatisfy { $0.count == 40 })
    #expect(try Render.jpeg(jpeg, box: Size(40, 40), options: options) == bytes)
  }

  @Test func `a file that becomes shorter while it is read is damaged`() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "imagefeed-render-\(UUID().uuidString).jpg").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let jpeg = try JPEG.encode(Pictures.textured(width: 2000, height: 1500), quality: 95)
    try Data(jpeg).write(to: URL(filePath: path))
    let isDone = Lock(false)
    let writer = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while !isDone.withLock({ $0 }) {
        truncate(path, off_t(jpeg.count / 3))
        try? Data(jpeg).write(to: URL(filePath: path))
      }
      writer.signal()
    }
    let box = Size(40, 40)
    for round in 0..<60 {
      do throws(ImagingError) {
        switch round % 3 {
        case 0: _ = try Render.file(path, box: box)
        case 1: _ = try Render.pixels(file: path, box: box, cell: (10, 20), as: .rgb)
        default: _ = try JPEG.check(file: path)
        }
      } catch {
        let isDamage = if case .corrupt = error { true } else { error == .truncated }
        #expect(isDamage, "\(error)")
      }
    }
    isDone.withLock { $0 = true }
    writer.wait()
  }

  @Test func `files are closed, whatever they contain`() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "imagefeed-render-\(UUID().uuidString).jpg").path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let jpeg = try JPEG.encode(Pictures.fourColors(width: 64, height: 48), quality: 80)
    for bytes in [jpeg, Array(jpeg.dropLast(20)), [0xFF, 0xD8], [1], []] {
      try Data(bytes).write(to: URL(filePath: path))
      _ = try? Render.file(path, box: Size(10, 10))
      _ = try? JPEG.check(file: path)
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }
      #expect(open.isEmpty, "\(bytes.count) bytes")
    }
  }

  @Test func `a missing file is named`() {
    #expect(throws: ImagingError.file(path: "/nowhere/at-all.jpg", errno: ENOENT)) {
      try Render.file("/nowhere/at-all.jpg", box: Size(10, 10))
    }
    #expect(throws: ImagingError.file(path: "/", errno: EISDIR)) {
      try Render.file("/", box: Size(10, 10))
    }
  }

  private func text(_ grid: SymbolGrid, _ colors: ColorDepth) -> String {
    String(decoding: Render.ansi(grid, colors: colors), as: UTF8.self)
  }
}
