/// A QR code as a square of modules, the small squares it is made of.
package struct QRCode: Equatable, Sendable {
  /// Modules on a side, without the quiet zone: 17 and 4 for each version, 21 to 177.
  package let size: Int
  /// Row by row, `size * size` of them; true where a module is dark.
  package let modules: [Bool]

  /// Light modules that have to be around a code for scanners to find it (ISO/IEC 18004).
  package static let quietZone = 4

  package init(size: Int, modules: [Bool]) {
    precondition(modules.count == size * size, "a QR code has size × size modules")
    self.size = size
    self.modules = modules
  }

  /// Modules on a side with the quiet zone.
  package var fullSize: Int { size + 2 * Self.quietZone }

  /// Whether a module is dark, counted from the corner of the quiet zone; outside, all are light.
  package subscript(x: Int, y: Int) -> Bool {
    let (column, row) = (x - Self.quietZone, y - Self.quietZone)
    guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
    return modules[row * size + column]
  }
}
