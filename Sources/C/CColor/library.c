// Loads Little CMS when a file has a profile that isn't sRGB. Most files have none.
#include "CColor.h"

#include "CPlatform.h"
#include <lcms2.h>
#include <lcms2_plugin.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(F)             \
  F(cmsGetEncodedCMMversion)     \
  F(cmsCreateContext)            \
  F(cmsDeleteContext)            \
  F(cmsOpenProfileFromMemTHR)    \
  F(cmsCreate_sRGBProfileTHR)    \
  F(cmsCloseProfile)             \
  F(cmsCreateTransformTHR)       \
  F(cmsDoTransform)              \
  F(cmsDeleteTransform)

// Version 2 is the interface of all releases since 2.0.
CPLATFORM_LIBRARY(ccolor_load, "liblcms2.so.2", FUNCTIONS)

int ccolor_version(void) { return ccolor_load() ? 0 : library.cmsGetEncodedCMMversion(); }

/// The maximum size of an allocation. A table of colours may have any declared size, up to 512 MB
/// by default, and is allocated before it is read.
enum { MOST_MEMORY = 16 << 20 };

static void *allocate(cmsContext context, cmsUInt32Number size) {
  (void)context;
  return size <= MOST_MEMORY ? malloc(size) : NULL;
}

static void *reallocate(cmsContext context, void *memory, cmsUInt32Number size) {
  (void)context;
  return size <= MOST_MEMORY ? realloc(memory, size) : NULL;
}

static void release(cmsContext context, void *memory) {
  (void)context;
  free(memory);
}

struct ccolor_conversion {
  cmsContext context;
  cmsHTRANSFORM transform;
  /// The number of bytes of a pixel before the conversion.
  size_t channels;
};

static cmsUInt32Number format(enum ccolor_pixels pixels) {
  switch (pixels) {
    // One channel, and two bytes that aren't read.
    case CCOLOR_GRAY: return COLORSPACE_SH(PT_GRAY) | EXTRA_SH(2) | CHANNELS_SH(1) | BYTES_SH(1);
    case CCOLOR_RGB: return TYPE_RGB_8;
    case CCOLOR_CMYK: return TYPE_CMYK_8_REV;
  }
  return 0;
}

ccolor_conversion *ccolor_conversion_make(const void *profile, uint32_t size,
                                          enum ccolor_pixels pixels) {
  // A context without a handler for errors drops them.
  cmsPluginMemHandler memory = {
      .base = {.Magic = cmsPluginMagicNumber, .ExpectedVersion = 2000, .Type = cmsPluginMemHandlerSig},
      .MallocPtr = allocate,
      .FreePtr = release,
      .ReallocPtr = reallocate,
  };
  ccolor_conversion *conversion = calloc(1, sizeof *conversion);
  if (!conversion) return NULL;
  conversion->channels = pixels == CCOLOR_CMYK ? 4 : 3;
  conversion->context = library.cmsCreateContext(&memory, NULL);
  if (conversion->context) {
    cmsHPROFILE source = library.cmsOpenProfileFromMemTHR(conversion->context, profile, size);
    cmsHPROFILE target = source ? library.cmsCreate_sRGBProfileTHR(conversion->context) : NULL;
    if (target) {
      // Without its cache of one pixel, threads can share a transform.
      conversion->transform = library.cmsCreateTransformTHR(
          conversion->context, source, format(pixels), target, TYPE_RGB_8,
          INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOCACHE);
      library.cmsCloseProfile(target);
    }
    if (source) library.cmsCloseProfile(source);
  }
  if (conversion->transform) return conversion;
  ccolor_conversion_free(conversion);
  return NULL;
}

void ccolor_convert(const ccolor_conversion *conversion, uint8_t *pixels, size_t count) {
  // Little CMS promises results in place only for pixels of the same size.
  uint8_t part[1024 * 4];
  const uint8_t *source = pixels;
  while (count > 0) {
    size_t fitting = count < 1024 ? count : 1024;
    memcpy(part, source, fitting * conversion->channels);
    library.cmsDoTransform(conversion->transform, part, pixels, (cmsUInt32Number)fitting);
    source += fitting * conversion->channels;
    pixels += fitting * 3;
    count -= fitting;
  }
}

void ccolor_conversion_free(ccolor_conversion *conversion) {
  if (!conversion) return;
  if (conversion->transform) library.cmsDeleteTransform(conversion->transform);
  if (conversion->context) library.cmsDeleteContext(conversion->context);
  free(conversion);
}
