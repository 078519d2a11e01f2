import Model

/// Integer literals for numbered pages in tests.
extension PageToken: ExpressibleByIntegerLiteral {
  package init(integerLiteral number: Int) { self.init(number) }
}
