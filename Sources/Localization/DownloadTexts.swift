import AppCore
import Library
import Model

extension Texts {
  /// Bytes a second: "1.2 MB/s".
  package func speed(_ bytes: Int64) -> String {
    "\(self.bytes(bytes))\(say("/s", "/с"))"
  }

  /// How far a download is: "3.4 MB of 12.7 MB, 1.2 MB/s"; without a known size, what is there.
  package func progress(_ progress: DownloadProgress) -> String {
    var text = bytes(progress.received)
    if let expected = progress.expected, expected > 0 {
      let whole = bytes(expected)
      text = say("\(text) of \(whole)", "\(text) из \(whole)")
    }
    guard let speed = progress.speed else { return text }
    return "\(text), \(speed == 0 ? say("stalled", "нет данных") : self.speed(speed))"
  }

  /// What a download is doing, in a few words; nil where its numbers say it.
  package func state(_ item: DownloadItem) -> String? {
    switch (item.phase, item.id.destination) {
    case (.queued, _): say("Queued", "В очереди")
    case (.running, _) where item.isWaiting:
      say("Another window downloads it; waiting", "Скачивает другое окно, ждём его")
    case (.running, _): nil
    case (.paused, _): say("Paused", "Пауза")
    case (.failed(let problem), _): reason(problem)
    case (.finished, .gallery): self[.inGallery]
    case (.finished, .pictures):
      say("Saved to the pictures folder", "Сохранено в папку изображений")
    }
  }

  /// The short form of "Another window downloads it".
  package var waiting: String { say("Waiting", "Ожидание") }

  /// What a command does with a download, where that is not what it does with others.
  package func name(of command: Command, for item: DownloadItem) -> String? {
    switch (command, item.phase) {
    case (.pause, .paused): say("resume", "продолжить")
    case (.pause, .failed): say("retry", "повторить")
    // The photograph stays: its row goes.
    case (.cancelDownload, .finished): say("remove from list", "убрать из списка")
    default: nil
    }
  }

  /// Why a download stands still.
  private func reason(_ problem: Problem) -> String {
    guard problem.cause.isInUse else { return self.problem(problem).explanation }
    return say("Downloading in another window", "Скачивается в другом окне")
  }
}
