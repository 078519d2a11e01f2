import Model

// Corrects a list by the pages that arrive.
extension PhotoList {
  /// Returns the indices of the photos that a page covers, from its first known photo to its last
  /// one; `nil` if that is uncertain.
  ///
  /// - Parameters:
  ///   - ids: the photos of the page, each once.
  ///   - index: the index of the page.
  ///   - size: the number of photos in a page.
  ///   - isNext: whether the page is the one after the list.
  ///   - isLast: whether no photo follows the page.
  ///   - reach: the maximum distance between photos of the page. One farther away has moved, or the
  ///     service has repeated it.
  func part(
    of ids: [Photo.ID],
    at index: Int,
    _ size: Int,
    isNext: Bool,
    isLast: Bool,
    reach: Int
  ) -> Range<Int>? {
    let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    let before = index == 0 ? -1 : checked?[index - 1].flatMap { places[$0] }
    // In the list, a page doesn't begin earlier than at the service.
    let floor = before ?? (isNext ? 0 : index * size) - 1
    // The photos in the same order as in the list, the last one first.
    var run: [Int] = []
    for place in ids.reversed().compactMap({ places[$0] })
    where place > floor && place < run.last ?? .max { run.append(place) }
    while let last = run.first, let other = run.dropFirst().first ?? before, last - other > reach {
      run.removeFirst()
    }
    while before == nil, run.count > 1, run[run.count - 2] - run[run.count - 1] > reach {
      run.removeLast()
    }
    let start = before.map { $0 + 1 } ?? run.last
    if isNext {
      let repeatsEnd = reach > 0 && run.first == order.count - 1
      return (repeatsEnd ? start ?? order.count : order.count)..<order.count
    }
    return start.map { $0..<(isLast ? order.count : max($0, run.first.map { $0 + 1 } ?? 0)) }
  }

  /// Replaces the photos that a page covers by the page.
  ///
  /// - Parameter isKept: returns whether a photo stays where it is, whatever the page contains.
  mutating func replace(_ part: Range<Int>, by ids: [Photo.ID], keeping isKept: (Photo.ID) -> Bool)
  {
    let (inPage, head) = (Set(ids), order[..<part.lowerBound])
    let kept = part.filter { isKept(order[$0]) }
    var new = ids.filter(inPage.subtracting(head).subtracting(kept.map { order[$0] }).contains)
    for index in kept { new.insert(order[index], at: min(index - head.count, new.count)) }
    order = head + new + order[part.upperBound...].filter { !inPage.contains($0) }
    known = Set(order)
  }
}

extension Library {
  /// Whether a photo stays in its place in a list, because a page may be older than the user's
  /// change.
  func isKept(_ id: Photo.ID, in list: ListID) -> Bool {
    list == .favourites
      ? likes.isNewer(id) || favourites.recent.contains(id)
      : collectionEdit.confirmed.contains {
        $0.photo == id && $0.isIn && .collection($0.collection) == list
      }
  }

  /// Clears the hearts of photos that the list of favourites doesn't contain.
  ///
  /// - Returns: the photos that had a heart.
  mutating func clearHearts(of candidates: [Photo.ID]) -> [Photo.ID] {
    let favourites = lists[.favourites].known
    let unliked = candidates.filter {
      photos[$0]?.isLiked == true && !favourites.contains($0) && serves($0)
        && !isKept($0, in: .favourites)
    }
    for id in unliked { photos[id]?.isLiked = false }
    return unliked
  }

  /// Whether a list has another number of photos than the service counts.
  func contradictsTotal(_ list: ListID) -> Bool {
    let total = list == .favourites ? favouritesCount : lists[list].total
    let count = lists[list].order.count
    return total.map { lists[list].hasEnded ? $0 != count : $0 < count } ?? false
  }
}
