import Foundation
import Harness
import Testing

/// Pictures with a colour profile, drawn by the whole program.
@Suite(.endToEnd) struct ColorConversionTests {
  private let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures").path

  @Test func `without Little CMS colours aren't converted, and the doctor says so`() throws {
    try Stage.run { stage in
      let folder = URL(fileURLWithPath: stage.home.path).appendingPathComponent("broken")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data().write(to: folder.appendingPathComponent("liblcms2.so.2"))
      let broken = ["LD_LIBRARY_PATH": folder.path]
      func draw(_ name: String, _ environment: [String: String] = [:]) throws -> String {
        let file = fixtures + "/\(name).jpg"
        let result = try stage.output(
          "show",
          file,
          "--size",
          "24x8",
          "--graphics",
          "symbols",
          "--colors",
          "24bit",
          environment: environment
        )
        #expect(result.status == 0)
        // Without the file's name below the picture.
        return result.text.split(separator: "\n").dropLast().joined(separator: "\n")
      }
      // The files have the same numbers.
      #expect(try draw("no-profile").contains("2;201;80;61"))
      #expect(try draw("display-p3").contains("2;217;69;51"))
      #expect(try draw("adobe-rgb").contains("2;231;79;57"))
      #expect(try draw("display-p3", broken) == draw("no-profile", broken))

      let doctor = try stage.output("doctor", environment: broken)
      #expect(doctor.status == 0)
      #expect(doctor.text.contains("liblcms2: not found"))
      #expect(doctor.text.contains("Without liblcms2, photos in Display P3"))
      let complete = try stage.output("doctor")
      #expect(complete.text.contains(#/liblcms2 2\.[0-9]+/#))
      #expect(!complete.text.contains("Without liblcms2"))
    }
  }
}
