import CPlatform

/// The C library's heap.
package enum Heap {
  /// Gives free pages back to the system; takes a millisecond.
  ///
  /// glibc has heaps for several threads and gives back only what is free at the end of each. What
  /// one thread allocates and another's heap will hold next would stay resident twice.
  package static func trim() { cplatform_trim_heap() }
}
