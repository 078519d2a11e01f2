import AppCore
import Model
import Platform
import Testing

@testable import EffectHandling

@Suite(.timeLimit(.hang)) struct DownloadLockTests {
  @Test func `one task at a time works on a download`() async {
    let turns = DownloadLock()
    let id = DownloadID(Photo.ID(service: "unsplash", value: "p"))
    let working = Lock((now: 0, most: 0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          await turns.acquire(id)
          working.withLock { working in
            working.now += 1
            working.most = max(working.most, working.now)
          }
          await Task.yield()
          working.withLock { $0.now -= 1 }
          turns.release(id)
        }
      }
    }
    #expect(working.withLock { $0.most } == 1)
  }
}
