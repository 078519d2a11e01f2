import Model
import Platform

/// A queue of checks that services require of the user, such as a CAPTCHA.
///
/// Only one is displayed at a time.
package final class ServiceCheckQueue: Sendable {
  private struct Question {
    let check: ServiceCheck
    let answer: CheckedContinuation<String?, Never>
  }

  private struct State {
    var waiting: [Question] = []
    var lastNumber = 0
    /// The numbers of checks that aren't queued yet, without cancelled ones.
    var arriving: Set<Int> = []
  }

  private let state = Lock(State())
  private let onQuestion: @Sendable (ServiceCheck?) -> Void

  /// The number of checks in memory.
  var count: Int { state.withLock { $0.waiting.count + $0.arriving.count } }

  /// Creates an empty queue.
  ///
  /// - Parameter onQuestion: called with the check to display, `nil` for none. Must not call the
  ///   queue.
  package init(onQuestion: @escaping @Sendable (ServiceCheck?) -> Void) {
    self.onQuestion = onQuestion
  }

  /// Asks the user to complete a check and returns their answer; `nil` if they cancel, or if the
  /// task is cancelled.
  package func ask(_ check: ServiceCheck) async -> String? {
    var check = check
    check.number = state.withLock { state in
      state.lastNumber += 1
      state.arriving.insert(state.lastNumber)
      return state.lastNumber
    }
    let question = check
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait(Question(check: question, answer: $0)) }
    } onCancel: {
      answer(question.number, nil)
    }
  }

  /// Answers a queued check.
  ///
  /// Does nothing if the number isn't queued.
  package func answer(_ number: Int, _ text: String?) {
    let question = state.withLock { state -> Question? in
      guard let index = state.waiting.firstIndex(where: { $0.check.number == number }) else {
        // A check that was cancelled before it is queued isn't queued any more.
        state.arriving.remove(number)
        return nil
      }
      let question = state.waiting.remove(at: index)
      if index == 0 { onQuestion(state.waiting.first?.check) }
      return question
    }
    question?.answer.resume(returning: text)
  }

  private func wait(_ question: Question) {
    let isQueued = state.withLock { state in
      guard state.arriving.remove(question.check.number) != nil else { return false }
      state.waiting.append(question)
      if state.waiting.count == 1 { onQuestion(question.check) }
      return true
    }
    if !isQueued { question.answer.resume(returning: nil) }
  }
}
