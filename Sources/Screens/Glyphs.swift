/// The signs screens draw with; none needs a patched font, and each has an ASCII form.
package struct Glyphs: Equatable, Sendable {
  package var isASCII: Bool

  package static let unicode = Glyphs(isASCII: false)
  package static let ascii = Glyphs(isASCII: true)
}
