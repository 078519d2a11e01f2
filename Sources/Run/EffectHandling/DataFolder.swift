import Glibc
import Platform

/// The folder of files installed with the program: demo photos, credits, sample configuration.
package enum DataFolder {
  /// The environment variable that overrides the folder.
  package static let variable = "IMAGEFEED_DATADIR"

  /// Finds the folder that contains `demo/photos.json`; `nil` if there is none.
  ///
  /// Searches the variable's folder and, if it isn't set, `../share/imagefeed` relative to the
  /// program. For a program that isn't installed, searches `Resources` in the folders above it.
  package static func find(environment: [String: String]) -> String? {
    if let named = environment[variable], !named.isEmpty { return holdsPhotos(named) }
    guard let program = executable else { return nil }
    var folder = parent(program)
    if let installed = holdsPhotos(parent(folder) + "/share/imagefeed") { return installed }
    while !folder.isEmpty {
      if let source = holdsPhotos(folder + "/Resources") { return source }
      folder = parent(folder)
    }
    return nil
  }

  /// Returns the contents of a text file.
  package static func text(of path: String) throws(DescriptorError) -> String {
    String(decoding: try RegularFile.contents(of: path), as: UTF8.self)
  }

  /// Returns the searched folders, for an error message.
  package static func places(environment: [String: String]) -> [String] {
    let folder = executable.map(parent) ?? ""
    return [
      environment[variable] ?? "", parent(folder) + "/share/imagefeed", folder + "/Resources",
    ]
    .filter { !$0.isEmpty }
  }

  private static func holdsPhotos(_ folder: String) -> String? {
    access(folder + "/demo/photos.json", R_OK) == 0 ? folder : nil
  }

  private static var executable: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  private static func parent(_ path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
}
