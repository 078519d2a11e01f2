import Glibc
import Localization

extension RecordPrinter {
  /// Creates the printer for a command's options.
  ///
  /// The default is a table on a terminal, otherwise columns separated by tabs. Ends the process if
  /// the template is invalid.
  package init(json: Bool, template: String?, _ texts: Texts) {
    if json {
      self.init(.json)
    } else if let template {
      self.init(.template(Self.template(template, texts)))
    } else {
      self.init(.lines(Self.linePrinter(texts)))
    }
  }

  private static func template(_ text: String, _ texts: Texts) -> RecordTemplate {
    do throws(RecordTemplate.Mistake) { return try RecordTemplate(text) } catch {
      let message: ShellMessage =
        switch error {
        case .unknownName(let name):
          .unknownName(name, known: RecordTemplate.Name.allCases.map(\.rawValue))
        case .openBrace: .openBrace
        }
      Output.fail(texts.shell(message), status: CommandStatus.usage.rawValue)
    }
  }

  private static func linePrinter(_ texts: Texts) -> LinePrinter {
    guard isatty(STDOUT_FILENO) == 1 else { return LinePrinter(.tabs) }
    return LinePrinter(.table(columns: Output.columns, headings: texts.photoHeadings))
  }
}
