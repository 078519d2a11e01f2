import Glibc

/// Hears of it when somebody attaches to a tmux server that nobody was attached to: it may be
/// another terminal, which has none of the images that the last one was sent.
///
/// tmux lets its socket be executable as long as anybody is attached (`server_update_socket()` of
/// its server.c): that is seen without asking again and again, and without a setting of the
/// person's.
final class TmuxAttachment {
  /// Readable when `isNew()` has something to report.
  let descriptor: Int32
  private let socket: String

  /// - Parameter environment: `TMUX` names the socket; nil where it cannot be watched.
  init?(environment: [String: String]) {
    guard let socket = environment["TMUX"]?.split(separator: ",").first.map(String.init) else {
      return nil
    }
    // IN_NONBLOCK and IN_CLOEXEC are the same numbers.
    descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    self.socket = socket
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, socket, UInt32(IN_ATTRIB)) >= 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Whether somebody has attached since the last call.
  func isNew() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var hasChanged = false
    while read(descriptor, &buffer, buffer.count) > 0 { hasChanged = true }
    return hasChanged && access(socket, X_OK) == 0
  }
}
