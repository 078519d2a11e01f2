import Model

// Corrects a list by the pages that arrive.
extension PhotoList {
  /// Returns the index after the last photo of the previous page; `nil` if that is unknown.
  ///
  /// A page certainly begins there unless photos were removed between the two responses.
  ///
  /// - Parameter total: the number of photos in the whole list as counted by the service.
  func start(of number: PageToken, _ total: Int?) -> (index: Int, isCertain: Bool)? {
    guard number != .first else { return (0, true) }
    guard let previous = checked?.values.first(where: { $0.next == number }),
      let last = previous.last.flatMap(order.firstIndex)
    else { return nil }
    return (last + 1, previous.total ?? .max <= total ?? 0)
  }

  /// Returns the indices of the photos that a page covers; `nil` if that is uncertain.
  ///
  /// - Parameters:
  ///   - ids: the photos of the page, each once.
  ///   - start: the index of its first photo; `nil` to begin at its first known photo.
  ///   - other: the index of its photos if none of them is known.
  ///   - isNext: whether the page is the one after the list.
  ///   - isLast: whether no photo follows the page.
  ///   - reach: the maximum distance between photos of the page. If it is larger, photos have
  ///     moved, or the service has repeated them.
  func part(
    of ids: [Photo.ID],
    from start: Int?,
    or other: Int?,
    isNext: Bool,
    isLast: Bool,
    reach: Int
  ) -> Range<Int>? {
    let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    // The photos in the same order as in the list, the last one first, without large distances.
    var pieces: [[Int]] = [[]]
    for place in ids.reversed().compactMap({ places[$0] })
    where place >= start ?? 0 && place < pieces.last?.last ?? .max {
      let next = pieces.last?.last ?? place
      if next - place > reach { pieces.append([]) }
      pieces[pieces.count - 1].append(place)
    }
    var piece = pieces.max { $0.count < $1.count } ?? []
    if isNext, start == nil, order.count - (piece.first ?? 0) > reach { piece = [] }
    guard let start = start ?? piece.last else {
      return (isNext ? order.count : other).map { $0..<$0 }
    }
    if isLast { return start..<order.count }
    guard let first = piece.last, let last = piece.first else {
      // After a certain start, the rest of the list is gone if the next page is new.
      let isNew = isNext && ids.allSatisfy { places[$0] == nil }
      return start..<(isNew && order.count - start < reach ? order.count : start)
    }
    return start..<(first - start < reach || 2 * piece.count >= ids.count ? last + 1 : start)
  }

  /// Replaces the photos that a page covers by the page.
  ///
  /// - Parameter isKept: returns whether a photo stays where it is, whatever the page contains.
  mutating func replace(_ part: Range<Int>, by ids: [Photo.ID], keeping isKept: (Photo.ID) -> Bool)
  {
    let (inPage, head) = (Set(ids), order[..<part.lowerBound])
    let kept = part.filter { isKept(order[$0]) }
    let staying = Set(head + kept.map { order[$0] })
    var new = ids.filter { !staying.contains($0) }
    for index in kept { new.insert(order[index], at: min(index - head.count, new.count)) }
    order = head + new + order[part.upperBound...].filter { !inPage.contains($0) }
    known = Set(order)
  }
}
