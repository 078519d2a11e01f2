import Model
import Testing

@testable import VK

@Suite struct `Links to VK` {
  private func target(_ text: String) -> AddressTarget? {
    VKSource.target(of: text, site: "http://127.0.0.1:7437/vk")
  }

  @Test(
    arguments: [
      "https://vk.com/photo-128666765_457239018", "vk.com/photo-128666765_457239018",
      "https://m.vk.ru/photo-128666765_457239018?rev=1&from=feed", "-128666765_457239018",
      "photo-128666765_457239018",
      "https://vk.com/album-128666765_266310117?z=photo-128666765_457239018%2Falbum-128666765_1",
      "http://127.0.0.1:7437/vk/photo-128666765_457239018",
    ]
  )
  func `links to photos are recognized`(_ text: String) {
    #expect(target(text) == .photo(Photo.ID(service: "vk", value: "-128666765_457239018")))
  }

  @Test(
    arguments: [
      "", "photo", "https://vk.com", "https://vk.com/photo-1", "https://vk.com/photo-1_2_3",
      "https://vk.com/photo-1_x", "https://vk.com/photo-1_-2", "https://vk.com/photo+1_2",
      "https://vk.com/photo-99999999999999999999_2", "https://vk.com.evil.example/photo-1_2",
      "0_5", "https://vk.com/photo0_5",
      "https://unsplash.com/photos/-_bQx1234Az", "javascript:alert(1)", "-01_2",
    ]
  )
  func `other links are refused`(_ text: String) {
    #expect(target(text) == nil)
  }
}
