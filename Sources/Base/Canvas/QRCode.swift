/// A QR code as a square of modules, which are its smallest squares.
package struct QRCode: Equatable, Sendable {
  /// The modules per side without the quiet zone: 17 plus 4 per version, so 21 to 177.
  package let size: Int
  /// The modules row by row; true if a module is dark.
  ///
  /// There are `size * size`.
  package let modules: [Bool]

  /// The width of the light margin that scanners need to find a code, in modules (ISO/IEC 18004).
  package static let quietZone = 4

  package init(size: Int, modules: [Bool]) {
    precondition(modules.count == size * size, "a QR code has size × size modules")
    self.size = size
    self.modules = modules
  }

  /// The modules per side with the quiet zone.
  package var fullSize: Int { size + 2 * Self.quietZone }

  /// Whether a module is dark.
  ///
  /// Coordinates start at the corner of the quiet zone; outside of the code all modules are light.
  package subscript(x: Int, y: Int) -> Bool {
    let (column, row) = (x - Self.quietZone, y - Self.quietZone)
    guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
    return modules[row * size + column]
  }
}
