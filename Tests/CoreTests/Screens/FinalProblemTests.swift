@testable import AppCore
import Canvas
import Harness
import Localization
import Model
import Screens
import Testing

/// Problems without a Retry, since the same request would fail again.
@Suite struct FinalProblemTests {
  private static let finals = ProblemSamples.causes.filter { Problem(.feed, $0).isFinal }

  private func hasRetry(_ state: AppState, _ language: Language) -> Bool {
    let text = Snapshots.text(Screens.render(state, Snapshots.context(language)))
    return text.contains(Texts(language).button(.retry))
  }

  @Test func `final problems are a closed or missing page, and nothing else`() {
    #expect(
      Self.finals == [
        .refused(.noAccess(message: "Access denied")), .refused(.noAccess(message: nil)),
        .refused(.ownerGone),
      ]
    )
  }

  @Test(arguments: [Language.english, .russian])
  func `final problems have no Retry in an alert`(language: Language) throws {
    for cause in ProblemSamples.causes {
      let problem = Problem(.like, cause)
      for size in [Size(120, 40), Size(40, 12)] {
        let state = Sample.feed(size, edition: .extended) {
          $0.state.alerts = [
            Alert(number: 1, kind: .problem(problem, retry: .feed(.refreshPressed)))
          ]
        }
        let buttons = try state.alerts.at(0).buttons
        #expect(buttons == (problem.isFinal ? [.ok] : [.retry, .cancel]), "\(cause)")
        #expect(hasRetry(state, language) == !problem.isFinal, "\(cause), \(size)")
      }
    }
  }

  @Test(arguments: [Language.english, .russian])
  func `final problems have no Retry in a list, empty or not`(language: Language) {
    for cause in ProblemSamples.causes {
      let problem = Problem(.feed, cause)
      for size in [Size(120, 40), Size(40, 12)] {
        let empty = Sample.feed(size, edition: .extended) {
          $0.state.feed = PhotoList()
          $0.state.feed.load = .failed(problem)
        }
        #expect(hasRetry(empty, language) == !problem.isFinal, "empty, \(cause), \(size)")
        let more = Sample.feed(size, edition: .extended) {
          $0.state.feed.load = .failed(problem)
          $0.reduce(.pressed(.last))
        }
        #expect(hasRetry(more, language) == !problem.isFinal, "more, \(cause), \(size)")
      }
    }
  }
}
