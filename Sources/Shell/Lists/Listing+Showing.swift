import Localization

extension Listing {
  /// Prints the list.
  ///
  /// - Parameters:
  ///   - pictures: The style of thumbnails beside the rows; `nil` for none.
  ///   - isOffline: Whether requests are forbidden.
  func show(
    in context: CommandContext,
    _ printer: RecordPrinter,
    pictures: PictureStyle?,
    isOffline: Bool,
    _ texts: Texts
  ) async throws(CommandFailure) -> CommandStatus {
    let result = try await result(in: context)
    if let pictures {
      let table = PictureTable(context, texts, style: pictures, isOffline: isOffline)
      await table.show(result.photos)
    } else {
      let records = await context.records(result.photos)
      Output.write(Array(printer.text(of: records).utf8))
    }
    await cache(result, in: context)
    if let problem = result.staleBecause { Output.printError(texts.shell(.stale(problem))) }
    return .done
  }
}
