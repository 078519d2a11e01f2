import Dispatch
import FuzzTargets
import Glibc
import Platform

/// What libFuzzer feeds: the target that `IMAGEFEED_FUZZ` names.
///
/// Unsafe only by its type: libFuzzer gives it one input after another.
nonisolated(unsafe) private let target: any FuzzTarget = {
  let name = getenv("IMAGEFEED_FUZZ").map { String(cString: $0) } ?? ""
  do {
    guard let make = FuzzTargets.all[name] else {
      throw Finding("IMAGEFEED_FUZZ names none of \(FuzzTargets.all.keys.sorted())")
    }
    return try make()
  } catch {
    fatalError("\(error)")
  }
}()

/// Waits on libFuzzer's own thread, which is none of those that tasks run on.
@_cdecl("LLVMFuzzerTestOneInput")
func feed(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: data, count: count))
  let finding = Lock<Finding?>(nil)
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    do throws(Finding) {
      try await target.run(input)
    } catch {
      finding.withLock { $0 = error }
    }
    isDone.signal()
  }
  isDone.wait()
  if let finding = finding.withLock({ $0 }) { fatalError("\(finding)") }
  return 0
}
