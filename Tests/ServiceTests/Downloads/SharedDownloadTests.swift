import AppCore
import DemoControl
import DemoServer
import EffectHandling
import FoundationEssentials
import Glibc
import Model
import Platform
import Storage
import Testing

@testable import Disk
@testable import Files

/// Two programs that download the same photo.
@Suite(.serialized, .timeLimit(.hang)) struct `A download in another window` {
  /// A download that another one causes to wait.
  private final class Second: Sendable {
    let task: Task<Result<DownloadOutcome, Problem>, Never>
    private let waits: AsyncStream<Void>

    init(_ rig: DownloadRig, _ destination: Download.Destination = .gallery) {
      let (waits, wait) = AsyncStream.makeStream(of: Void.self)
      self.waits = waits
      task = Task {
        // The test must not wait for a download that doesn't wait.
        defer { wait.finish() }
        do throws(Problem) {
          return .success(try await rig.run(destination) { wait.yield() })
        } catch {
          return .failure(error)
        }
      }
    }

    func waitUntilItWaits() async { for await _ in waits { break } }
  }

  /// Begins a download that stops after its request.
  private func held(
    _ rig: DownloadRig,
    _ destination: Download.Destination = .gallery
  ) async throws -> Task<Problem?, Never> {
    try rig.world.setFault("hold@image")
    let first = Task {
      await problem { () throws(Problem) in try await rig.run(destination) }
    }
    try await rig.world.server.waitUntilHeld(.image)
    return first
  }

  private func letGo(_ rig: DownloadRig) {
    rig.world.server.setFaults(.none)
    rig.world.server.release()
  }

  @Test func `a second download waits without interfering, and finds the file`() async throws {
    try await DownloadRig.run { rig in
      let first = try await held(rig)
      let rows = try await rig.store.downloads()
      let second = Second(rig)
      await second.waitUntilItWaits()
      try await rig.coordinator.discard(rig.photo, to: .gallery)
      _ = try await rig.coordinator.restore()
      #expect(try await rig.store.downloads() == rows)
      let served = rig.world.server.served(rig.photo.id.value)
      letGo(rig)
      #expect(await first.value == nil)
      let outcome = try await second.task.value.get()
      #expect(try await outcome == .downloaded(#require(rig.store.gallery().first)))
      #expect(rig.world.server.served(rig.photo.id.value) - served == rig.file.count)
      #expect(try rig.names("data/gallery") == [rig.name])
      #expect(try await rig.store.downloads().isEmpty)
    }
  }

  @Test func `a file completed by another program is found in the pictures folder too`()
    async throws
  {
    try await DownloadRig.run { rig in
      let saved = rig.folder.path + "/pictures/" + FileStyle().fileName(of: rig.photo)
      let first = try await held(rig, .pictures)
      let second = Second(rig, .pictures)
      await second.waitUntilItWaits()
      let served = rig.world.server.served(rig.photo.id.value)
      letGo(rig)
      #expect(await first.value == nil)
      #expect(try await second.task.value.get() == .saved(path: saved))
      #expect(rig.world.server.served(rig.photo.id.value) - served == rig.file.count)
      #expect(try rig.names("pictures") == [FileStyle().fileName(of: rig.photo)])
    }
  }

  @Test(arguments: [Download.Destination.gallery, .pictures])
  func `an abandoned download is taken over`(destination: Download.Destination) async throws {
    try await DownloadRig.run { rig in
      let first = try await held(rig, destination)
      let second = Second(rig, destination)
      await second.waitUntilItWaits()
      rig.world.server.setFaults(.none)
      first.cancel()
      #expect(await first.value?.cause == .transfer(host: "", reason: "cancelled"))
      let outcome = try await second.task.value.get()
      switch outcome {
      case .downloaded(let entry): #expect(destination == .gallery && entry.hash == rig.hash)
      case .saved(let path): #expect(try FileSystem.contents(of: path) == rig.file)
      }
      #expect(try await rig.store.downloads().isEmpty)
    }
  }

  @Test func `a download that stopped half-way is resumed`() async throws {
    try await DownloadRig.run { rig in
      let before = rig.world.server.served(rig.photo.id.value)
      try rig.world.setFault("bandwidth=\(rig.file.count)@image")
      let (steps, step) = AsyncStream.makeStream(of: Int64.self)
      let first = Task {
        await problem { () throws(Problem) in
          try await rig.coordinator.run(rig.photo, to: .gallery, from: .feed, position: 1) {
            step.yield($0.received)
          }
        }
      }
      for await received in steps where received >= rig.file.count / 4 { break }
      let second = Second(rig)
      await second.waitUntilItWaits()
      first.cancel()
      _ = await first.value
      guard case .downloaded(let entry) = try await second.task.value.get() else { return }
      #expect(entry.hash == rig.hash)
      // One or two pieces may have been sent to the first one.
      let served = rig.world.server.served(rig.photo.id.value) - before
      #expect(served < rig.file.count * 5 / 4)
    }
  }

  @Test func `cancelling the waiting ends it`() async throws {
    try await DownloadRig.run { rig in
      let first = try await held(rig)
      let second = Second(rig)
      await second.waitUntilItWaits()
      second.task.cancel()
      // The first one still runs.
      let cancelled = Problem(.download, .transfer(host: "", reason: "cancelled"))
      #expect(await second.task.value == .failure(cancelled))
      letGo(rig)
      #expect(await first.value == nil)
    }
  }
}
