import Glibc
import Localization
import Model

extension RecordPrinter {
  /// Creates the printer for a command's options.
  ///
  /// The default is a table on a terminal, otherwise columns separated by tabs. Ends the process if
  /// the template is invalid.
  init(json: Bool, template: String?, _ texts: Texts) {
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
    return LinePrinter(
      .table(columns: Output.columns, headings: PhotoColumn.allCases.map(texts.heading))
    )
  }
}

extension PhotoTemplate {
  /// Parses the template of an option; ends the process with a message if it is invalid.
  ///
  /// - Parameter known: The allowed names.
  init(
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
