import Canvas
import Foundation
import Harness
import Platform
import Terminal
import Testing

/// The transfer of pictures to a terminal with kitty's protocol.
extension TerminalTests {
  @Test func `on a slow terminal a frame waits for at most one chunk of a picture`() throws {
    let rig = try GraphicsRig(.kitty)
    let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10), weight: 400_000)
    rig.frame(rig.canvas([photo]), [photo])
    // The terminal accepts 1000 bytes, and then nothing for a while.
    var takes = true
    rig.tty.beforeWrite = {
      rig.tty.writeLimit = takes ? 1000 : 0
      takes.toggle()
    }
    for step in 0..<50 {
      let canvas = rig.canvas([photo]) { $0.draw("key \(step)", at: Point(30, 5)) }
      var waited = 0
      while rig.terminal.hasPendingOutput {
        rig.terminal.flushOutput()
        waited += 1
      }
      #expect(waited < 12)
      let statistics = rig.terminal.present(
        canvas,
        pictures: [rig.picture(photo, 0, canvas)],
        modes: plain
      )
      #expect(!statistics.isDeferred)
      while rig.terminal.hasPendingOutput { rig.terminal.flushOutput() }
      // A chunk is started but not finished.
      rig.terminal.flushOutput()
    }
    rig.tty.beforeWrite = nil
    rig.tty.writeLimit = .max
    rig.take()
    #expect(rig.model.violations == [] && rig.model.sent.isEmpty)
    rig.show([photo])
    #expect(rig.mismatch([photo]) == nil && rig.model.sent == [photo.pixels: 1])
  }

  @Test func `no write between frames is longer than a chunk`() throws {
    let rig = try GraphicsRig(.kitty)
    let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10), weight: 100_000)
    rig.frame(rig.canvas([photo]), [photo])
    var pieces = 0
    while rig.terminal.needsOutput {
      rig.terminal.flushOutput()
      #expect(rig.tty.output.count < 4200)
      pieces += 1
      rig.take()
    }
    #expect(pieces == 26)
  }

  @Test func `pictures that are no longer needed aren't started`() throws {
    let rig = try GraphicsRig(.kitty)
    let photos = (0..<5).map {
      TestPhoto("\($0)", Rect(x: 1 + $0 * 10, y: 1, width: 9 - $0, height: 5), weight: 50_000)
    }
    rig.frame(rig.canvas(photos), photos)
    rig.terminal.flushOutput()
    let rest = Array(photos[3...])
    rig.frame(rig.canvas(rest), rest)
    rig.send()
    #expect(Set(rig.model.sent.keys) == Set([photos[0], photos[3], photos[4]].map(\.pixels)))
    #expect(rig.model.violations == [])
  }

  @Test func `a picture's arrival is awaited by its key alone`() throws {
    let rig = try GraphicsRig(.kitty)
    let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10))
    let canvas = rig.canvas([photo])
    rig.frame(canvas, [photo])
    var shown = rig.picture(photo, 0, canvas)
    let image = PixelImage(key: photo.key, encoding: .deflatedBase64, bytes: [])
    shown.pixels = .placed(image, source: photo.whole, isPanned: false)
    _ = rig.terminal.present(canvas, pictures: [shown], modes: plain)
    rig.send()
    _ = rig.terminal.present(canvas, pictures: [shown], modes: plain)
    rig.take()
    #expect(rig.mismatch([photo]) == nil)
  }

  @Test(arguments: [GraphicsMedium.sharedMemory, .temporaryFile])
  func `pixels are passed in shared memory or files`(medium: GraphicsMedium) throws {
    let rig = try GraphicsRig(.kitty, medium: medium)
    let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10))
    let canvas = rig.canvas([photo])
    let rgb = (0..<photo.pixels.width * photo.pixels.height * 3).map {
      UInt8(truncatingIfNeeded: $0)
    }
    var shown = rig.picture(photo, 0, canvas)
    let image = PixelImage(key: photo.key, encoding: .rgb, bytes: rgb)
    shown.pixels = .placed(image, source: photo.whole, isPanned: false)
    let statistics = rig.terminal.present(canvas, pictures: [shown], modes: plain)
    rig.take()
    // The picture is in the first frame, without a frame of symbols before it.
    #expect(rig.mismatch([photo]) == nil && statistics.graphicsBytes < 400)
    let handover = try #require(rig.model.handovers.first)
    let path = medium == .sharedMemory ? "/dev/shm" + handover.name : handover.name
    #expect(handover.medium == (medium == .sharedMemory ? "s" : "t"))
    if medium == .temporaryFile { #expect(path.contains("tty-graphics-protocol")) }
    #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == rgb)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // This terminal hasn't read it.
    rig.terminal.close()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `pixels of killed programs are deleted from shared memory`() throws {
    // Process IDs are smaller than this.
    let tag = String(UInt32.random(in: 0 ... .max), radix: 36)
    let path = "/dev/shm/imagefeed-\(pid_t.max)-\(tag)-1"
    try old(path)
    defer { unlink(path) }
    let watch = try FileWatch("/dev/shm")
    _ = try GraphicsRig(.kitty, medium: .sharedMemory)
    try eventually("\(path) is deleted", pause: watch.wait) {
      FileManager.default.fileExists(atPath: path) ? nil : ()
    }
  }

  @Test func `pixels of running programs and other files stay`() throws {
    let folder = NSTemporaryDirectory() + "imagefeed-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ended = "a-\(pid_t.max)-z9-1"
    let others = [
      "a-\(getpid())-z9-1", "a-\(pid_t.max)", "a-\(pid_t.max)-1", "a-\(pid_t.max)-backup-x",
      "a-\(pid_t.max)-z9-1-1", "a-x-z9-1", "a--z9-1", "a-0-z9-1", "b-\(pid_t.max)-z9-1",
    ]
    for name in [ended] + others { try old(folder + "/" + name) }
    let new = "a-\(pid_t.max)-z9-2"
    try Data().write(to: URL(fileURLWithPath: folder + "/" + new))
    let link = "a-\(pid_t.max)-z9-3"
    symlink(ended, folder + "/" + link)
    PixelLeftovers.remove(in: folder, prefix: "a-")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(left) == Set(others + [new, link]))
  }

  /// Creates a file that was written a day ago.
  private func old(_ path: String) throws {
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
    let date = Date(timeIntervalSinceNow: -86_400)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }

  @Test func `raw pixels are sent through the terminal if there is no other way`() throws {
    let rig = try GraphicsRig(.kitty)
    let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 2, height: 1))
    let canvas = rig.canvas([photo])
    var shown = rig.picture(photo, 0, canvas)
    let image = PixelImage(key: photo.key, encoding: .rgb, bytes: Array(repeating: 1, count: 1200))
    shown.pixels = .placed(image, source: photo.whole, isPanned: false)
    for _ in 0..<2 {
      _ = rig.terminal.present(canvas, pictures: [shown], modes: plain)
      rig.send()
    }
    #expect(rig.mismatch([photo]) == nil)
  }

  @Test func `every command is wrapped separately`() throws {
    // tmux unwraps this: the escapes inside are doubled.
    let envelope = { (code: [UInt8]) -> [UInt8] in
      var bytes = Array("\u{1B}Ptmux;".utf8)
      for byte in code { bytes += byte == 0x1B ? [byte, byte] : [byte] }
      return bytes + Array("\u{1B}\\".utf8)
    }
    let rig = try GraphicsRig(.kitty, envelope: envelope)
    let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10), weight: 10_000)
    var output: [UInt8] = []
    rig.frame(rig.canvas([photo]), [photo])
    rig.terminal.updatePixels(at: .now + .seconds(1))
    while rig.terminal.needsOutput { rig.terminal.flushOutput() }
    rig.terminal.close()
    output = rig.tty.output
    let text = String(decoding: output, as: UTF8.self)
    let wrapped = text.components(separatedBy: "\u{1B}Ptmux;").dropFirst().map {
      $0.components(separatedBy: "\u{1B}\u{1B}\\\u{1B}\\")[0]
    }
    #expect(wrapped.count == 7)
    #expect(wrapped.filter { $0.hasPrefix("\u{1B}\u{1B}_G") }.count == 6)
    #expect(!text.replacingOccurrences(of: "\u{1B}\u{1B}_G", with: "").contains("\u{1B}_G"))
  }
}
