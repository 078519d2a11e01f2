import Localization
import Model

// The templates of options.
extension PhotoTemplate {
  /// Parses the template of an option; ends the process with a message if it is invalid.
  ///
  /// - Parameters:
  ///   - known: The allowed names.
  ///   - members: The allowed members of JSON.
  init(
    _ text: String,
    of option: String,
    _ known: [Name] = Name.allCases,
    members: [Member] = [],
    _ texts: Texts
  ) {
    do throws(Mistake) { try self.init(text, known, members: members) } catch {
      let names = known.map(\.rawValue)
      let message: ShellMessage =
        switch error {
        case .unknownName(let name):
          .unknownName(
            name,
            option: option,
            known: names + members.map(\.rawValue).filter { !names.contains($0) }.sorted()
          )
        case .openBrace: .openBrace(option: option)
        }
      Output.fail(message, texts)
    }
  }
}
