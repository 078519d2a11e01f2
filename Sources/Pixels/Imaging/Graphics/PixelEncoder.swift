/// An encoder of bitmaps for terminals that show pixels.
///
/// `PixelImage.Encoding` (Canvas) describes the formats. The `Terminal` target adds the escape
/// codes, except for sixel, which is a sequence itself.
package enum PixelEncoder {}
