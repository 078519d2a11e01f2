import Canvas
import DemoControl
import Foundation
import Harness
import Imaging
import Testing

@testable import DemoServer

@Suite struct `Demo feed` {
  let content: DemoContent
  let items: [DemoItem]

  init() throws {
    content = try DemoContent(directory: Demo.photos, seed: 1, count: 2000)
    items = (0..<2000).map(content.item)
  }

  @Test func `IDs have eleven characters, are unique, and lead back to their photos`() {
    #expect(Set(items.map(\.id)).count == 2000)
    for item in items {
      #expect(item.id.count == 11)
      #expect(
        item.id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
      )
      #expect(content.item(named: item.id, arrived: 0)?.index == item.index)
      #expect(content.item(named: item.slug, arrived: 0)?.index == item.index)
    }
    let odd = items.filter { $0.id.hasPrefix("-") || $0.id.hasPrefix("_") }
    #expect((20...140).contains(odd.count))
  }

  @Test(arguments: ["", "x", "AAAAAAAAAAA", "_-_-_-_-_-_", "ÄÄÄÄÄÄÄÄÄÄÄ", "no-such-photo"])
  func `an invalid ID has no photo`(text: String) {
    #expect(content.item(named: text, arrived: 0) == nil)
  }

  @Test func `a photo that hasn't been added yet isn't found`() throws {
    let next = content.item(2000)
    #expect(content.item(named: next.id, arrived: 0) == nil)
    #expect(content.item(named: next.id, arrived: 1)?.index == 2000)
    #expect(try next.created > items.at(0).created)
  }

  @Test func `the same seed makes the same feed, and another seed another one`() throws {
    let again = try DemoContent(directory: Demo.photos, seed: 1, count: 2000)
    #expect((0..<2000).allSatisfy { again.item($0).id == items[$0].id })
    #expect((0..<2000).allSatisfy { again.item($0).recipe == items[$0].recipe })
    let other = try DemoContent(directory: Demo.photos, seed: 2, count: 2000)
    #expect(try other.item(0).id != items.at(0).id)
    #expect((0..<39).contains { other.item($0).source != items[$0].source })
  }

  @Test func `no photo is repeated within twelve items`() {
    let arrivals = (2000..<2050).reversed().map(content.item)
    let feed = (arrivals + items).map(\.source)
    for start in 0...(feed.count - 13) {
      #expect(Set(feed[start..<(start + 13)]).count == 13, "from item \(start)")
    }
  }

  @Test func `every photo is used about equally often`() {
    let uses = Dictionary(grouping: items, by: \.source).mapValues(\.count)
    #expect(uses.count == 39)
    // One is too plain for fifty different crops.
    let plain = content.sources.firstIndex { $0.file.hasPrefix("31") }
    #expect(uses.allSatisfy { (52...53).contains($0.value) || $0.key == plain })
    #expect(uses[plain ?? 0] == 18)
  }

  @Test func `no list has two crops of one original close to each other`() {
    for query in ["mountain", "горы", "animals", "food", "sky", "music", "sea", "море", "cat"] {
      let originals = content.originals(for: query)
      let found = content.photos(from: originals.all)
      let ranked = content.ranked(found, matching: originals.matching)
      #expect(Set(ranked.map { items[$0].source }) == originals.all, "\(query)")
      let best = ranked.prefix(originals.matching.count).map { items[$0].source }
      #expect(Set(best) == originals.matching, "\(query)")
      #expect(Set(ranked).count == ranked.count)
      expectApart(ranked, query)
      expectApart(content.spread(found), query)
    }
    for person in content.people {
      expectApart(content.photos(of: person), person.name)
      expectApart(content.likes(of: person), person.name)
      for collection in content.collections(of: person) {
        expectApart(content.photos(of: collection), collection.title)
      }
    }
    for start in 0..<100 {
      let picks = content.picks(30, of: Array(0..<2000), from: start * 20)
      #expect(picks.count == 30 && Set(picks).count == 30)
      expectApart(picks, "by chance")
    }
    let cats = content.photos(from: content.originals(matching: "cat"))
    #expect(cats.count > 40 && content.picks(30, of: cats, from: 7).count == 1)
    for topic in Topics.offered { expectApart(content.photos(ofTopic: topic.word), topic.slug) }
  }

  private func expectApart(_ indices: [Int], _ list: String) {
    let sources = indices.map { items[$0].source }
    for (index, source) in sources.enumerated() {
      #expect(!sources[..<index].suffix(4).contains(source), "\(list), \(index)")
    }
  }

  @Test func `a search for a single original shows it first and related ones after it`() {
    let originals = content.originals(for: "cat")
    let titles = originals.matching.map { content.sources[$0].title.en }
    #expect(titles == ["Tortoiseshell-and-white cat"])
    #expect(content.originals(for: "кошк").matching == originals.matching)
    #expect(originals.all.count == 12)
    let found = content.photos(from: originals.all)
    #expect(content.ranked(found, matching: originals.matching).count > 300)
  }

  @Test func `a word is found by its beginning, and all words of a query must match`() {
    #expect(content.originals(matching: "ortoise").isEmpty)
    #expect(content.originals(matching: "Cat WHITE").count == 1)
    #expect(content.originals(matching: "cat mountain").isEmpty)
    for query in ["", " ", "…", "nosuchword"] {
      #expect(content.originals(for: query).all.isEmpty, "\(query)")
    }
  }

  @Test func `crops keep six tenths of each side and report their true size`() {
    for item in items where item.kind != .huge {
      let source = content.sources[item.source]
      #expect(Double(item.recipe.crop.width) >= Double(source.width) * 0.6 - 1)
      #expect(Double(item.recipe.crop.height) >= Double(source.height) * 0.6 - 1)
      #expect(item.recipe.crop.maxX <= source.width && item.recipe.crop.maxY <= source.height)
      #expect(item.size == item.recipe.crop.size)
    }
  }

  @Test func `dates go back over years and never forward`() {
    let dates = items.map(\.created)
    #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 > $1 })
    #expect(Double(dates[0] - dates[1999]) / 86400 / 365 > 7)
  }

  @Test func `the catalogue has each kind of special item`() {
    func count(_ kind: DemoItem.Kind) -> Int { items.filter { $0.kind == kind }.count }
    #expect(count(.huge) == 1)
    #expect(count(.sponsored) == 1)
    #expect(count(.illustration) == 1)
    #expect(count(.withoutColor) == 1)
    #expect((1...4).contains(count(.withoutHash)))
    #expect(items.first { $0.kind == .huge }?.size == Size(6000, 4000))
  }

  @Test func `nulls are about as frequent as in the real feed`() throws {
    let encoder = APIEncoder(base: "http://demo", content: content)
    let summary = DemoImageRenderer.ImageSummary(blurHash: "L", color: "#000000")
    let photos = try items.map { item in
      let json = encoder.photo(item, summary)
        .adding([("user", encoder.user(content.owner(of: item)))])
      return try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any] ?? [:]
    }
    func count(_ member: String) -> Int { photos.filter { $0[member] is NSNull }.count }
    #expect((400...520).contains(count("promoted_at")))
    #expect((720...880).contains(count("description")))
    #expect((220...340).contains(count("alt_description")))
    #expect((1...4).contains(count("blur_hash")))
    #expect(count("color") == 1)
    #expect(count("sponsorship") == 1999)
    #expect(photos.filter { $0["asset_type"] as? String == "illustration" }.count == 1)
    let dates = photos.compactMap { $0["created_at"] as? String }
    let offsets = dates.filter { $0.hasSuffix("-05:00") || $0.hasSuffix("-04:00") }.count
    #expect(offsets > 500)
    #expect(offsets + dates.filter { $0.hasSuffix("Z") }.count == 2000)
    let descriptions = photos.compactMap { $0["description"] as? String }
    let russian = descriptions.filter { $0.contains { ("а"..."я").contains($0) } }
    #expect((50...200).contains(russian.count))
    let users = photos.compactMap { $0["user"] as? [String: Any] }
    #expect(users.contains { $0["last_name"] is NSNull })
    #expect(users.contains { $0["bio"] is NSNull })
  }

  @Test func `a missing folder is an error that names the file`() {
    #expect(throws: DemoServerError.photos(path: "/nowhere/photos.json")) {
      try DemoContent(directory: "/nowhere", seed: 1, count: 10)
    }
  }

  /// Returns a 64-bit difference hash: whether each of 8×8 places is brighter than its right
  /// neighbour.
  private func hash(_ bitmap: Bitmap) -> UInt64 {
    let small = bitmap.scaled(to: Size(9, 8))
    var hash: UInt64 = 0
    for y in 0..<8 {
      let luma = (0..<9).map { x in
        let color = small[x, y]
        return 299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue)
      }
      for x in 0..<8 { hash = hash << 1 | (luma[x] > luma[x + 1] ? 1 : 0) }
    }
    return hash
  }

  @Test func `all two thousand photos look different`() throws {
    let thumbnails = try content.sources.map { source in
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: Demo.photos + "/" + source.file)))
      return try JPEG.decode(bytes, covering: Size(100, 100))
    }
    var seen: [UInt64: DemoItem] = [:]
    for item in items {
      let source = content.sources[item.source]
      let size = Size(source.width, source.height)
      let thumbnail = thumbnails[item.source]
      let picture = item.recipe.develop(thumbnail, source: size, size: Size(36, 32))
      let key = hash(picture)
      if let twin = seen[key] {
        Issue.record(
          """
          \(source.file): items \(twin.index) and \(item.index) summary the same, \
          \(twin.recipe) \(item.recipe)
          """
        )
      }
      seen[key] = item
    }
    #expect(seen.count == 2000)
  }
}
