import Localization
import Platform

/// The limits that the system sets to imagefeed, checked before the first thread starts.
enum Limits {
  /// The limits of this process; the first access raises the soft limit for descriptors.
  static let current = ResourceLimits.raised()

  /// The requirements of `show` for files.
  ///
  /// Measured: a photo of 24 megapixels needs 140 MiB of address space.
  static let rendering = ResourceLimits(descriptors: 4, addressSpace: 144 << 20)

  /// The requirements of a command that sends no request.
  static let command = ResourceLimits(
    descriptors: 40,
    addressSpace: 256 << 20,
    data: 160 << 20
  )

  /// The requirements of a command that sends requests.
  ///
  /// Measured with the demo service in the same process: `feed` needs 24 descriptors, 430 MiB of
  /// address space and 127 MiB of data.
  static let request = ResourceLimits(
    descriptors: 40,
    addressSpace: 512 << 20,
    data: 160 << 20
  )

  /// The requirements of a command that loads files of photos, and of the demo server.
  ///
  /// Measured with the demo service in the same process: twenty downloads at a time need 690 MiB of
  /// address space.
  static let files = ResourceLimits(
    descriptors: 40,
    addressSpace: 768 << 20,
    data: 160 << 20
  )

  /// The requirements of the interactive program.
  ///
  /// Measured with the demo service in the same process: the feed at 120×40 needs 36 descriptors,
  /// 590 MiB of address space and 150 MiB of data.
  static let program = ResourceLimits(
    descriptors: 48,
    addressSpace: 768 << 20,
    data: 256 << 20
  )

  /// Returns the number of downloads that may run at a time.
  ///
  /// A download has a file, its lock and a connection. Adding the credit opens a copy of the file.
  /// With the demo service, the other end of the connection is in this process too.
  static func downloads(_ wanted: Int) -> Int {
    current.fitting(wanted, descriptors: 5, reserve: command.descriptors)
  }

  /// Ends the process with a message if a limit is below what is needed.
  static func require(_ needed: ResourceLimits, _ texts: @autoclosure () -> Texts) {
    guard let shortage = current.shortage(needed) else { return }
    switch shortage {
    case .descriptors(let limit, let needed):
      Output.fail(texts().cli(.tooFewDescriptors(limit: limit, needed: needed)))
    case .memory(let limit, let needed, let option):
      Output.fail(texts().cli(.tooLittleMemory(limit: limit, needed: needed, option: option)))
    }
  }
}
