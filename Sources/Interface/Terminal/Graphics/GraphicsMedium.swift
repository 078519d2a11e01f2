/// The medium for sending pixels to a terminal with kitty's protocol.
package enum GraphicsMedium: String, Hashable, Sendable {
  /// The escape codes themselves.
  ///
  /// Works everywhere.
  case direct
  /// POSIX shared memory, which the terminal unlinks.
  ///
  /// Used after a query has proved that it can read it.
  case sharedMemory = "shared-memory"
  /// A temporary file, which the terminal deletes.
  ///
  /// Used after a query has proved that it can read it.
  case temporaryFile = "temporary-file"
}
