import Canvas
import Foundation
import Glibc
import Platform
import Terminal
import Testing

/// Pictures sent through tmux, which drops them if the pane is hidden.
extension TerminalTests {
  private static let media = [GraphicsMedium.sharedMemory, .temporaryFile]

  private static func rig(_ medium: GraphicsMedium) throws -> GraphicsRig {
    let rig = try GraphicsRig(.kitty, medium: medium, envelope: { $0 })
    rig.model.isInTmux = true
    return rig
  }

  private static let photos = [
    TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10)),
    TestPhoto("b", Rect(x: 30, y: 1, width: 19, height: 10)),
  ]

  @Test(arguments: media)
  func `images dropped while the pane is hidden are sent when it is visible`(
    medium: GraphicsMedium
  ) throws {
    let rig = try Self.rig(medium)
    rig.show([])
    rig.model.isHidden = true
    rig.show(Self.photos)
    #expect(rig.terminal.storedImages.isEmpty && rig.model.images.isEmpty)
    #expect(rig.mismatch(Self.photos, isWhole: false) == nil)
    // Even after a long time, images are sent within two seconds.
    rig.pass(.seconds(3600))
    #expect(rig.model.images.isEmpty)
    let looks = rig.looks
    rig.pass(.seconds(60))
    #expect(rig.looks - looks < 60 * 2 * 6)
    rig.model.isHidden = false
    rig.pass(.seconds(2))
    #expect(rig.terminal.needsFrame)
    rig.show(Self.photos)
    #expect(rig.mismatch(Self.photos) == nil && rig.model.images.count == 2)
    #expect(rig.terminal.pixelDeadline == nil)
    #expect(rig.model.leftovers == [])
  }

  @Test(arguments: media)
  func `images that are no longer needed aren't offered forever`(medium: GraphicsMedium) throws {
    let rig = try Self.rig(medium)
    rig.show([])
    rig.model.isHidden = true
    rig.show(Self.photos)
    rig.show([])
    rig.pass(.seconds(10))
    #expect(rig.terminal.pixelDeadline == nil && rig.model.leftovers == [])
    rig.model.isHidden = false
    rig.show(Self.photos)
    #expect(rig.mismatch(Self.photos) == nil)
  }

  @Test(arguments: media)
  func `a terminal that is merely slow receives each image once`(medium: GraphicsMedium) throws {
    let rig = try Self.rig(medium)
    rig.show([])
    // It takes more than a second for each write.
    rig.delay = .milliseconds(1200)
    rig.show(Self.photos)
    rig.pass(.seconds(20))
    rig.show(Self.photos)
    rig.pass(.seconds(20))
    rig.show(Self.photos)
    #expect(rig.mismatch(Self.photos) == nil && rig.model.images.count == 2)
    #expect(rig.terminal.pixelDeadline == nil && rig.model.leftovers == [])
  }

  @Test(arguments: media + [.direct])
  func `a repaint resends what may be lost`(medium: GraphicsMedium) throws {
    let rig = try Self.rig(medium)
    rig.show(Self.photos)
    #expect(rig.mismatch(Self.photos) == nil)
    // Simulates another terminal.
    rig.model.loseImages()
    #expect(rig.mismatch(Self.photos) != nil)
    rig.show(Self.photos, fullRepaint: true)
    #expect(rig.mismatch(Self.photos) == nil && rig.model.images.count == 2)
    // The same terminal receives none of them twice.
    rig.show(Self.photos, fullRepaint: true)
    #expect(rig.mismatch(Self.photos) == nil && rig.model.images.count == 2)
  }

  @Test func `a repaint sends no pixels if tmux isn't in between`() throws {
    let rig = try GraphicsRig(.kitty)
    rig.show(Self.photos)
    rig.show(Self.photos, fullRepaint: true)
    #expect(rig.mismatch(Self.photos) == nil && rig.model.sent.values.allSatisfy { $0 == 1 })
  }

  @Test(arguments: media + [.direct])
  func `images don't share a write with a switch of the screen`(medium: GraphicsMedium) throws {
    let rig = try Self.rig(medium)
    rig.show(Self.photos)
    rig.terminal.suspend()
    rig.take()
    try rig.terminal.resume()
    rig.show(Self.photos)
    #expect(rig.mismatch(Self.photos) == nil && rig.model.images.count == 2)
  }

  @Test func `an image too large for tmux stays symbols`() throws {
    let rig = try GraphicsRig(.kitty, envelope: { $0.count > 500 ? [] : $0 })
    let photo = TestPhoto("a", Rect(x: 3, y: 1, width: 20, height: 10), weight: 300)
    rig.show([photo])
    #expect(rig.mismatch([photo]) == nil)
  }

  @Test func `a client that attaches to tmux is noticed`() throws {
    let socket = FileManager.default.temporaryDirectory.path + "/imagefeed-\(UUID().uuidString)"
    defer { unlink(socket) }
    #expect(FileManager.default.createFile(atPath: socket, contents: nil))
    chmod(socket, 0o660)
    let rig = try Rig(environment: ["TMUX": "\(socket),123,0"])
    rig.terminal.beginProbe()
    #expect(rig.terminal.attachmentDescriptor >= 0 && !rig.terminal.isAttachedAnew())
    chmod(socket, 0o770)
    var watched = pollfd(fd: rig.terminal.attachmentDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&watched, 1, 0) == 1)
    #expect(rig.terminal.isAttachedAnew() && !rig.terminal.isAttachedAnew())
    // No client is attached.
    chmod(socket, 0o660)
    #expect(!rig.terminal.isAttachedAnew())
  }
}
