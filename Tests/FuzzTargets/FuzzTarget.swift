/// What is fed with bytes nobody has looked at, to see whether it keeps its promises.
///
/// A target traps, throws or never returns where the code under it is wrong. `imagefeed-fuzz` gives
/// it what libFuzzer makes up, the unit tests what is in `Tests/Fixtures/Fuzz`.
package protocol FuzzTarget: AnyObject {
  /// - Throws: the promise that was broken.
  func run(_ input: [UInt8]) async throws(Finding)
}

/// A promise that was broken, in words.
package struct Finding: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The targets by their names, which are those of their folders of inputs, too.
package enum FuzzTargets {
  package static let all: [String: @Sendable () throws -> any FuzzTarget] = [
    "addresses": { AddressTarget() },
    "answers": { AnswerTarget() },
    "blurhash": { BlurHashTarget() },
    "callback": { CallbackTarget() },
    "configuration": { try ConfigurationTarget() },
    "credit": { CreditTarget() },
    "input": { InputTarget() },
    "jpeg": { JPEGTarget() },
    "links": { LinkTarget() },
    "replies": { ReplyTarget() },
    "rows": { try RowTarget() },
    "screens": { ScreenTarget() },
    "symbols": { SymbolsTarget() },
    "text": { TextTarget() },
    "vk": { VKTarget() },
  ]
}

/// Throws unless a promise is kept.
func promise(_ isKept: Bool, _ text: @autoclosure () -> String) throws(Finding) {
  if !isKept { throw Finding(text()) }
}

/// Throws unless two ways lead to the same.
func promise<Value: Equatable>(
  _ one: Value,
  equals other: Value,
  _ text: @autoclosure () -> String
) throws(Finding) {
  if one != other { throw Finding("\(text()): \(one) is not \(other)") }
}
