import AppCore
import Model
import Testing

@Suite struct GalleryGroupTests {
  @Test func `groups belong to one service, and have its name for the list`() {
    var state = AppState(viewport: Viewport(columns: 80, rows: 24), launch: Given.galleryLaunch)
    func entry(_ service: ServiceID, _ number: Int, _ title: String?) -> GalleryEntry {
      let photo = Given.photo(number)
      return GalleryEntry(
        photo: Photo(
          id: Photo.ID(service: service, value: "\(number)"),
          width: photo.width,
          height: photo.height,
          author: photo.author,
          picture: photo.picture,
          pageURL: photo.pageURL
        ),
        origin: .feed,
        originTitle: title,
        fileName: "\(number).jpg",
        size: 1000,
        hash: "hash",
        time: Double(number)
      )
    }
    let newest = entry("vk", 4, nil)
    state.replaceGallery(
      GalleryContents([
        newest, entry("unsplash", 3, nil), entry("vk", 2, "Mobile Up"), entry("vk", 1, "Old name"),
      ])
    )
    #expect(state.gallery.groups.map(\.title) == ["Mobile Up", nil])
    #expect(state.gallery.groups.map(\.ids.count) == [3, 1])
    state.addToGallery(entry("vk", 5, "New name"))
    state.addToGallery(entry("unsplash", 6, nil))
    #expect(state.gallery.groups.map(\.title) == [nil, "New name"])
  }
}
