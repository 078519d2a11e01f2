import Files
import Glibc
import Localization

// The output of the commands for the gallery.
extension GalleryCommands {
  /// Prints the photos of the gallery.
  func showList(_ printer: RecordPrinter) async throws(CommandFailure) -> CommandStatus {
    let write = { (text: String) in Output.write(Array(text.utf8)) }
    if case .lines(let printer) = printer.form {
      printer.pass(try await briefs(), to: write)
    } else {
      printer.pass(try await list(), to: write)
    }
    return .done
  }

  /// Prints the paths of photos in the gallery, and the failures of missing ones.
  func showPaths(
    _ given: PhotoIDList,
    _ texts: Texts
  ) async throws(CommandFailure) -> CommandStatus {
    Self.show(try await paths(given.ids), texts).and(given.status)
  }

  /// Copies photos and prints the paths.
  ///
  /// - Parameters:
  ///   - given: The photos; `nil` for the whole gallery.
  ///   - choice: The command-line options for the copies.
  func showExport(
    _ given: PhotoIDList?,
    to folder: String,
    _ choice: FileChoice,
    _ texts: Texts
  ) async throws(CommandFailure) -> CommandStatus {
    let status = try await export(given?.ids, to: folder, choice) { event, id in
      guard case .uncredited(_, let fault) = event else { return }
      Output.printError(texts.shell(.withoutCredit(path: id, fault)))
    } report: { result in
      switch result {
      case .success(let path): Output.printExactly(path)
      case .failure(let failure): Output.printError(texts.shell(failure.message()))
      }
    }
    return status.and(given?.status ?? .done)
  }

  /// Compares the gallery's files with their sizes and hashes, and prints the failures.
  ///
  /// Returns the status of the worst failure.
  func showVerification(_ texts: Texts) async throws(CommandFailure) -> CommandStatus {
    var status = CommandStatus.done
    var line = VerifyLine(texts)
    defer { line.clear() }
    let count = try await verify { progress in
      line.show(progress)
    } report: { failure in
      line.clear()
      Output.printError(texts.shell(failure.message()))
      status = status.and(failure.status)
    }
    line.clear()
    guard let count else { return .interrupted }
    if status == .done { Output.print(texts.shell(.verified(count: count))) }
    return status
  }

  // MARK: Removal

  /// Ends the process if the user can't be asked for confirmation.
  ///
  /// - Parameter readsInput: Whether standard input provides the IDs.
  static func requireSomebody(readsInput: Bool, _ texts: Texts) {
    let canAsk = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 && !readsInput
    if !canAsk { Output.fail(texts.shell(.needsYes), status: CommandStatus.usage.rawValue) }
  }

  /// Removes photos.
  ///
  /// - Parameter isAsked: Whether the user must confirm.
  func showRemoval(
    _ given: PhotoIDList,
    isAsked: Bool,
    _ texts: Texts
  ) async throws(CommandFailure) -> CommandStatus {
    if isAsked {
      // No question is needed if none of the photos exists.
      let count = try await count(of: given.ids)
      guard count == 0 || Self.isAgreed(count, texts) else { return .failed }
    }
    return Self.show(try await remove(given.ids), texts).and(given.status)
  }

  /// Prompts the user.
  ///
  /// Returns whether they confirm.
  private static func isAgreed(_ count: Int, _ texts: Texts) -> Bool {
    Output.ask(texts.shell(.confirmRemoval(count: count)))
    let answer = CommandRun.interruptibly { readLine()?.lowercased() ?? "" }
    return ["y", "yes", "д", "да"].contains(answer)
  }

  /// Prints the successful results and the errors, and returns the combined status.
  private static func show(_ results: [Outcome], _ texts: Texts) -> CommandStatus {
    var status = CommandStatus.done
    for result in results {
      switch result {
      case .success(let text): Output.printExactly(text)
      case .failure(let failure):
        Output.printError(texts.shell(failure.message()))
        status = status.and(failure.status)
      }
    }
    return status
  }
}
