import HTTP
import Localization
import Model
import Settings

extension Doctor {
  /// Returns the paths of the trusted certificates, and the settings that name them.
  func certificates(_ texts: Texts, _ configuration: Configuration) -> DoctorFinding {
    let authorities = CertificateAuthorities(configuration, environment: environment)
    let system = CurlTransport.systemAuthorities
    let places = [(authorities.file, system.file), (authorities.folder, system.folder)]
    var lines: [String] = places.compactMap { chosen, standard in
      if let chosen { return chosen.path + " " + texts.doctor(.because(chosen.setting)) }
      return standard.map { "\($0) (\(texts.doctor(.systemDefault)))" }
    }
    var fields: [String: DoctorValue] = [
      "file": .text(authorities.file?.path ?? system.file),
      "folder": .text(authorities.folder?.path ?? system.folder),
      "fileSource": .text(authorities.file?.setting),
      "folderSource": .text(authorities.folder?.setting),
    ]
    do throws(Problem) { try authorities.check() } catch {
      let text = texts.cli(.problem(error))
      lines.append(text)
      fields["error"] = .text(text)
    }
    if lines.isEmpty { lines = [texts.doctor(.systemDefault)] }
    return DoctorFinding(.certificates, lines, .fields(fields))
  }
}
