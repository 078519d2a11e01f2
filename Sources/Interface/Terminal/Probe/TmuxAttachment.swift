import Glibc

/// The detection of a client that attaches to a tmux server that had none.
///
/// The client may be another terminal, which has none of the images sent before. tmux makes its
/// socket executable while a client is attached (`server_update_socket()` in its server.c).
/// Attaching is therefore noticed without polling and without a setting of the user.
final class TmuxAttachment {
  /// The descriptor that is readable when `isNew()` has work.
  let descriptor: Int32
  private let socket: String

  /// Starts watching tmux's socket.
  ///
  /// - Parameter environment: the environment; its variable `TMUX` names the socket.
  /// - Returns: `nil` if there is no socket or it can't be watched.
  init?(environment: [String: String]) {
    guard let socket = environment["TMUX"]?.split(separator: ",").first.map(String.init) else {
      return nil
    }
    // IN_NONBLOCK and IN_CLOEXEC have the same values as these.
    descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    self.socket = socket
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, socket, UInt32(IN_ATTRIB)) >= 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Whether a client has attached since the last call.
  func isNew() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var hasChanged = false
    while read(descriptor, &buffer, buffer.count) > 0 { hasChanged = true }
    return hasChanged && access(socket, X_OK) == 0
  }
}
