import FoundationEssentials
import FuzzTargets
import Testing

/// The inputs that `make fuzz` begins with, and those that once failed.
@Suite(.timeLimit(.hang)) struct `Fuzz inputs` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/Fuzz")

  @Test(arguments: FuzzTargets.all.keys.sorted())
  func `every input keeps its target's promises`(name: String) async throws {
    let make = try #require(FuzzTargets.all[name])
    let target = try make()
    let folder = Self.folder.appending(path: name)
    let inputs = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    #expect(!inputs.isEmpty)
    var broken: [String] = []
    for input in inputs {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: input)))
      do throws(Finding) {
        try await target.run(bytes)
      } catch {
        broken.append(input + ": " + error.description)
      }
    }
    #expect(broken.isEmpty)
  }

  @Test func `every target has inputs, and all inputs a target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    #expect(folders.sorted() == FuzzTargets.all.keys.sorted())
  }
}
