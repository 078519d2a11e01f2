import Terminal
import Testing

@Suite struct PassthroughEnvelopeTests {
  @Test func `tmux receives the code with every escape doubled`() {
    let code = Array("\u{1B}_Gi=31,a=q;AAAA\u{1B}\\".utf8)
    let wrapped = "\u{1B}Ptmux;\u{1B}\u{1B}_Gi=31,a=q;AAAA\u{1B}\u{1B}\\\u{1B}\\"
    #expect(PassthroughEnvelope.tmux.wrap(code) == Array(wrapped.utf8))
    #expect(PassthroughEnvelope.none.wrap(code) == code)
  }

  @Test func `code that tmux would drop isn't sent at all`() {
    let small = [UInt8](repeating: 0x61, count: (1 << 20) - 10)
    let large = [UInt8](repeating: 0x61, count: (1 << 20) - 9)
    #expect(PassthroughEnvelope.tmux.wrap(small) != nil)
    #expect(PassthroughEnvelope.tmux.wrap(large) == nil)
    #expect(PassthroughEnvelope.none.wrap(large) == large)
  }
}
