import ArgumentParser
import Files
import Localization
import Model
import ServiceAPI

struct DownloadCommand: ParsableCommand, CheckedArguments {
  static let configuration = CommandConfiguration(
    commandName: "download",
    _superCommandName: "imagefeed",
    abstract: localized(
      "Download photos to the gallery, or save them to a folder; prints each file's path.",
      "Скачать фото в галерею или сохранить в папку; выводится путь каждого файла."
    ),
    discussion: localized(
      """
      Each download is reported to the service, which may count it. An interrupted download is \
      resumed the next time.
      """,
      """
      Сервис учитывает каждое скачивание. Прерванное скачивание продолжается в следующий раз.
      """
    )
  )

  @OptionGroup var photos: PhotoArguments

  @Flag(
    help: .text(
      "Print JSON Lines: an object for each photo, with its path, bytes and status.",
      "Вывести JSON Lines: по объекту на фото, с путём, размером и состоянием."
    )
  )
  var json = false

  @OptionGroup var end: LineEnd

  @Option(
    help: .text(
      "Save to this folder, not to the gallery; existing files are kept.",
      "Сохранить в эту папку, а не в галерею; имеющиеся файлы не меняются.",
      value: "folder"
    ),
    completion: .directory,
    transform: PathArgument.folder
  )
  var to: String?

  @Option(
    help: .text(
      "With --to: the width in pixels, instead of full size.",
      "Вместе с --to: ширина в пикселях вместо полного размера.",
      value: "pixels"
    )
  )
  var width: Int?

  @OptionGroup var form: FileOptions

  @Option(
    help: .text(
      "The maximum number of parallel downloads; fewer if the limit on open files is low.",
      "Сколько фото скачивать одновременно; меньше, если нельзя открыть столько файлов.",
      value: "count"
    )
  )
  var parallel = 20

  @OptionGroup var source: SourceOptions

  func check() throws {
    if let to, to.isEmpty {
      throw ValidationError("--to takes the name of a folder", "--to: нужно имя папки")
    }
    if let width, !(1...100_000).contains(width) {
      throw ValidationError(
        "--width takes a number from 1 to 100000",
        "--width: нужно число от 1 до 100000"
      )
    }
    if width != nil, to == nil {
      throw ValidationError(
        "--width needs --to: the gallery keeps photos at full size",
        "--width работает только с --to: в галерее фото хранятся в полном размере"
      )
    }
    if form.isUsed, to == nil {
      throw ValidationError(
        "--name and --no-metadata need --to: the gallery changes no file",
        "--name и --no-metadata работают только с --to: галерея не меняет файлы"
      )
    }
    guard (1...50).contains(parallel) else {
      throw ValidationError(
        "--parallel takes a number from 1 to 50",
        "--parallel: нужно число от 1 до 50"
      )
    }
  }

  /// Prints the path of each downloaded file, and the progress on a terminal.
  func run() {
    let texts = source.texts()
    // An invalid template is reported before standard input is read.
    let choice = form.choice(texts)
    let destination = to.map { PhotoCommands.Destination.folder($0, width: width, choice) }
    let atOnce = Limits.downloads(parallel)
    let given = photos.list(source, end)
    // The report of each file needs a connection too.
    source.run(for: given, usesStored: to != nil, loadsFiles: true, connections: 2 * atOnce) {
      [json, end = end.character] context, ids throws(ShellMessage) in
      let progress = ProgressLine(count: ids.count, texts)
      let commands = PhotoCommands(reportingIn: context, progress) { outcome in
        if json {
          context.json(of: outcome).map { Output.write(RecordPrinter.json($0) + "\(end)") }
        } else if case .downloaded(_, _, let path) = outcome {
          Output.printExactly(path, end: end)
        }
      }
      let status = await commands.download(
        ids,
        to: destination ?? .gallery,
        atOnce: atOnce,
        observe: progress.show
      )
      progress.clear()
      return status
    }
  }
}

extension CommandContext {
  /// Returns the result of a download in the output of commands; `nil` for other results.
  ///
  /// `status` is the exit status of the command for this photo alone.
  fileprivate func json(of outcome: PhotoCommands.Outcome) -> JSONRecord? {
    let service = ("service", service.id.name as JSONRecord.Value?)
    switch outcome {
    case .downloaded(let id, _, let path):
      return JSONRecord([
        service, ("id", id), ("path", path), ("bytes", PhotoDownloader.size(of: path)),
        ("status", CommandStatus.done.rawValue),
      ])
    case .failed(let id, let failure):
      return JSONRecord([
        service, ("id", id), ("status", failure.status.rawValue),
        ("error", texts.reason(of: failure)),
      ])
    case .photo, .liked, .queued: return nil
    }
  }
}
