// The width of characters that the C library doesn't know yet.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <wchar.h>

// ncurses calls wcwidth() for the width of a character and omits characters without a width. glibc
// knows the octants of Unicode 16 from version 2.41 on. (They are in Symbols for Legacy Computing
// Supplement, from U+1CD00, and additions to the block before it.) The dynamic loader searches the
// program's own symbols before those of libraries, so ncurses calls this function.
typedef int (*width_function)(wchar_t);

static int unknown(wchar_t character) { return character >= 0x20 && character < 0x7F ? 1 : -1; }

int wcwidth(wchar_t character) {
  static width_function found;
  width_function next = __atomic_load_n(&found, __ATOMIC_ACQUIRE);
  if (!next) {
    next = (width_function)dlsym(RTLD_NEXT, "wcwidth");
    if (!next) next = unknown;
    __atomic_store_n(&found, next, __ATOMIC_RELEASE);
  }
  const int width = next(character);
  const int is_symbol = (character >= 0x1CD00 && character < 0x1CEB4)
                        || (character >= 0x1FBCB && character < 0x1FBF0);
  return width < 0 && is_symbol ? 1 : width;
}
