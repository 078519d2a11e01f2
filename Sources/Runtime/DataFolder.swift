import Glibc

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

  /// The contents of a text file; nil, with `errno` set, when it cannot be read.
  package static func text(of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
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
