import Foundation

/// The paths in arguments of desktops' programs, read as the desktops do.
package enum DesktopPaths {
  /// Returns the path of a `file:` URL, as GLib and Qt decode it; `nil` if it is none.
  package static func path(ofURL url: String) -> String? {
    guard url.hasPrefix("file://"), url.allSatisfy(\.isASCII) else { return nil }
    return String(url.dropFirst("file://".count)).removingPercentEncoding
  }

  /// Returns a string in GVariant's text format without quotes and escapes; `nil` if it is none.
  package static func string(ofVariant text: String) -> String? {
    var scalars = Array(text.unicodeScalars)[...]
    guard let quote = scalars.popFirst(), quote == "'" || quote == "\"" else { return nil }
    var result = String.UnicodeScalarView()
    while let scalar = scalars.popFirst() {
      if scalar == quote { return scalars.isEmpty ? String(result) : nil }
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let next = scalars.popFirst() else { return nil }
      guard next == "u" else {
        result.append(controls[next] ?? next)
        continue
      }
      let digits = String(String.UnicodeScalarView(scalars.prefix(4)))
      guard let value = UInt32(digits, radix: 16), let unicode = Unicode.Scalar(value) else {
        return nil
      }
      scalars = scalars.dropFirst(4)
      result.append(unicode)
    }
    return nil
  }

  private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
    "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{B}",
  ]

  /// Returns the path in sway's command `output * bg PATH fill`; `nil` if it is another command.
  ///
  /// This follows `execute_command`, `split_args`, `strip_quotes`, `do_var_replacement` and
  /// `expand_path` of sway. The shell reads the last form as `wordexp` does.
  ///
  /// - Parameter variables: the values of sway's variables by their names with `$`.
  package static func path(inSway command: String, variables: [String: String] = [:]) throws
    -> String?
  {
    // So does sway's socket.
    let words = swayWords(command.replacing("\n", with: ";"))
    guard words.count == 5, words[0...2] == ["output", "*", "bg"], words[4] == "fill" else {
      return nil
    }
    var word = words[3]
    if word.hasPrefix("\"") || word.hasPrefix("'") { word = withoutQuotes(word) }
    word = replaced(word, variables)
    while let blanks = word.range(of: "  ") { word.replaceSubrange(blanks, with: " \\ ") }
    let environment = ["PATH": "/nowhere"]
    let script = "set -f; printf '%s\\n' " + word
    let result = try Subprocess.run(["/bin/sh", "-c", script], environment: environment)
    return result.status == 0 ? String(result.text.dropLast()) : nil
  }

  private static func swayWords(_ command: String) -> [String] {
    var words: [String] = []
    var word = ""
    var (inString, inChar, isEscaped) = (false, false, false)
    for character in command.unicodeScalars {
      if character == "\"", !inChar, !isEscaped {
        inString.toggle()
      } else if character == "'", !inString, !isEscaped {
        inChar.toggle()
      } else if character == "\\" {
        isEscaped.toggle()
      } else if " \n\t\r\u{C}\u{B}".unicodeScalars.contains(character), !inString, !inChar,
        !isEscaped
      {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      } else if ";,".unicodeScalars.contains(character), !inString, !inChar, !isEscaped {
        // Another command begins.
        return []
      }
      if character != "\\" { isEscaped = false }
      word.unicodeScalars.append(character)
    }
    return word.isEmpty ? words : words + [word]
  }

  private static func withoutQuotes(_ word: String) -> String {
    var result = ""
    var (inString, inChar, isEscaped) = (false, false, false)
    for character in word.unicodeScalars {
      if character == "'", !inString, !isEscaped {
        inChar.toggle()
        continue
      }
      if character == "\"", !inChar, !isEscaped {
        inString.toggle()
        continue
      }
      isEscaped = character == "\\" ? !isEscaped : false
      result.unicodeScalars.append(character)
    }
    return result
  }

  private static func replaced(_ word: String, _ variables: [String: String]) -> String {
    var scalars = Array(word.unicodeScalars)
    var index = 0
    while index < scalars.count {
      defer { index += 1 }
      guard scalars[index] == "$" else { continue }
      let isEscaped =
        index > 0 && scalars[index - 1] == "\\" && !(index > 1 && scalars[index - 2] == "\\")
      if isEscaped { continue }
      if index + 1 < scalars.count, scalars[index + 1] == "$" {
        scalars.remove(at: index)
        continue
      }
      for (name, value) in variables
      where scalars[index...].starts(with: name.unicodeScalars) {
        scalars.replaceSubrange(
          index..<(index + name.unicodeScalars.count),
          with: value.unicodeScalars
        )
        break
      }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }
}
