import AppCore
import Model

/// The form of a noun that a number requires.
package enum PluralForm: Equatable, Sendable {
  case one
  /// Russian only: 2, 3, 4, 22, …
  case few
  case many
}

extension Texts {
  /// Returns the form of a noun after a number, by the CLDR rules for whole numbers.
  package func pluralForm(_ count: Int) -> PluralForm {
    switch language {
    case .english: return count.magnitude == 1 ? .one : .many
    case .russian:
      let lastTwo = count.magnitude % 100
      guard !(11...14).contains(lastTwo) else { return .many }
      switch lastTwo % 10 {
      case 1: return .one
      case 2, 3, 4: return .few
      default: return .many
      }
    }
  }

  /// Returns a number and its noun: two forms in English, three in Russian.
  func counted(
    _ count: Int,
    _ english: (one: String, many: String),
    _ russian: (one: String, few: String, many: String)
  ) -> String {
    let form = pluralForm(count)
    let noun =
      switch (language, form) {
      case (.english, .one): english.one
      case (.english, .few), (.english, .many): english.many
      case (.russian, .one): russian.one
      case (.russian, .few): russian.few
      case (.russian, .many): russian.many
      }
    return "\(number(count)) \(noun)"
  }

  /// Returns a whole number with its digits in groups of three: "12,345" or "12 345".
  package func number(_ value: Int) -> String {
    let digits = Array(String(value.magnitude))
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += say(",", numberSpace) }
      text.append(digit)
    }
    return text
  }

  /// Returns a number in thousands or millions from 1,000 on, with one decimal below ten: "1.8k" or
  /// «1,8к».
  package func shortNumber(_ value: Int) -> String {
    guard value >= 1_000 else { return number(value) }
    let (unit, sign) = value < 999_500 ? (1_000, say("k", "к")) : (1_000_000, say("M", "М"))
    let tenths = (value / (unit / 20) + 1) / 2
    return (tenths < 100 ? decimal(tenths: tenths) : number((value / (unit / 2) + 1) / 2)) + sign
  }

  /// Returns tenths as a decimal number: 34 is "3.4" or "3,4".
  func decimal(tenths: Int) -> String {
    "\(number(tenths / 10))\(say(".", ","))\(tenths % 10)"
  }

  /// Returns a number of bytes in steps of 1,000: "812 B", "3.4 MB", "128 MB".
  ///
  /// Negative numbers count as zero.
  package func bytes(_ count: Int64) -> String {
    let count = max(0, count)
    guard count >= 1_000 else { return "\(count)\(numberSpace)\(say("B", "Б"))" }
    let units: [(size: Int64, name: String)] = [
      (1_000, say("kB", "кБ")), (1_000_000, say("MB", "МБ")), (1_000_000_000, say("GB", "ГБ")),
    ]
    // The smallest unit whose rounded number is below 1,000.
    let unit = units.first { count < $0.size * 1_000 - $0.size / 2 } ?? units[units.count - 1]
    let half = unit.size / 2
    // One decimal below 100; numbers from 99.95 are rounded to whole ones.
    if count < unit.size * 100 - unit.size / 20 {
      let tenths = (count / unit.size) * 10 + ((count % unit.size) * 10 + half) / unit.size
      return "\(decimal(tenths: Int(tenths)))\(numberSpace)\(unit.name)"
    }
    let whole = count / unit.size + (count % unit.size >= half ? 1 : 0)
    return "\(number(Int(whole)))\(numberSpace)\(unit.name)"
  }

  /// Returns a share in whole percent from 0 to 100, rounded down: "27%" or "27 %".
  package func percent(_ part: Int64, of whole: Int64) -> String {
    let share = whole > 0 ? Int(Double(max(0, min(part, whole))) / Double(whole) * 100) : 0
    return say("\(share)%", "\(share)\(numberSpace)%")
  }

  /// Returns the progress of a photo being written: "3.4 MB of 12.7 MB, 26%", or the received bytes
  /// if the size is unknown.
  package func progressShare(_ progress: DownloadProgress) -> String {
    let received = bytes(progress.received)
    guard let expected = progress.expected, expected > 0 else { return received }
    let whole = bytes(expected)
    let share = percent(progress.received, of: expected)
    return say("\(received) of \(whole), \(share)", "\(received) из \(whole), \(share)")
  }
}
