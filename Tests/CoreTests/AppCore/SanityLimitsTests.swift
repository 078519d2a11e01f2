import Harness
import Model
import Testing

@Suite struct `Numbers from outside` {
  @Test func `numbers are replaced by the nearest plausible one`() {
    #expect(Int.max.clamped(to: SanityLimits.side) == 1_000_000)
    #expect(Int.min.clamped(to: SanityLimits.side) == 1)
    #expect(4000.clamped(to: SanityLimits.side) == 4000)
    #expect((-1).clamped(to: SanityLimits.count) == 0)
    #expect(Int64.max.clamped(to: SanityLimits.bytes) == 1 << 50)
    #expect(Double.nan.clamped(to: SanityLimits.time) == 0)
    #expect((-Double.nan).clamped(to: SanityLimits.time) == 0)
    #expect(Double.infinity.clamped(to: SanityLimits.time) == 253_402_300_799)
  }

  @Test func `sums of numbers stay plausible`() {
    let most = SanityLimits.bytes.upperBound
    #expect(most.adding(bytes: most) == most)
    #expect(most.adding(bytes: -1) == most - 1)
    #expect(Int64(0).adding(bytes: -most) == 0)
    let many = SanityLimits.count.upperBound
    #expect(many.adding(count: 1) == many)
    #expect(0.adding(count: -1) == 0)
  }

  @Test(arguments: [Int.min, -1, 0, 1, 1 << 53, .max])
  func `numbers are clamped in every value made from them`(number: Int) {
    let person = Person(username: "", name: "", totalLikes: number, totalPhotos: number)
    let photo = Photo(
      id: Photo.ID(service: "unsplash", value: ""),
      width: number,
      height: number,
      author: person,
      likes: number,
      picture: .derived(from: ""),
      pageURL: nil,
      details: PhotoDetails(iso: number, views: number, downloads: number)
    )
    let (bytes, time) = (Int64(number), Double(number))
    let values: [Any] = [
      photo,
      Page(photos: [], next: PageToken(number), total: number),
      RateBudget(limit: number, remaining: number),
      LikeResponse(isLiked: true, likes: number),
      CachedList(photos: [], next: PageToken(number), total: number, time: time),
      Download(
        photo: photo,
        origin: .feed,
        destination: .gallery,
        position: number,
        expected: bytes
      ),
      GalleryEntry(photo: photo, origin: .feed, fileName: "", size: bytes, hash: "", time: time),
      Session(service: "unsplash", baseURL: "", token: Secret(""), expires: time),
    ]
    #expect(implausibleNumbers(in: values) == [])
  }
}
