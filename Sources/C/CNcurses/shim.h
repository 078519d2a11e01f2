// Typed access to the parts of ncursesw that Swift can't import. Contains no logic.
#pragma once
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <wchar.h>

// Declarations from <term.h>. Its macros have the names of many common variables.
typedef struct term TERMINAL;
extern int setupterm(const char *term, int output, int *error);
extern TERMINAL *set_curterm(TERMINAL *terminal);
extern int del_curterm(TERMINAL *terminal);

// Exported for tic. Its header <tic.h> needs files that aren't installed.
extern const char *_nc_tic_dir(const char *directory);

/// The contents of one cell: a base character and up to four combining ones, zero-terminated. A
/// cell with an empty text is the right half of the wide character before it.
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
static const attr_t nc_standout = A_STANDOUT;

static inline WINDOW *nc_stdscr(void) { return stdscr; }
static inline WINDOW *nc_curscr(void) { return curscr; }
/// Returns the width of a character in the C library, and therefore in ncurses; -1 if it is
/// unknown.
static inline int nc_width(wchar_t character) { return wcwidth(character); }

static inline int nc_colors(void) { return COLORS; }
static inline int nc_pairs(void) { return COLOR_PAIRS; }

/// Returns a terminfo string with its two parameters. It is valid until the next call.
static inline const char *nc_instance(const char *capability, int first, int second) {
  return tiparm(capability, first, second);
}

/// Makes ncurses search the terminfo database in a directory first.
static inline void nc_use_terminfo(const char *directory) { _nc_tic_dir(directory); }

/// Makes tigetstr() and tigetflag() read from an entry until nc_leave_entry() is called.
static inline bool nc_enter_entry(const char *term, int output) {
  int error = 0;
  return setupterm(term, output, &error) == OK;
}

static inline void nc_leave_entry(void) { del_curterm(set_curterm(NULL)); }

/// Writes at most `nc_run_limit` glyphs into one row of a window, without wrapping.
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
