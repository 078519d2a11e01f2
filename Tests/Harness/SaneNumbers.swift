import Model

/// Returns the paths of numbers within a value, at any depth, that the program must not contain.
package func implausibleNumbers(in value: Any, _ path: String = "") -> [String] {
  switch value {
  case is CalendarDate: return []
  case let photo as Photo:
    let sides = [photo.width, photo.height].filter { !SanityLimits.side.contains($0) }
    return sides.map { "\(path): side \($0)" } + members(of: value, path)
  case let number as Int: return SanityLimits.count.contains(number) ? [] : ["\(path): \(number)"]
  case let number as Int64: return SanityLimits.bytes.contains(number) ? [] : ["\(path): \(number)"]
  case let number as Double: return SanityLimits.time.contains(number) ? [] : ["\(path): \(number)"]
  default: return members(of: value, path)
  }
}

private func members(of value: Any, _ path: String) -> [String] {
  Mirror(reflecting: value).children.flatMap { child in
    implausibleNumbers(in: child.value, path + "." + (child.label ?? ""))
  }
}
