import Canvas
import FoundationEssentials
import Glibc
import Imaging
import Model
import Testing

@testable import Pictures

/// The cached symbols that the next run's first frame is made of.
extension PictureStoreTests {
  private func grid(_ columns: Int, _ rows: Int, scalar: UInt32 = 0x259A) -> SymbolGrid {
    SymbolGrid(
      columns: columns,
      rows: rows,
      symbols: (0..<UInt32(columns * rows)).map {
        SymbolGrid.Symbol(scalar: scalar, foreground: Color($0 * 77), background: .standard)
      }
    )
  }

  @Test func `drawn pictures are unchanged on disk`() throws {
    let folder = try TemporaryFolder()
    var drawn = DrawnPictures()
    drawn.add(grid(7, 3), for: "фото|7x3")
    drawn.add(grid(1, 1, scalar: 0x20), for: "")
    drawn.write(to: folder.path)
    let read = DrawnPictures(from: folder.path)
    #expect(read == drawn)
    #expect(read.grid(for: "фото|7x3", Size(7, 3)) == grid(7, 3))
    #expect(read.grid(for: "фото|7x3", Size(3, 7)) == grid(7, 3).reshaped(3, 7))
    #expect(read.grid(for: "фото|7x3", Size(7, 4)) == nil)
    #expect(read.grid(for: "another", Size(7, 3)) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["first-screen"])
  }

  @Test func `a damaged or truncated file is ignored`() throws {
    let folder = try TemporaryFolder()
    #expect(DrawnPictures(from: folder.path) == DrawnPictures())
    var drawn = DrawnPictures()
    drawn.add(grid(4, 2), for: "key")
    drawn.write(to: folder.path)
    let path = folder.path + "/first-screen"
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x10
      try Data(damaged).write(to: URL(filePath: path))
      #expect(DrawnPictures(from: folder.path) == DrawnPictures(), "byte \(index)")
      try Data(bytes[..<index]).write(to: URL(filePath: path))
      #expect(DrawnPictures(from: folder.path) == DrawnPictures(), "\(index) bytes")
    }
  }

  @Test(arguments: [0x1B, 0x0A, 0x9B, 0xD800, 0x11_0000, 0x300, 0x4E00])
  func `a character that isn't a symbol of one column isn't shown`(scalar: UInt32) throws {
    let folder = try TemporaryFolder()
    var drawn = DrawnPictures()
    drawn.add(grid(2, 2, scalar: scalar), for: "key")
    drawn.add(grid(2, 2), for: "another")
    drawn.write(to: folder.path)
    let read = DrawnPictures(from: folder.path)
    #expect(read.grid(for: "key", Size(2, 2)) == nil)
    #expect(read.grid(for: "another", Size(2, 2)) == grid(2, 2))
  }

  @Test func `a launch shows the pictures drawn earlier, and reads no files`() async throws {
    let disk = try Disk()
    disk.keep("a", width: 100, try Self.jpeg())
    let requests = [Self.request("a"), Self.request("b")]
    let first = Harness(cache: disk.cache())
    first.store.setRequests(visible: [requests[0]], ahead: [])
    await first.rest()
    let output = PictureOutput(symbols: SymbolOptions())
    let drawn = first.store.drawn(requests, for: output)
    #expect(drawn.symbols.count == 1)

    // The file is missing, so nothing can be decoded.
    #expect(unlink(disk.folder + "/" + PictureFileCache.name(of: Self.url("a", 100))) == 0)
    let second = Harness(cache: disk.cache())
    #expect(!second.store.restore(drawn, for: requests))
    #expect(second.store.restore(drawn, for: [requests[0]]))
    second.store.setRequests(visible: [requests[0]], ahead: [])
    let statuses = await second.statuses(of: requests[0].id) { $0 == .thumbnail }
    #expect(statuses == [.color, .thumbnail])
    #expect(second.symbols(for: requests[0]) == first.symbols(for: requests[0]))
    #expect(second.store.isIdle && second.transport.asked == [])
  }

  @Test func `pictures drawn for another terminal or box aren't used`() async throws {
    let disk = try Disk()
    disk.keep("a", width: 100, try Self.jpeg())
    let first = Harness(cache: disk.cache())
    first.store.setRequests(visible: [Self.request("a")], ahead: [])
    await first.rest()
    let other = PictureOutput(symbols: SymbolOptions(symbols: .sextants))
    #expect(first.store.drawn([Self.request("a")], for: other) == DrawnPictures())
    let output = PictureOutput(symbols: SymbolOptions())
    let drawn = first.store.drawn([Self.request("a")], for: output)
    for request in [Self.request("a", box: Size(6, 16)), Self.request("a", turns: 2)] {
      let second = Harness()
      #expect(!second.store.restore(drawn, for: [request]))
      #expect(second.symbols(for: request) == .filled(request.box, request.filler))
    }
    let third = Harness()
    third.store.use(other)
    #expect(!third.store.restore(drawn, for: [Self.request("a")]))
    #expect(third.symbols(for: Self.request("a")) == .filled(Size(16, 6), Self.request("a").filler))
  }
}

extension SymbolGrid {
  /// Returns the same symbols in another box with the same number of cells.
  fileprivate func reshaped(_ columns: Int, _ rows: Int) -> SymbolGrid {
    SymbolGrid(columns: columns, rows: rows, symbols: symbols)
  }
}
