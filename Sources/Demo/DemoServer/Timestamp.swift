/// Dates in the API's format, without a calendar library.
enum Timestamp {
  /// Formats seconds since 1970 as ISO 8601, in UTC or with an offset in hours.
  static func text(_ seconds: Int, offset: Int = 0) -> String {
    let local = seconds + offset * 3600
    let days = (local >= 0 ? local : local - 86399) / 86400
    let rest = local - days * 86400
    let (year, month, day) = civil(days: days)
    let zone = offset == 0 ? "Z" : (offset < 0 ? "-" : "+") + two(abs(offset)) + ":00"
    return "\(year)-\(two(month))-\(two(day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):"
      + two(rest % 60) + zone
  }

  /// Formats the date of a photo: with an offset of -4 or -5 hours before September 2022, in UTC
  /// since then.
  static func photograph(_ seconds: Int) -> String {
    guard seconds < 1_661_990_400 else { return text(seconds) }
    let (_, month, _) = civil(days: seconds / 86400)
    return text(seconds, offset: (4...10).contains(month) ? -4 : -5)
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  /// Returns the day of the Gregorian calendar, using Howard Hinnant's `civil_from_days`.
  static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let z = days + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }
}
