/// How a terminal with kitty's protocol is given pixels.
package enum GraphicsMedium: String, Hashable, Sendable {
  /// In the escape codes themselves: works everywhere.
  case direct
  /// In shared memory, which the terminal unlinks; needs the same machine.
  case sharedMemory
  /// In a temporary file, which the terminal deletes; needs the same machine.
  case temporaryFile
}
