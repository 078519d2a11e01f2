/// Pictures as bytes for terminals that show pixels.
///
/// `PixelImage.Encoding` (Canvas) says what the bytes are; the escape codes around them are
/// Terminal's business, but for sixel, which is a sequence of its own.
package enum PixelEncoder {}
