import Canvas
import Glibc
import Imaging
import Localization

/// The reason why a picture couldn't be printed.
enum DrawingFailure: Error {
  case command(id: String, CommandFailure)
  case picture(name: String, ImagingError)

  /// Prints the failure to standard error.
  func printError(_ texts: Texts) -> CommandStatus {
    switch self {
    case .command(let id, let failure):
      Output.printError(texts.shell(failure.message(about: id)))
      return failure.status
    case .picture(let name, let error):
      Output.printError(texts.cli(error.message(name)))
      if case .file(_, ENOENT) = error { return .notFound }
      return .failed
    }
  }
}

extension PictureStyle {
  func picture(
    _ source: PictureLoader.Source,
    named name: String,
    box: Size
  ) throws(DrawingFailure) -> DrawnPicture {
    do throws(ImagingError) {
      switch source {
      case .file(let path): return try draw(file: path, box: box)
      case .bytes(let bytes): return try draw(bytes, box: box)
      }
    } catch {
      throw .picture(name: name, error)
    }
  }
}
