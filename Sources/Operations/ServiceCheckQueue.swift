import Model
import Platform

/// Where calls wait for what the person is asked: one question at a time, in their order.
package final class ServiceCheckQueue: Sendable {
  private struct Question {
    let check: ServiceCheck
    let answer: CheckedContinuation<String?, Never>
  }

  private struct State {
    var waiting: [Question] = []
    var lastNumber = 0
    /// Those that were given up before they were asked.
    var dropped: Set<Int> = []
  }

  private let state = Lock(State())
  private let onQuestion: @Sendable (ServiceCheck?) -> Void

  /// - Parameter onQuestion: called with the open question, nil for none; it must not call the desk.
  package init(onQuestion: @escaping @Sendable (ServiceCheck?) -> Void) { self.tell = tell }

  /// What the person answers; nil where they do not want to, or the task is cancelled.
  package func ask(_ check: ServiceCheck) async -> String? {
    var check = check
    check.number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let question = check
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait(Question(check: question, answer: $0)) }
    } onCancel: {
      answer(question.number, nil)
    }
  }

  /// Answers a question that waits; others are left alone.
  package func answer(_ number: Int, _ text: String?) {
    let question = state.withLock { state -> Question? in
      guard let index = state.waiting.firstIndex(where: { $0.check.number == number }) else {
        if number <= state.lastNumber { state.dropped.insert(number) }
        return nil
      }
      let question = state.waiting.remove(at: index)
      if index == 0 { tell(state.waiting.first?.check) }
      return question
    }
    question?.answer.resume(returning: text)
  }

  private func wait(_ question: Question) {
    let isDropped = state.withLock { state in
      if state.dropped.remove(question.check.number) != nil { return true }
      state.waiting.append(question)
      if state.waiting.count == 1 { tell(question.check) }
      return false
    }
    if isDropped { question.answer.resume(returning: nil) }
  }
}
