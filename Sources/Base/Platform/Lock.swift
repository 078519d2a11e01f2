#if THREAD_SANITIZER
import Glibc

/// A lock around a value, and the only lock type of the project.
///
/// Thread Sanitizer on Linux doesn't support `Synchronization.Mutex` and reports false races.
/// Building with `-DTHREAD_SANITIZER` selects this version, which uses pthreads.
///
/// The `Sendable` conformance is unchecked, because the compiler knows no C mutexes. The value is
/// accessed in `withLock` only.
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

/// A lock around a value, and the only lock type of the project.
///
/// Thread Sanitizer on Linux doesn't support `Synchronization.Mutex` and reports false races.
/// Building with `-DTHREAD_SANITIZER` selects a version that uses pthreads.
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
