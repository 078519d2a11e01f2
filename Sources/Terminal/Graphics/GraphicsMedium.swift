/// How a terminal with kitty's protocol is given pixels.
package enum GraphicsMedium: String, Hashable, Sendable {
  /// In the escape codes themselves: works everywhere.
  case direct
  /// In POSIX shared memory, which the terminal unlinks: a query has to prove that it can.
  case sharedMemory = "shared-memory"
  /// In a temporary file, which the terminal deletes: a query has to prove that it can.
  case temporaryFile = "temporary-file"
}
