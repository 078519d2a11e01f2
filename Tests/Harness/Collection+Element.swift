extension Collection where Index == Int {
  /// Returns the element at an index.
  ///
  /// For results that a failing program may shorten: a missing element fails the test, and a plain
  /// subscript would end the whole run.
  package func at(_ index: Int) throws -> Element {
    guard indices.contains(index) else { throw Failure("no element \(index) in: \(self)") }
    return self[index]
  }
}

extension MutableCollection where Index == Int {
  /// The element at an index; `nil` if there is none.
  ///
  /// For the expected state of a failing program: writing to a missing element changes nothing, so
  /// the states differ. A plain subscript would end the whole run.
  package subscript(at index: Int) -> Element? {
    get { indices.contains(index) ? self[index] : nil }
    set {
      if let newValue, indices.contains(index) { self[index] = newValue }
    }
  }
}
