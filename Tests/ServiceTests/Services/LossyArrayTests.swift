import Foundation
import ServiceAPI
import Testing

@Suite struct LossyArrayTests {
  private func decoded(_ text: String) throws -> LossyArray<Int> {
    try LenientJSON.decode(from: Array(text.utf8))
  }

  @Test func `every skipped element counts, and the first ones have reasons`() throws {
    let values = Array(repeating: "\"x\"", count: 25) + ["1", "2"]
    let array = try decoded("[\(values.joined(separator: ","))]")
    #expect(array.elements == [1, 2])
    #expect(array.count == 27 && array.skipped == 25 && array.failures.count == 10)
    #expect(!array.isUnreadable)
    let log = LogLines()
    array.logSkipped("number", to: log.logger)
    #expect(log.all.count == 11)
    #expect(log.all.last?.contains("\"count\": 15") == true)
  }

  @Test func `no array is longer than that of any service`() throws {
    func list(_ count: Int) -> String {
      "[\(Array(repeating: "0", count: count).joined(separator: ","))]"
    }
    #expect(try decoded(list(10_000)).count == 10_000)
    #expect(throws: DecodingError.self) { try decoded(list(10_001)) }
  }
}
