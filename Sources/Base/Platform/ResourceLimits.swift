import Glibc

/// The limits that the system sets for this process: `ulimit -n`, `-v` and `-d`.
///
/// libdispatch aborts if it can't open a descriptor, and waits forever if it can't start a thread.
/// A process whose limits are too low must exit before the first thread starts.
package struct ResourceLimits: Equatable, Sendable {
  /// The maximum number of open descriptors.
  package var descriptors: Int
  /// The maximum size of the address space in bytes; `Int.max` if there is no limit.
  package var addressSpace: Int
  /// The maximum size of private writable memory in bytes; `Int.max` if there is no limit.
  package var data: Int

  package init(descriptors: Int, addressSpace: Int = .max, data: Int = .max) {
    self.descriptors = descriptors
    self.addressSpace = addressSpace
    self.data = data
  }

  /// The soft limit to request for descriptors.
  ///
  /// Child processes inherit the limit, and programs that use `select` can't handle more
  /// descriptors.
  private static let preferredDescriptorLimit: rlim_t = 1024

  /// Raises the soft limit for descriptors as far as is useful and allowed, and reads all limits.
  ///
  /// Call this before the first thread starts.
  package static func raised() -> ResourceLimits {
    var descriptors = limit(RLIMIT_NOFILE)
    if descriptors.rlim_cur < preferredDescriptorLimit, descriptors.rlim_cur < descriptors.rlim_max
    {
      let soft = descriptors.rlim_cur
      descriptors.rlim_cur = min(descriptors.rlim_max, preferredDescriptorLimit)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      if setrlimit(resource, &descriptors) != 0 { descriptors.rlim_cur = soft }
    }
    return ResourceLimits(
      descriptors: Int(clamping: descriptors.rlim_cur),
      addressSpace: addressSpace,
      data: Int(clamping: limit(RLIMIT_DATA).rlim_cur)
    )
  }

  /// The maximum size of the address space in bytes; `Int.max` if there is no limit.
  package static var addressSpace: Int { Int(clamping: limit(RLIMIT_AS).rlim_cur) }

  private static func limit(_ resource: __rlimit_resource) -> rlimit {
    var limit = rlimit()
    let result = getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    return result == 0 ? limit : rlimit(rlim_cur: .max, rlim_max: .max)
  }

  /// A limit that is below what the process needs.
  package enum Shortage: Equatable, Sendable {
    case descriptors(limit: Int, needed: Int)
    /// Memory in bytes; `option` is the letter of the limit in `ulimit`.
    case memory(limit: Int, needed: Int, option: Character)
  }

  /// Returns the first limit that is below what is needed; `nil` if all suffice.
  package func shortage(_ needed: ResourceLimits) -> Shortage? {
    if descriptors < needed.descriptors {
      return .descriptors(limit: descriptors, needed: needed.descriptors)
    }
    if addressSpace < needed.addressSpace {
      return .memory(limit: addressSpace, needed: needed.addressSpace, option: "v")
    }
    if data < needed.data { return .memory(limit: data, needed: needed.data, option: "d") }
    return nil
  }

  /// Returns the number of tasks that may run at a time; at least one.
  ///
  /// - Parameters:
  ///   - wanted: The number of tasks if descriptors are plentiful.
  ///   - descriptors: The maximum number of descriptors that one task opens.
  ///   - reserve: The number of descriptors for the rest of the process.
  package func fitting(_ wanted: Int, descriptors each: Int, reserve: Int) -> Int {
    min(wanted, max(1, (descriptors - reserve) / each))
  }
}
