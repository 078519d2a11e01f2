import ArgumentParser
import Glibc
import Localization
import Shell

/// The photographs on this machine.
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    _superCommandName: "imagefeed",
    abstract: "List, copy, check or delete downloaded photos.",
    subcommands: [List.self, Path.self, Export.self, Verify.self, Remove.self],
    defaultSubcommand: List.self
  )

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the photos, newest first.")

    @OptionGroup var source: SourceOptions
    @OptionGroup var output: OutputOptions

    func run() {
      let printer = output.printer(source.texts)
      source.run(needsService: false) { place throws(CommandFailure) in
        let gallery = GalleryCommands(place)
        let write = { (text: String) in Output.write(Array(text.utf8)) }
        if case .lines(let printer) = printer.form {
          printer.pass(try await gallery.briefs(), to: write)
        } else {
          printer.pass(try await gallery.list(), to: write)
        }
        return .done
      }
    }
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print the paths of photos' files.")

    @OptionGroup var source: SourceOptions
    @OptionGroup var photos: PhotoArguments

    func run() {
      let texts = source.texts
      let given = photos.list(texts)
      source.run(needsService: false) { place throws(CommandFailure) in
        print(try await GalleryCommands(place).paths(given.ids), texts).and(given.status)
      }
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Copy photos into a folder; the path of each copy is printed."
    )

    @OptionGroup var source: SourceOptions

    @Argument(help: "The folder, created if necessary.", completion: .directory)
    var folder: String

    @Argument(
      help: ArgumentHelp(
        "Photo IDs; - reads them from standard input. Default: all of the gallery.",
        valueName: "id"
      ),
      completion: Completion.photos
    )
    var ids: [String] = []

    func run() {
      let texts = source.texts
      let given = ids.isEmpty ? nil : GivenPhotos(ids, texts)
      let folder = folder
      source.run(needsService: false) { place throws(CommandFailure) in
        let status = try await GalleryCommands(place).export(given?.ids, to: folder) { result in
          switch result {
          case .success(let path): Output.print(path)
          case .failure(let failure): Output.complain(texts.shell(failure.message()))
          }
        }
        return status.and(given?.status ?? .done)
      }
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check every file, and report damaged and missing ones."
    )

    @OptionGroup var source: SourceOptions

    func run() {
      let texts = source.texts
      source.run(needsService: false) { place throws(CommandFailure) in
        var status = CommandStatus.done
        var line = VerifyLine(texts)
        defer { line.clear() }
        let count = try await GalleryCommands(place).verify { progress in
          line.show(progress)
        } report: { failure in
          line.clear()
          Output.complain(texts.shell(failure.message()))
          status = status.and(failure.status)
        }
        line.clear()
        guard let count else { return .interrupted }
        if status == .done { Output.print(texts.shell(.verified(count: count))) }
        return status
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete photos from the gallery, with their files."
    )

    @OptionGroup var source: SourceOptions
    @OptionGroup var photos: PhotoArguments

    @Flag(help: "Delete without asking.")
    var yes = false

    func run() {
      let texts = source.texts
      let given = photos.list(texts)
      let isAsked = !yes
      if isAsked, !canAsk {
        Output.fail(texts.shell(.needsYes), status: CommandStatus.usage.rawValue)
      }
      source.run(needsService: false) { place throws(CommandFailure) in
        let commands = GalleryCommands(place)
        if isAsked {
          // What is not there is no question.
          let count = try await commands.count(of: given.ids)
          guard count == 0 || Self.isAgreed(count, texts) else { return .failed }
        }
        return print(try await commands.remove(given.ids), texts).and(given.status)
      }
    }

    /// Whether there is somebody at the terminal.
    private var canAsk: Bool {
      isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 && !photos.ids.contains("-")
    }

    /// Whether the person agrees.
    private static func isAgreed(_ count: Int, _ texts: Texts) -> Bool {
      Output.ask(texts.shell(.confirmRemoval(count: count)))
      let answer = CommandRun.interruptibly { readLine()?.lowercased() ?? "" }
      return ["y", "yes", "д", "да"].contains(answer)
    }
  }

  /// Prints what went well, complains about the rest, and gives the status of all of it.
  private static func print(
    _ results: [GalleryCommands.Outcome],
    _ texts: Texts
  ) -> CommandStatus {
    var status = CommandStatus.done
    for result in results {
      switch result {
      case .success(let text): Output.print(text)
      case .failure(let failure):
        Output.complain(texts.shell(failure.message()))
        status = status.and(failure.status)
      }
    }
    return status
  }
}
