import FoundationEssentials
import Glibc
import Testing

@testable import Runtime

/// A start that ends without a word is one whose mark is let go of by the system.
@Suite struct `The mark of a start` {
  private let folder = try! TemporaryFolder()
  private var path: String { folder.path + "/state/imagefeed/start" }

  /// A start that dies before its first frame.
  private func die() -> StartMark.Caution { StartMark(path: path).caution }

  @Test func `has the next starts do without more, until one is well`() {
    #expect(die() == .nothing)
    #expect(die() == .cache)
    #expect(die() == .database)
    #expect(die() == .database)
    let well = StartMark(path: path)
    well.firstFrameShown()
    well.finish()
    #expect(die() == .nothing)
  }

  @Test func `is gone once the first frame is out, however the program then ends`() {
    do {
      let killed = StartMark(path: path)
      killed.firstFrameShown()
    }
    #expect(die() == .nothing)
  }

  @Test func `is gone where the program ends in order without a frame`() {
    StartMark(path: path).finish()
    #expect(die() == .nothing)
  }

  @Test func `of one program is not taken for a failure by another that starts beside it`() throws {
    let first = StartMark(path: path)
    let second = StartMark(path: path)
    #expect(second.caution == .nothing)
    second.firstFrameShown()
    second.finish()
    // The first one's is as it was.
    #expect(try folder.text(of: "state/imagefeed/start") == "0")
    first.finish()
    #expect(die() == .nothing)
  }

  @Test func `that no version has written stands for a failure`() throws {
    _ = try folder.write("?", to: "state/imagefeed/start")
    #expect(die() == .cache)
  }

  @Test func `is not written under another name that its file has`() throws {
    let other = try folder.write("precious", to: "state/imagefeed/other")
    #expect(link(other, path) == 0)
    let mark = StartMark(path: path)
    mark.firstFrameShown()
    mark.finish()
    #expect(try folder.text(of: "state/imagefeed/other") == "precious")
    #expect(die() == .nothing)
    #expect(die() == .cache)
  }

  @Test(arguments: ["fifo", "folder", "link", "file in the way"])
  func `is done without where there cannot be one`(obstacle: String) throws {
    _ = try folder.write("", to: "state/imagefeed/other")
    switch obstacle {
    case "fifo": #expect(mkfifo(path, 0o600) == 0)
    case "folder": #expect(mkdir(path, 0o700) == 0)
    case "link": #expect(symlink(folder.path + "/state/imagefeed/other", path) == 0)
    default: break
    }
    let inTheWay = obstacle == "file in the way"
    let mark = StartMark(path: inTheWay ? folder.path + "/state/imagefeed/other/start" : path)
    mark.firstFrameShown()
    mark.finish()
    #expect(mark.caution == .nothing)
    #expect(try folder.text(of: "state/imagefeed/other") == "")
  }
}
