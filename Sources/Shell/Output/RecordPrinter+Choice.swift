import Glibc
import Localization
import Model

extension RecordPrinter {
  /// The printer that a command's options ask for: without any, a table on a terminal, else columns
  /// divided by tabs.
  ///
  /// Ends the process where the template makes no sense.
  package init(json: Bool, template: String?, _ texts: Texts) {
    if json {
      self.init(.json)
    } else if let template {
      let names = PhotoTemplate.Name.allCases
      self.init(.template(PhotoTemplate(template, of: "--format", names, texts)))
    } else {
      self.init(.lines(Self.linePrinter(texts)))
    }
  }

  private static func linePrinter(_ texts: Texts) -> LinePrinter {
    guard isatty(STDOUT_FILENO) == 1 else { return LinePrinter(.tabs) }
    return LinePrinter(.table(columns: Output.columns, headings: texts.photoHeadings))
  }
}

extension PhotoTemplate {
  /// Reads the template of an option; ends the process where it makes no sense.
  ///
  /// - Parameter known: the names that may be used.
  package init(
    _ text: String,
    of option: String,
    _ known: [Name],
    _ texts: Texts
  ) {
    do throws(Mistake) { try self.init(text, known) } catch {
      let message: ShellMessage =
        switch error {
        case .unknownName(let name):
          .unknownName(name, option: option, known: known.map(\.rawValue))
        case .openBrace: .openBrace(option: option)
        }
      Output.fail(texts.shell(message), status: CommandStatus.usage.rawValue)
    }
  }
}
