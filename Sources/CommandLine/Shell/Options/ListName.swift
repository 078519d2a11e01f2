import ArgumentParser
import Model

/// A photographer, topic or collection: its name as in its URL, or a link.
struct ListName: ExpressibleByArgument {
  let text: String

  /// Whether the text is a link.
  var isLink: Bool { text.contains("/") }

  init?(argument: String) {
    let argument = DashedID.shown(argument)
    let name =
      argument.hasPrefix("@") && !argument.contains("/") ? String(argument.dropFirst()) : argument
    guard (1...2_000).contains(name.utf8.count), !name.allSatisfy({ $0 == "." }),
      !name.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }),
      name.contains("/") || name.utf8.count <= 200
    else { return nil }
    text = name
  }
}
