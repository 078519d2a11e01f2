import CPlatform

/// The C library's heap.
package enum Heap {
  /// Returns free pages to the system; takes a millisecond.
  ///
  /// glibc has separate heaps for several threads, and returns only the free memory at the end of
  /// each. Memory that one thread frees would stay resident, in addition to the memory that another
  /// thread allocates next.
  package static func trim() { cplatform_trim_heap() }
}
