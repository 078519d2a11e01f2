import Foundation
import Glibc

/// A reader of QR codes, like a phone, with zbar's command.
package enum BarcodeReader {
  /// Whether the command is installed.
  ///
  /// Tests that need it are skipped without it.
  package static let isThere: Bool = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains { access("\($0)/zbarimg", X_OK) == 0 }
  }()

  /// Returns the texts of a picture's codes.
  ///
  /// - Parameter pixels: rows of equal length; `true` is dark.
  package static func read(_ pixels: [[Bool]]) throws -> [String] {
    let scale = 6
    let width = (pixels.first?.count ?? 0) * scale
    var file = Array("P5 \(width) \(pixels.count * scale) 255\n".utf8)
    for row in pixels {
      let line = row.flatMap { [UInt8](repeating: $0 ? 0 : 255, count: scale) }
      for _ in 0..<scale { file += line }
    }
    let path = NSTemporaryDirectory() + "imagefeed-code-\(UUID().uuidString).pgm"
    try Data(file).write(to: URL(filePath: path))
    defer { unlink(path) }
    let result = try Subprocess.run(
      ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path],
      environment: ProcessInfo.processInfo.environment
    )
    return result.text.split(separator: "\n").map(String.init)
  }

  /// Returns the pixels of text on a screen: two per character, one above the other, dark for block
  /// elements.
  package static func pixels(ofText text: String) -> [[Bool]] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    let columns = lines.map(\.count).max() ?? 0
    return lines.flatMap { line in
      let padded = line + Array(repeating: " ", count: columns - line.count)
      return [padded.map { "█▀".contains($0) }, padded.map { "█▄".contains($0) }]
    }
  }
}
