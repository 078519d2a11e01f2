import FoundationEssentials
import Glibc
import Testing

@testable import Runtime

/// A launch that crashes: the system releases the lock of its mark.
@Suite struct `The launch mark` {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/state/imagefeed/start" }

  init() throws { folder = try TemporaryFolder() }

  /// Simulates a launch that crashes before its first frame.
  private func die() -> LaunchGuard.SafeMode { LaunchGuard(path: path).safeMode }

  @Test func `successive crashes skip more, until a launch succeeds`() {
    #expect(die() == .off)
    #expect(die() == .skipCache)
    #expect(die() == .skipDatabase)
    #expect(die() == .skipDatabase)
    let well = LaunchGuard(path: path)
    well.firstFrameShown()
    well.finish()
    #expect(die() == .off)
  }

  @Test func `the mark is removed after the first frame, however the program ends`() {
    do {
      let killed = LaunchGuard(path: path)
      killed.firstFrameShown()
    }
    #expect(die() == .off)
  }

  @Test func `the mark is removed if the program exits normally without a frame`() {
    LaunchGuard(path: path).finish()
    #expect(die() == .off)
  }

  @Test func `a running program's mark isn't taken for a crash by another program`() throws {
    let first = LaunchGuard(path: path)
    let second = LaunchGuard(path: path)
    #expect(second.safeMode == .off)
    second.firstFrameShown()
    second.finish()
    // The first one's mark is unchanged.
    #expect(try folder.text(of: "state/imagefeed/start") == "0")
    first.finish()
    #expect(die() == .off)
  }

  @Test func `an unknown mark counts as a crash`() throws {
    _ = try folder.write("?", to: "state/imagefeed/start")
    #expect(die() == .skipCache)
  }

  @Test func `the mark isn't written to a file that has another name`() throws {
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
  func `the program runs without a mark if there can't be one`(obstacle: String) throws {
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
