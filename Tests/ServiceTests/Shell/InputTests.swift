import Glibc
import Testing

@testable import Shell

@Suite(.timeLimit(.hang)) struct InputTests {
  @Test func `a descriptor that doesn't block is read to its end`() async throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let (reader, writer) = (ends[0], ends[1])
    defer { close(reader) }
    #expect(fcntl(reader, F_SETFL, O_NONBLOCK) == 0)
    async let read = blocking { ThisProcess.readAll(reader, atMost: 1_000) }
    let sent = (0..<200).map { UInt8($0) }
    for byte in sent {
      var byte = byte
      #expect(write(writer, &byte, 1) == 1)
      var unread: Int32 = 1
      while unread > 0 {
        await Task.yield()
        #expect(ioctl(reader, UInt(FIONREAD), &unread) == 0)
      }
    }
    close(writer)
    #expect(try await read == sent)
  }
}
