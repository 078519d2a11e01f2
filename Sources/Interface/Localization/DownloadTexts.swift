import AppCore
import Model

extension Texts {
  /// Returns bytes per second: "1.2 MB/s".
  package func speed(_ bytes: Int64) -> String {
    "\(self.bytes(bytes))\(say("/s", "/с"))"
  }

  /// Returns the progress of a download: "3.4 MB of 12.7 MB, 1.2 MB/s", or the received bytes if
  /// the size is unknown.
  package func progress(_ progress: DownloadProgress) -> String {
    var text = bytes(progress.received)
    if let expected = progress.expected, expected > 0 {
      let whole = bytes(expected)
      text = say("\(text) of \(whole)", "\(text) из \(whole)")
    }
    guard let speed = progress.speed else { return text }
    return "\(text), \(speed == 0 ? say("stalled", "данные не идут") : self.speed(speed))"
  }

  /// Returns the state of a download in a few words; `nil` if its numbers suffice.
  package func state(_ item: DownloadItem) -> String? {
    switch (item.phase, item.id.destination) {
    case (.queued, _): say("Queued", "В очереди")
    case (.running, _) where item.isWaiting:
      say("Another window downloads it; waiting", "Скачивается в другом окне, ждём")
    case (.running, _): nil
    case (.paused, _): say("Paused", "Пауза")
    case (.failed(let problem), _): reason(problem)
    case (.finished, .gallery): self[.inGallery]
    case (.finished, .pictures):
      say("Saved to the pictures folder", "Сохранено в папку изображений")
    }
  }

  /// The short form of "Downloading in another window".
  package var waiting: String { say("Waiting", "Ожидание") }

  /// Returns the name of a command that means something else for this download; `nil` if the usual
  /// name fits.
  package func name(of command: Command, for item: DownloadItem) -> String? {
    switch (command, item.phase) {
    case (.pause, .paused): say("resume", "продолжить")
    case (.pause, .failed): say("retry", "повторить")
    // The photo stays in the gallery; only its row is removed.
    case (.cancelDownload, .finished): say("remove from list", "убрать из списка")
    default: nil
    }
  }

  /// Returns the reason why a download has failed or is waiting.
  private func reason(_ problem: Problem) -> String {
    guard problem.cause.isInUse else { return self.problem(problem).explanation }
    return say("Downloading in another window", "Скачивается в другом окне")
  }
}
