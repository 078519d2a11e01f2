import AppCore
import EffectHandling
import FoundationEssentials
import HTTP
import Logging
import Model
import Settings
import Testing

@testable import Pictures
@testable import Runtime

/// The picture cache of each edition, and its folder.
@Suite struct PictureCacheSettingTests {
  private func cache(_ edition: Edition, megabytes: Int) -> PictureFileCache? {
    var configuration = Configuration()
    configuration.pictureCache = megabytes
    let environment = ["HOME": "/home/ada", "XDG_CACHE_HOME": "/caches"]
    var options = Program.Options()
    options.edition = edition
    let assembly = Assembly(
      options,
      configuration,
      environment: environment,
      connect: { _ in StubTransport() }
    )
    return assembly.pictureCache
  }

  @Test func `the extended edition stores pictures in its cache folder`() throws {
    let kept = try #require(cache(.extended, megabytes: 3))
    #expect(kept.folder == "/caches/imagefeed/pictures" && kept.limit == 3 << 20)
  }

  @Test func `the basic edition stores none`() { #expect(cache(.basic, megabytes: 3) == nil) }

  @Test func `a size of zero switches the cache off`() {
    #expect(cache(.extended, megabytes: 0) == nil)
  }
}
