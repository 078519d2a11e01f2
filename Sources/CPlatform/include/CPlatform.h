// The few things of the platform that Swift cannot reach. No policy lives here.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Starts a program (looked up in PATH) in a session of its own, with default signals, an empty
/// signal mask, no descriptors beyond 0–2, and those three on /dev/null except the ones given
/// (-1 for /dev/null). Returns 0 or an errno; the caller reaps `*pid`.
int cplatform_spawn(const char *file, char *const argv[], char *const envp[], int input,
                    int output, int error, pid_t *pid);

/// A non-blocking counter to wake a poll() with. Returns a descriptor or -1 with errno.
int cplatform_eventfd(void);

/// Blocks the signals for the calling thread (and the threads it starts) and returns a
/// non-blocking descriptor they are read from, or -1 with errno.
int cplatform_signalfd(const int *signals, int count);

/// Whether the process ignores the signal.
bool cplatform_ignores(int signal);

/// The next signal that came in, or 0 when there is none.
int cplatform_signalfd_next(int descriptor);

/// Gives the heap's free pages back to the system.
void cplatform_trim_heap(void);

/// A file that lives in memory only. Returns a descriptor or -1 with errno.
int cplatform_memfd(const char *name);

/// Sets an extended attribute of a file. Returns 0 or an errno.
int cplatform_set_attribute(const char *path, const char *name, const void *value, size_t size);

/// Reads one into `value`. Returns its bytes, or -1 with errno (`ERANGE` for more than `size`).
ssize_t cplatform_attribute(const char *path, const char *name, void *value, size_t size);

/// Removes one, where there is one.
void cplatform_remove_attribute(const char *path, const char *name);

/// Enough for the modes and for freeing 240 images through a terminal multiplexer.
enum { cplatform_guard_limit = 16 * 1024 };

/// Makes every signal that ends the process first write `teardown` to the terminal and set its
/// attributes (a `struct termios`).
///
/// Then the signal takes its course: with the handler that was installed before if `chain` is not 0,
/// else with its default action. HUP, INT and TERM are left to the program, ignored signals stay
/// ignored. Unless `discards_input` is 0, input that was not read is discarded.
///
/// Call it again to change the teardown, but not from several threads at once. Returns -1 if the
/// teardown has more than `cplatform_guard_limit` bytes.
int cplatform_guard_arm(int descriptor, const void *attributes, const void *teardown,
                        size_t length, int chain, int discards_input);

/// Makes a crash (ILL, TRAP, ABRT, BUS, FPE, SEGV, SYS) also write `byte` to the beginning of a file, as
/// long as the guard is armed. A descriptor of -1 ends that.
void cplatform_guard_mark(int descriptor, unsigned char byte);

/// Removes the guard.
void cplatform_guard_disarm(void);

/// Returns the abbreviated commit that the program was built from, with "-dirty" for changed files,
/// or an empty text.
const char *cplatform_commit(void);
