/// The name of a photographer, topic or collection, as in its URL.
struct ListName {
  let text: String

  init?(argument: String) {
    let name = argument.hasPrefix("@") ? String(argument.dropFirst()) : argument
    guard (1...200).contains(name.utf8.count), !name.allSatisfy({ $0 == "." }),
      !name.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F || $0 == "/" })
    else { return nil }
    text = name
  }
}
