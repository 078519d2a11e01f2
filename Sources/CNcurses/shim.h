// Typed access to the parts of ncursesw that Swift cannot import. No logic lives here.
#pragma once
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <wchar.h>

// From <term.h>, whose macros are named like half of all variables.
typedef struct term TERMINAL;
extern int setupterm(const char *term, int output, int *error);
extern TERMINAL *set_curterm(TERMINAL *terminal);
extern int del_curterm(TERMINAL *terminal);

// Exported for tic, whose header <tic.h> needs files that are not installed.
extern const char *_nc_tic_dir(const char *directory);

/// What stands in one cell: a base character and up to four combining ones, zero-terminated.
/// A cell with an empty text is the right half of the wide character before it.
typedef struct {
  wchar_t text[6];
  attr_t attributes;
  int pair;
} nc_glyph;

enum { nc_run_limit = 512 };

static const attr_t nc_bold = A_BOLD;
static const attr_t nc_dim = A_DIM;
static const attr_t nc_underline = A_UNDERLINE;
static const attr_t nc_reverse = A_REVERSE;

static inline WINDOW *nc_stdscr(void) { return stdscr; }
static inline WINDOW *nc_curscr(void) { return curscr; }
/// The columns the C library, and so ncurses, gives a character; -1 when it knows none.
static inline int nc_width(wchar_t character) { return wcwidth(character); }

static inline int nc_colors(void) { return COLORS; }
static inline int nc_pairs(void) { return COLOR_PAIRS; }

/// A terminfo string with its two parameters; valid until the next call.
static inline const char *nc_instance(const char *capability, int first, int second) {
  return tiparm(capability, first, second);
}

/// Makes the terminfo database under a directory the first one that is looked in.
static inline void nc_use_terminfo(const char *directory) { _nc_tic_dir(directory); }

/// Has tigetstr() and tigetflag() answer from an entry until nc_leave_entry().
static inline bool nc_enter_entry(const char *term, int output) {
  int error = 0;
  return setupterm(term, output, &error) == OK;
}

static inline void nc_leave_entry(void) { del_curterm(set_curterm(NULL)); }

/// Puts at most `nc_run_limit` glyphs into one row of a window, without wrapping.
static inline int nc_put(WINDOW *window, int y, int x, const nc_glyph *glyphs, int count) {
  cchar_t row[nc_run_limit];
  int used = 0;
  for (int i = 0; i < count && i < nc_run_limit; i++) {
    if (glyphs[i].text[0] == 0) continue;
    int pair = glyphs[i].pair;
    setcchar(&row[used++], glyphs[i].text, glyphs[i].attributes, 0, &pair);
  }
  return mvwadd_wchnstr(window, y, x, row, used);
}
