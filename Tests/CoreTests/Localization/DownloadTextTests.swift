import AppCore
import Localization
import Model
import Testing

@Suite struct DownloadTextTests {
  private static let id = Photo.ID(service: "unsplash", value: "a")

  @Test func `a download shows its progress and its speed`() {
    let all = DownloadProgress(received: 3_400_000, expected: 12_700_000, speed: 1_200_000)
    #expect(Texts(.english).progress(all) == "3.4 MB of 12.7 MB, 1.2 MB/s")
    #expect(Texts(.russian).progress(all) == "3,4 МБ из 12,7 МБ, 1,2 МБ/с")
    let little = DownloadProgress(received: 812)
    #expect(Texts(.english).progress(little) == "812 B")
    let standing = DownloadProgress(received: 812, expected: 0, speed: 0)
    #expect(Texts(.english).progress(standing) == "812 B, stalled")
    #expect(Texts(.russian).progress(standing) == "812 Б, данные не идут")
  }

  @Test(arguments: Language.allCases)
  func `each state has its own text`(language: Language) {
    let texts = Texts(language)
    let full = Problem(.download, .diskFull(path: "/g"))
    let busy = Problem(.download, .inUse(path: "/g"))
    var words: [String] = []
    for destination in [Download.Destination.gallery, .pictures] {
      for phase in [DownloadItem.Phase.queued, .paused, .failed(full), .failed(busy), .finished] {
        let id = DownloadID(Self.id, to: destination)
        let text = texts.state(DownloadItem(id, origin: .feed, phase: phase))
        guard let text else { Issue.record("\(phase)"); continue }
        #expect(TextChecks.faults(text, in: language, values: ["/g"]) == [])
        words.append(text)
      }
    }
    // Only completed downloads differ by their destination.
    #expect(Set(words).count == 6)
    let running = DownloadItem(DownloadID(Self.id), origin: .feed, phase: .running)
    #expect(texts.state(running) == nil)
    var waiting = running
    waiting.isWaiting = true
    let text = texts.state(waiting) ?? ""
    #expect(TextChecks.faults(text, in: language, values: []) == [] && !words.contains(text))
  }
}
