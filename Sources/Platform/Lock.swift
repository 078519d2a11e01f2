#if THREAD_SANITIZER
import Glibc

/// A lock around a value; the one lock type of the project.
///
/// Thread Sanitizer on Linux does not see `Synchronization.Mutex` and reports false races: build
/// with `-DTHREAD_SANITIZER` for this pthread-backed twin.
///
/// Unchecked, since the compiler knows no mutex of C: the value is reached in `withLock` only.
package final class Lock<Value>: @unchecked Sendable {  // every access holds the pthread mutex
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs a short, non-blocking body with exclusive access to the value.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
#else
import Synchronization

/// A lock around a value; the one lock type of the project.
///
/// Thread Sanitizer on Linux does not see `Synchronization.Mutex` and reports false races: build
/// with `-DTHREAD_SANITIZER` for a pthread-backed twin.
package final class Lock<Value>: Sendable {
  private let mutex: Mutex<Value>

  package init(_ value: sending Value) { mutex = Mutex(value) }

  /// Runs a short, non-blocking body with exclusive access to the value.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock(body)
  }
}
#endif
