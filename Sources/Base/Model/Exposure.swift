/// The access that other users had to a private file.
package enum Exposure: Equatable, Sendable {
  /// Other users could read or change the file until now.
  case ended
  /// Other users still have access, because the permissions couldn't be changed.
  case lasting
  /// Other users may have access, because the file system has no permissions, like VFAT.
  case permanent
}
