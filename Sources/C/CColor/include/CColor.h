// Conversion of pixels from the colours of an ICC profile to sRGB: Little CMS, loaded at first use.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The arrangement of pixels before a conversion. Afterwards, they have three bytes each.
enum ccolor_pixels {
  /// Three equal bytes.
  CCOLOR_GRAY,
  CCOLOR_RGB,
  /// Four bytes, inverted as in Adobe's JPEG files.
  CCOLOR_CMYK,
};

/// A conversion from one profile. Any number of threads may use it at a time.
typedef struct ccolor_conversion ccolor_conversion;

/// Loads Little CMS on the first call. Any thread may call it.
///
/// Returns NULL, or the dynamic loader's message if Little CMS can't be loaded.
const char *ccolor_load(void);

/// Returns the version of Little CMS, such as 2140 for 2.14. Returns 0 if it can't be loaded. Loads
/// it if necessary.
int ccolor_version(void);

// The functions below may be called only after `ccolor_load` has returned NULL.

/// Creates a conversion with relative colorimetric intent and without black-point compensation.
///
/// Returns NULL if the profile is damaged or doesn't describe these pixels, or without memory.
ccolor_conversion *ccolor_conversion_make(const void *profile, uint32_t size,
                                          enum ccolor_pixels pixels);

/// Converts `count` pixels in place. The results begin at the first byte, three bytes for each.
void ccolor_convert(const ccolor_conversion *conversion, uint8_t *pixels, size_t count);

void ccolor_conversion_free(ccolor_conversion *conversion);
