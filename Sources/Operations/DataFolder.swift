import Glibc
import Platform

/// Where the files that come with the program are: demo photographs, credits, sample configuration.
package enum DataFolder {
  /// The variable that names the folder, over everything else.
  package static let variable = "IMAGEFEED_DATADIR"

  /// The folder that holds `demo/photos.json`; nil when there is none.
  ///
  /// Looked for in the variable, in `../share/imagefeed` beside the program, and, for a program
  /// that was built but not installed, in the `Resources` of a folder above it.
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

  /// The contents of a text file.
  package static func text(of path: String) throws(DescriptorError) -> String {
    String(decoding: try RegularFile.contents(of: path), as: UTF8.self)
  }

  /// The places that are looked at, for an error that names them.
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
