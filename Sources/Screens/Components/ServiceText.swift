import Canvas
import Localization

/// The one way of texts from outside onto the screen: services' words, addresses, paths, reasons.
enum ServiceText {
  /// One line, without anything a terminal would act on.
  static func line(_ text: String) -> String {
    var result = ""
    var isGap = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        isGap = !result.isEmpty
        continue
      }
      guard scalar.properties.generalCategory != .format else { continue }
      if isGap { result.append(" ") }
      isGap = false
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Several lines; line breaks stay.
  static func paragraph(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { line(String($0)) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
