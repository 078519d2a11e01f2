/// Code that is tested with arbitrary input.
///
/// A target traps, throws or never returns if the code under test is wrong. `imagefeed-fuzz` passes
/// it inputs from libFuzzer, the unit tests the files in `Tests/Fixtures/Fuzz`.
package protocol FuzzTarget: AnyObject {
  /// Processes one input.
  ///
  /// - Throws: a description of a broken promise.
  func run(_ input: [UInt8]) async throws(Finding)
}

/// A description of a broken promise.
package struct Finding: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The fuzz targets by name.
///
/// The folders of inputs have the same names.
package enum FuzzTargets {
  package static let all: [String: @Sendable () throws -> any FuzzTarget] = [
    "addresses": { AddressTarget() },
    "answers": { AnswerTarget() },
    "blurhash": { BlurHashTarget() },
    "callback": { CallbackTarget() },
    "commons": { CommonsTarget() },
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

/// Throws unless a promise holds.
func promise(_ isKept: Bool, _ text: @autoclosure () -> String) throws(Finding) {
  if !isKept { throw Finding(text()) }
}

/// Throws unless two values are equal.
func promise<Value: Equatable>(
  _ one: Value,
  equals other: Value,
  _ text: @autoclosure () -> String
) throws(Finding) {
  if one != other { throw Finding("\(text()): \(one) is not \(other)") }
}
