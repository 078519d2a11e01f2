import Localization

extension Listing {
  /// Prints the list.
  ///
  /// - Parameters:
  ///   - pictures: how thumbnails are drawn beside the rows; without it, there are none.
  ///   - isOffline: whether nothing may be requested.
  package func show(
    at place: Workplace,
    _ printer: RecordPrinter,
    pictures: PictureStyle?,
    isOffline: Bool,
    _ texts: Texts
  ) async throws(CommandFailure) -> CommandStatus {
    let result = try await result(at: place)
    if let pictures {
      let table = PictureTable(place, texts, style: pictures, isOffline: isOffline)
      await table.show(result.photos)
    } else {
      let records = await place.records(result.photos)
      Output.write(Array(printer.text(of: records).utf8))
    }
    await keep(result, at: place)
    if let problem = result.staleBecause { Output.complain(texts.shell(.stale(problem))) }
    return .done
  }
}
