import DemoControl
import DemoServer
import Foundation
import Harness
import Model
import Testing

/// The photos that are included with the program, as files.
@Suite struct BundledPhotoTests {
  @Test func `every photo exists, in the size that its description says`() throws {
    let photos = try BundledPhoto.all(in: Demo.photos)
    #expect(photos.count == 39)
    for photo in photos {
      #expect(FileManager.default.isReadableFile(atPath: photo.path))
      #expect(photo.width >= 300 && photo.height >= 300)
    }
  }

  @Test func `a folder without a description is an error`() throws {
    let home = try TemporaryFolder()
    #expect(throws: DemoServerError.self) { _ = try BundledPhoto.all(in: home.path) }
  }
}
