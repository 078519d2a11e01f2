import Foundation
import Glibc
import Harness
import Model
import Testing

/// Checks of the gallery, by sizes and by bytes.
@Suite(.endToEnd) struct ShellVerifyTests {
  @Test func `verify reads all files and shows its progress, and doctor compares sizes`() throws {
    try Stage.run { stage in
      let script = try Script(stage, stage.demo())
      let files = try stage.home.keepPhotographs(5) { _ in .feed }
      let shown = try script.run("script -qec '\"$imagefeed\" gallery verify' /dev/null").text
      #expect(shown.contains("0/5  0 B/") && shown.contains("5 photos checked"))
      let silent = try script.run("$imagefeed gallery verify 2>&1")
      #expect(silent.status == 0 && silent.text == "5 photos checked\n")

      // Other bytes of the same number, which only reading detects; and a shorter file.
      for (file, size) in try [(files.at(1), nil), (files.at(3), 100)] as [(String, Int?)] {
        var bytes = try Data(contentsOf: URL(filePath: file))
        bytes[bytes.count / 2] ^= 1
        unlink(file)
        try bytes.prefix(size ?? bytes.count).write(to: URL(filePath: file))
      }
      let verified = try script.run("$imagefeed gallery verify 2>&1")
      #expect(verified.status == 1 && verified.text.split(separator: "\n").count == 2)
      #expect(try verified.text.contains(files.at(1)) && verified.text.contains(files.at(3)))
      let doctor = try script.run("$imagefeed doctor --edition extended 2>&1").text
      #expect(doctor.contains("damaged: unsplash-kept-3.jpg\n"))
    }
  }
}
