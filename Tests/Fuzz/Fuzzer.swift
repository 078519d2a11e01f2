import Dispatch
import FuzzTargets
import Glibc
import Platform

/// The target that libFuzzer's inputs are passed to, named by `IMAGEFEED_FUZZ`.
///
/// `nonisolated(unsafe)` satisfies the compiler. libFuzzer passes one input after another.
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

/// Runs the target on one input, and blocks libFuzzer's own thread, which runs no Swift tasks.
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
