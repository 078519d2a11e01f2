import Localization

extension Listing {
  /// Prints the list.
  ///
  /// - Parameters:
  ///   - pictures: how thumbnails are drawn beside the rows; without it, there are none.
  ///   - isOffline: whether nothing may be requested.
  package func show(
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
    await keep(result, in: context)
    if let problem = result.staleBecause { Output.printError(texts.shell(.stale(problem))) }
    return .done
  }
}
