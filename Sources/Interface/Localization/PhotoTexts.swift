import Model

extension Texts {
  /// Returns a day with the month's name: "27 August 2022", «27 августа 2022».
  package func date(_ date: CalendarDate) -> String {
    "\(date.day) \(month(date.month)) \(date.year)"
  }

  /// Returns ever shorter forms of a day.
  ///
  /// "27 August 2022", "27 Aug 2022", "27 Aug 22"; in Russian «27 августа 2022», «27.08.2022»,
  /// «27.08.22».
  package func dateForms(_ date: CalendarDate) -> [String] {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let day = say(
      "\(date.day) \(month(date.month).prefix(3)) ",
      "\(two(date.day)).\(two(date.month))."
    )
    return [self.date(date), day + String(date.year), day + two(date.year % 100)]
  }

  /// Returns the name of a month after a day; a number outside 1...12 stays a number.
  private func month(_ number: Int) -> String {
    switch number {
    case 1: say("January", "января")
    case 2: say("February", "февраля")
    case 3: say("March", "марта")
    case 4: say("April", "апреля")
    case 5: say("May", "мая")
    case 6: say("June", "июня")
    case 7: say("July", "июля")
    case 8: say("August", "августа")
    case 9: say("September", "сентября")
    case 10: say("October", "октября")
    case 11: say("November", "ноября")
    case 12: say("December", "декабря")
    default: String(number)
    }
  }

  /// Returns width and height in pixels, and the megapixels: "6000 x 4000, 24 MP".
  ///
  /// Below 50,000 pixels the megapixels are left out.
  ///
  /// - Parameter times: The sign between the sides; `×` if it can be shown.
  package func dimensions(width: Int, height: Int, times: Character = "x") -> String {
    [pixels(width, height, times), megapixels(width: width, height: height)]
      .compactMap(\.self).joined(separator: ", ")
  }

  /// Returns width and height in pixels: "6000 x 4000".
  package func pixels(_ width: Int, _ height: Int, _ times: Character = "x") -> String {
    "\(width)\(numberSpace)\(times)\(numberSpace)\(height)"
  }

  /// Returns millions of pixels, with one decimal below ten: "24 MP", "2.1 MP"; `nil` instead of
  /// "0.0 MP".
  package func megapixels(width: Int, height: Int) -> String? {
    // A service may send any number.
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    let tenths = ((overflow ? Int.max - 50_000 : min(pixels, Int.max - 50_000)) + 50_000) / 100_000
    guard tenths > 0 else { return nil }
    let text = tenths < 100 ? decimal(tenths: tenths) : number((tenths + 5) / 10)
    return "\(text)\(numberSpace)\(say("MP", "Мп"))"
  }

  /// Returns the exposure of a photo: "f/3.5, 1/250 s, 30 mm, ISO 100"; `nil` if nothing is known.
  package func exposure(_ details: PhotoDetails) -> String? {
    var parts: [String] = []
    if let aperture = details.aperture { parts.append("f/\(trimmed(aperture))") }
    if let exposure = details.exposure { parts.append("\(exposure)\(numberSpace)\(say("s", "с"))") }
    if let length = details.focalLength {
      parts.append("\(trimmed(length))\(numberSpace)\(say("mm", "мм"))")
    }
    if let iso = details.iso { parts.append("ISO\(numberSpace)\(iso)") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Returns a camera's usual name: "Sony A7 III", not "SONY, ILCE-7M3".
  ///
  /// The file contains the maker's name, often in capitals and with its legal form, and the model,
  /// which often begins with the maker's name again.
  package func camera(_ name: String) -> String {
    // The legal form may contain a comma.
    guard let comma = name.lastIndex(of: ",") else { return trimmedWords(name[...]) }
    let parts = [name[..<comma], name[name.index(after: comma)...]].map(trimmedWords)
    guard !parts[0].isEmpty, !parts[1].isEmpty else { return trimmedWords(name[...]) }
    let (maker, model) = (maker(parts[0]), parts[1])
    // The model may begin with the maker's name or a part of it, as Kodak's do. Ricoh's cameras are
    // still named Pentax.
    let first = model.prefix { $0 != " " }
    let names: [String] = maker.split(separator: " ").map { $0.lowercased() } + ["pentax"]
    if names.contains(first.lowercased()) {
      return capitalized(first) + model[first.endIndex...]
    }
    return "\(maker) \(maker == "Sony" ? alpha(model) : model)"
  }

  private func trimmedWords(_ text: Substring) -> String {
    text.split(separator: " ").joined(separator: " ")
  }

  /// Returns a maker's name without its legal form, in its usual spelling.
  private func maker(_ name: String) -> String {
    let words = name.split(separator: " ")
    let end = words.dropFirst().firstIndex { word in
      let plain = word.lowercased().filter(\.isLetter)
      return Self.legalForms.contains(plain)
    }
    return words[..<(end ?? words.endIndex)].map(capitalized).joined(separator: " ")
  }

  private static let legalForms: Set<String> = [
    "ag", "camera", "co", "company", "computer", "corp", "corporation", "electric", "electronics",
    "gmbh", "imaging", "inc", "ltd", "optical", "techwin", "technologies", "technology",
  ]

  private func capitalized(_ word: Substring) -> String {
    // Names that are written in capitals.
    guard !["DJI", "GoPro", "HTC", "LG", "ZTE"].contains(word) else { return String(word) }
    let isOneCase = word == word.uppercased() || word == word.lowercased()
    return isOneCase ? word.prefix(1).uppercased() + word.dropFirst().lowercased() : String(word)
  }

  /// Returns the usual name of a Sony camera: model number ILCE-7RM4A is the A7R IV.
  private func alpha(_ model: String) -> String {
    guard let match = model.wholeMatch(of: /ILCE-(\d+)([A-Z]*?)(?:M(\d))?A?/) else { return model }
    let version = match.3.flatMap { Int($0) }.map { String(repeating: "I", count: $0) } ?? ""
    let roman = ["IIII": "IV", "IIIII": "V"][version] ?? version
    return "A\(match.1)\(match.2)" + (roman.isEmpty ? "" : " \(roman)")
  }

  /// Returns a licence's usual name: "CC BY 4.0", "Public domain", not "LicenseRef-Public-Domain".
  package func license(_ name: String) -> String {
    if name.hasSuffix("Public-Domain") { return say("Public domain", "Общественное достояние") }
    guard name.hasPrefix("CC") else { return name }
    // The version follows the last hyphen; other hyphens belong to the licence's name.
    return name.replacing(/^(CC0|CC)-/) { "\($0.1) " }.replacing(/-(\d[\d.]*)$/) { " \($0.1)" }
  }

  /// Returns the name of a right besides copyright; of an unknown one, the code itself.
  func restriction(_ code: String) -> String {
    switch code {
    case "personality": say("personality rights", "право на изображение")
    case "trademarked": say("trademarks", "товарные знаки")
    case "insignia": say("official insignia", "официальная символика")
    case "costume": say("costumes", "костюмы")
    default: code
    }
  }

  /// Returns a number without the decimal of whole numbers, as cameras write it: "30.0" becomes
  /// "30".
  private func trimmed(_ number: String) -> String {
    number.hasSuffix(".0") ? String(number.dropLast(2)) : number
  }
}
