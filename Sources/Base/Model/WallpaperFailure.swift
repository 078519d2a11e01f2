/// The reason why a wallpaper can't be set or brought back.
package enum WallpaperFailure: Error, Equatable, Sendable {
  /// No desktop is running whose wallpaper can be set.
  case noDesktop
  /// - Parameter desktop: the name of the desktop that is running.
  case noProgram(String, desktop: String)
  /// - Parameter message: the text that the program printed; may be empty.
  case failed(program: String, message: String)
  /// The program took too long and was ended.
  case timedOut(program: String)
  /// imagefeed has set no wallpaper yet, or doesn't know the one before it.
  case noFormer(desktop: String)
  case problem(Problem)

  /// Returns the result of an operation, and throws its problem as the reason of the failure.
  package static func attempt<Value>(
    _ operation: @autoclosure () throws(Problem) -> Value
  ) throws(WallpaperFailure) -> Value {
    do throws(Problem) { return try operation() } catch { throw .problem(error) }
  }
}
