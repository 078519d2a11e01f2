import DemoControl
import DemoServer
import FoundationEssentials
import Glibc
import HTTP
import Harness
import Model
import Platform
import Storage
import Testing

@testable import Disk
@testable import Files
@testable import ServiceAPI
@testable import Unsplash

/// A program that downloads, is killed at any moment and started again.
@Suite(.serialized, .timeLimit(.hang)) struct `A program killed while it downloads` {
  private static let kills = 100

  @Test func `every reported photo is saved, and no file is left over`() async throws {
    let folder = try TemporaryFolder()
    try await DemoWorld.run { world in
      let photos = try await world.service.feedPage(1).photos.filter { $0.width < 4000 }.prefix(8)
      #expect(photos.count >= 4)
      var hashes: [String: String] = [:]
      for photo in photos {
        let url = world.service.original(of: photo).url
        let file = try await world.transport.data(HTTPRequest(.get, url)).body
        hashes[PhotoDownloader.fileName(of: photo)] = SHA256.text(of: file)
      }
      try world.setFault("bandwidth=6000000@image")
      var kills = 0
      var kept: Set<String> = []
      while kills < Self.kills {
        if try await store(folder).downloads().isEmpty {
          try await expectSound(folder, kept, hashes)
          try await askAgain(for: photos, folder)
          kept = []
        }
        let url = world.configuration.apiURL
        kept.formUnion(try await blocking { try Self.killed(folder.path, url) })
        kills += 1
        try await expectSound(folder, kept, hashes)
      }
      world.server.setFaults(.none)
      let url = world.configuration.apiURL
      kept.formUnion(
        try await blocking { try Self.told(StorageWriter(folder.path, url, program: Self.writer)) }
      )
      try await expectSound(folder, kept, hashes)
      #expect(try await store(folder).downloads().isEmpty)
      #expect(Set(try names(folder)) == Set(hashes.keys))
    }
  }

  private static let writer = "download-writer"

  /// Runs a writer and kills it.
  ///
  /// - Returns: the photos that it reported as saved.
  private static func killed(_ folder: String, _ url: String) throws -> Set<String> {
    let writer = try StorageWriter(folder, url, program: Self.writer)
    var lines: [String] = []
    for _ in 0..<Int.random(in: 0...8) {
      guard let line = writer.line() else { break }
      lines.append(line)
    }
    // Not always right after a line, so that any moment is tested.
    poll(nil, 0, .random(in: 0...20))
    writer.kill()
    return try kept(in: lines + writer.rest())
  }

  private static func told(_ writer: StorageWriter) throws -> Set<String> {
    try kept(in: writer.rest())
  }

  private static func kept(in lines: [String]) throws -> Set<String> {
    let told = lines.filter { $0.hasPrefix("kept ") }.map { String($0.dropFirst(5)) }
    let strange = lines.filter { !$0.hasPrefix("kept ") && $0 != "came" }
    #expect(strange.isEmpty)
    return Set(told)
  }

  private func store(_ folder: TemporaryFolder) throws -> Store {
    try Store.open(path: folder.path + "/imagefeed.db", now: 0).store
  }

  private func askAgain(for photos: some Sequence<Photo>, _ folder: TemporaryFolder) async throws {
    let store = try store(folder)
    for photo in photos {
      try await store.removeFromGallery([photo.id])
      unlink(folder.path + "/gallery/" + PhotoDownloader.fileName(of: photo))
      try await store.save(Download(photo: photo, origin: .feed, destination: .gallery))
    }
  }

  private func names(_ folder: TemporaryFolder) throws -> [String] {
    let path = folder.path + "/gallery"
    guard access(path, F_OK) == 0 else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path)
  }

  /// Checks that everything reported exists and is complete.
  ///
  /// Other files belong to resumable downloads.
  private func expectSound(
    _ folder: TemporaryFolder,
    _ kept: Set<String>,
    _ hashes: [String: String]
  ) async throws {
    let store = try store(folder)
    let entries = try await store.gallery()
    let rows = try await store.downloads()
    #expect(try store.check().damages.isEmpty)
    #expect(Set(entries.map(\.photo.id.value)).isSuperset(of: kept))
    for entry in entries {
      #expect(entry.hash == hashes[entry.fileName])
      let file = try FileSystem.contents(of: folder.path + "/gallery/" + entry.fileName)
      #expect(file.map(SHA256.text) == entry.hash, "\(entry.fileName)")
    }
    let underWay = Set(rows.map { PhotoDownloader.fileName(of: $0.photo) })
    for name in try names(folder) {
      let target = name.hasSuffix(".part") ? String(name.dropLast(5)) : name
      #expect(
        underWay.contains(target) || entries.contains { $0.fileName == name },
        "\(name) is nobody's"
      )
    }
  }
}
