import ArgumentParser
import Files
import Glibc
import Localization
import Model

/// The commands for downloaded photos.
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    _superCommandName: "imagefeed",
    abstract: localized(
      "List, copy, check or delete downloaded photos.",
      "Вывести список, скопировать, проверить или удалить скачанные фото."
    ),
    subcommands: [List.self, Path.self, Export.self, Verify.self, Remove.self],
    defaultSubcommand: List.self
  )

  struct List: ParsableCommand, CheckedArguments {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: localized("List the photos, newest first.", "Вывести список фото, начиная с новых.")
    )

    @OptionGroup var output: OutputOptions

    @Option(
      help: .text(
        "Maximum number of photos, up to 10000. Default: all.",
        "Наибольшее число фото, до 10000. По умолчанию — все.",
        value: "count"
      )
    )
    var limit: Int?

    @OptionGroup var source: SourceOptions

    func check() throws { try ListOptions.check(limit: limit) }

    func run() {
      let printer = output.printer(source.texts())
      source.run(needsService: false) { [limit] context throws(ShellMessage) in
        let commands = GalleryCommands(context)
        if case .lines(let printer) = printer.form {
          let photos = try await commands.briefs().prefix(limit ?? .max)
          printer.pass(photos, to: Output.write)
          if photos.isEmpty { Output.printNothingFound(context.texts) }
        } else {
          let photos = try await commands.list().prefix(limit ?? .max)
          printer.pass(photos, to: Output.write)
          if photos.isEmpty { Output.printNothingFound(context.texts) }
        }
        return .done
      }
    }
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "path",
      abstract: localized("Print the paths of photos' files.", "Вывести пути к файлам фото.")
    )

    @OptionGroup var photos: PhotoArguments
    @OptionGroup var end: LineEnd
    @OptionGroup var source: SourceOptions

    func run() {
      let given = photos.list(source, end)
      source.run(needsService: false) { [end] context throws(ShellMessage) in
        let paths = try await GalleryCommands(context).paths(given.ids)
        return context.show(paths, end).and(given.status)
      }
    }
  }

  struct Export: ParsableCommand, CheckedArguments {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: localized(
        "Copy photos into a folder; the path of each copy is printed.",
        "Скопировать фото в папку; выводится путь каждой копии."
      )
    )

    @Argument(
      help: .text("The folder, created if necessary.", "Папка; создаётся, если её нет."),
      completion: .directory,
      transform: { PathArgument.folder(DashedID.shown($0)) }
    )
    var folder: String

    @Argument(
      help: .text(
        "Photo IDs; - reads them from standard input. Default: all of the gallery.",
        "ID фото; «-» — со стандартного ввода. По умолчанию — вся галерея.",
        value: "id"
      ),
      completion: Completion.photos,
      transform: DashedID.shown
    )
    var ids: [String] = []

    @OptionGroup var form: FileOptions
    @OptionGroup var end: LineEnd
    @OptionGroup var source: SourceOptions

    func check() throws {
      if folder.isEmpty {
        throw ValidationError("<folder> takes the name of a folder", "<folder>: нужно имя папки")
      }
    }

    func run() {
      let choice = form.choice(source.texts())
      let separator: UInt8 = end.null ? 0 : UInt8(ascii: "\n")
      let given = ids.isEmpty ? nil : PhotoIDList(ids, source, separator: separator)
      source.run(needsService: false) { [folder, end] context throws(ShellMessage) in
        let commands = GalleryCommands(context)
        let status = try await commands.export(given?.ids, to: folder, choice) { event, id in
          guard case .uncredited(_, let fault) = event else { return }
          context.report(.withoutCredit(path: id, fault))
        } report: { result in
          _ = context.show([result], end)
        }
        return status.and(given?.status ?? .done)
      }
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: localized(
        "Check every file, and report damaged and missing ones.",
        "Проверить все файлы и сообщить о повреждённых и пропавших."
      )
    )

    @Flag(
      help: .text(
        "Print JSON Lines: an object for each file that isn't whole.",
        "Вывести JSON Lines: по объекту на файл с ошибкой."
      )
    )
    var json = false

    @OptionGroup var source: SourceOptions

    /// Compares the gallery's files with their sizes and hashes, and prints the failures.
    ///
    /// Ends with the status of the worst failure.
    func run() {
      source.run(needsService: false) { [json] context throws(ShellMessage) in
        var status = CommandStatus.done
        var line = VerifyLine(context.texts)
        defer { line.clear() }
        let count = try await GalleryCommands(context).verify { progress in
          line.show(progress)
        } report: { stub, failure in
          line.clear()
          if json {
            Output.write(RecordPrinter.json(context.json(of: stub, failure)) + "\n")
          } else {
            context.report(failure)
          }
          status = status.and(failure.status)
        }
        line.clear()
        guard let count else { return .interrupted }
        if !json, status == .done { Output.print(context.texts.shell(.verified(count: count))) }
        return status
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: localized(
        "Delete photos from the gallery, with their files.",
        "Удалить фото из галереи вместе с файлами."
      )
    )

    @OptionGroup var photos: PhotoArguments

    @Flag(help: .text("Delete without asking.", "Удалить без подтверждения."))
    var yes = false

    @OptionGroup var end: LineEnd
    @OptionGroup var source: SourceOptions

    func run() {
      let given = photos.list(source, end)
      let canAsk = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
      if !yes, !canAsk || photos.ids.contains("-") { Output.fail(.needsYes, source.texts()) }
      source.run(needsService: false) { [yes, end] context throws(ShellMessage) in
        let commands = GalleryCommands(context)
        if !yes {
          // No question is needed if none of the photos exists.
          let count = try await commands.count(of: given.ids)
          guard count == 0 || Self.isAgreed(count, context.texts) else { return .failed }
        }
        return context.show(try await commands.remove(given.ids), end).and(given.status)
      }
    }

    /// Prompts the user.
    ///
    /// Returns whether they confirm.
    private static func isAgreed(_ count: Int, _ texts: Texts) -> Bool {
      Output.ask(texts.shell(.confirmRemoval(count: count)))
      let answer = CommandRun.interruptibly { readLine()?.lowercased() ?? "" }
      return ["y", "yes", "д", "да"].contains(answer)
    }
  }
}

extension CommandContext {
  /// Prints the successful results and the errors, and returns the combined status.
  fileprivate func show(_ results: [GalleryCommands.Outcome], _ end: LineEnd) -> CommandStatus {
    var status = CommandStatus.done
    for result in results {
      switch result {
      case .success(let text): Output.printExactly(text, end: end.character)
      case .failure(let failure):
        report(failure)
        status = status.and(failure.status)
      }
    }
    return status
  }
}

extension CommandContext {
  /// Returns a file of the gallery that isn't whole, in the output of commands.
  ///
  /// `status` is the exit status of the command for this file alone, and `repair` the command that
  /// downloads it again.
  fileprivate func json(of stub: GalleryStub, _ failure: ShellMessage) -> JSONRecord {
    let (service, id) = (stub.id.service.name, stub.id.value)
    let demo = isDemo ? " --demo" : ""
    return JSONRecord([
      ("service", service), ("id", id), ("path", gallery + "/" + stub.fileName),
      ("status", failure.status.rawValue), ("error", texts.reason(of: failure)),
      ("repair", "imagefeed download\(demo) --service \(service) -- \(id)"),
    ])
  }
}
