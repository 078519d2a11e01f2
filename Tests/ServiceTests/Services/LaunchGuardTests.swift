import FoundationEssentials
import Glibc
import Testing

@testable import Runtime

/// A start that ends without a word is one whose mark is let go of by the system.
@Suite struct `The mark of a start` {
  private let folder = try! TemporaryFolder()
  private var path: String { folder.path + "/state/imagefeed/start" }

  /// A start that dies before its first frame.
  private func die() -> LaunchGuard.SafeMode { LaunchGuard(path: path).safeMode }

  @Test func `has the next starts do without more, until one is well`() {
    #expect(die() == .off)
    #expect(die() == .skipCache)
    #expect(die() == .skipDatabase)
    #expect(die() == .skipDatabase)
    let well = LaunchGuard(path: path)
    well.firstFrameShown()
    well.finish()
    #expect(die() == .off)
  }

  @Test func `is gone once the first frame is out, however the program then ends`() {
    do {
      let killed = LaunchGuard(path: path)
      killed.firstFrameShown()
    }
    #expect(die() == .off)
  }

  @Test func `is gone where the program ends in order without a frame`() {
    LaunchGuard(path: path).finish()
    #expect(die() == .off)
  }

  @Test func `of one program is not taken for a failure by another that starts beside it`() throws {
    let first = LaunchGuard(path: path)
    let second = LaunchGuard(path: path)
    #expect(second.safeMode == .off)
    second.firstFrameShown()
    second.finish()
    // The first one's is as it was.
    #expect(try folder.text(of: "state/imagefeed/start") == "0")
    first.finish()
    #expect(die() == .off)
  }

  @Test func `that no version has written stands for a failure`() throws {
    _ = try folder.write("?", to: "state/imagefeed/start")
    #expect(die() == .skipCache)
  }

  @Test func `is not written under another name that its file has`() throws {
    let other = try folder.write("precious", to: "state/imagefeed/other")
    #expect(link(other, path) == 0)
    let mark = LaunchGuard(path: path)
    mark.firstFrameShown()
    mark.finish()
    #expect(try folder.text(of: "state/imagefeed/other") == "precious")
    #expect(die() == .off)
    #expect(die() == .skipCache)
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
    let mark = LaunchGuard(path: inTheWay ? folder.path + "/state/imagefeed/other/start" : path)
    mark.firstFrameShown()
    mark.finish()
    #expect(mark.safeMode == .off)
    #expect(try folder.text(of: "state/imagefeed/other") == "")
  }
}
