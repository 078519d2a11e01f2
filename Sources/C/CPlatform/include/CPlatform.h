// Functions of the platform that Swift can't call. Contains no policy.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Starts a program, which is looked up in PATH, in a new session.
///
/// Signals have their default actions, and the signal mask is empty. Only descriptors 0–2 are open:
/// the given ones, or /dev/null for -1. Returns 0 or an errno. The caller must reap `*pid`.
int cplatform_spawn(const char *file, char *const argv[], char *const envp[], int input,
                    int output, int error, pid_t *pid);

/// Creates a non-blocking counter that wakes a poll(). Returns a descriptor, or -1 with errno.
int cplatform_eventfd(void);

/// Creates a non-blocking timer that never fires, and that a resumption of the computer or a change
/// of its clock makes readable. Returns a descriptor, or -1 with errno.
int cplatform_resume_fd(void);

/// Blocks signals for the calling thread and the threads it starts. Returns a non-blocking
/// descriptor to read these signals from, or -1 with errno.
int cplatform_signalfd(const int *signals, int count);

/// Whether the process ignores the signal.
bool cplatform_ignores(int signal);

/// Returns the next signal that has arrived, or 0 if there is none.
int cplatform_signalfd_next(int descriptor);

/// Locks a byte of a file for as long as this open file exists. Returns 0 or an errno: `EAGAIN` if
/// another one has it.
int cplatform_lock_byte(int descriptor, off_t offset);

/// Returns the heap's free pages to the system.
void cplatform_trim_heap(void);

/// Creates a file that exists in memory only. Returns a descriptor, or -1 with errno.
int cplatform_memfd(const char *name);

/// Renames a file unless the new name is in use. Returns 0 or an errno: `EEXIST` if it is, `EINVAL`
/// or `ENOSYS` if the file system can't do this.
int cplatform_rename_to_absent(const char *source, const char *path);

/// Sets an extended attribute of a file. Returns 0 or an errno.
int cplatform_set_attribute(const char *path, const char *name, const void *value, size_t size);

/// Reads an extended attribute into `value`. Returns its size in bytes, or -1 with errno: `ERANGE`
/// if it has more than `size` bytes.
ssize_t cplatform_attribute(const char *path, const char *name, void *value, size_t size);

/// Removes an extended attribute if it exists.
void cplatform_remove_attribute(const char *path, const char *name);

/// The maximum size of a teardown in bytes. It is enough for the modes and for freeing 240 images
/// through a multiplexer.
enum { cplatform_guard_limit = 16 * 1024 };

/// Makes every signal that ends the process first write `teardown` to the terminal and set its
/// attributes (a `struct termios`).
///
/// The signal is then handled as before if `chain` isn't 0, and otherwise by its default action.
/// HUP, INT, TERM, PIPE and XFSZ are left to the program, and ignored signals stay ignored. If
/// `discards_input` isn't 0, unread input is discarded.
///
/// May be called again to change everything except `chain`, but not from several threads at a time.
/// Returns -1 if the teardown has more than `cplatform_guard_limit` bytes.
int cplatform_guard_arm(int descriptor, const void *attributes, const void *teardown,
                        size_t length, int chain, int discards_input);

/// Makes a crash (ILL, TRAP, ABRT, BUS, FPE, SEGV, SYS) also write `byte` to the beginning of a
/// file while the guard is armed. A descriptor of -1 ends that.
void cplatform_guard_mark(int descriptor, unsigned char byte);

/// Removes the guard: the signals are handled as before it.
void cplatform_guard_disarm(void);

/// Loads a library and stores the addresses of its functions, in the order of their names.
///
/// `functions` is an array, or a struct with one function pointer for each name. The symbols are
/// hidden from other libraries. Returns `NULL` on success. If the library or a function is missing,
/// returns the reason as a text that stays valid.
const char *cplatform_load(const char *file, const char *const names[], size_t count,
                           void *functions);

/// Declares `library`, which has a pointer to each function of a list, and a function `load` that
/// loads them from a file when it is first called. It returns what `cplatform_load` has returned.
///
/// `FUNCTIONS` is a macro that calls its argument with the name of each function. The compiler takes
/// the types from the library's own header.
#define CPLATFORM_LIBRARY(load, file, FUNCTIONS)                                             \
  static struct {                                                                            \
    FUNCTIONS(CPLATFORM_MEMBER)                                                              \
  } library;                                                                                 \
  static const char *library_failure;                                                        \
  static void load_library(void) {                                                           \
    static const char *const names[] = {FUNCTIONS(CPLATFORM_NAME)};                          \
    library_failure = cplatform_load(file, names, sizeof names / sizeof *names, &library);   \
  }                                                                                          \
  const char *load(void) {                                                                   \
    static pthread_once_t once = PTHREAD_ONCE_INIT;                                          \
    pthread_once(&once, load_library);                                                       \
    return library_failure;                                                                  \
  }
#define CPLATFORM_MEMBER(name) __typeof__(name) *name;
#define CPLATFORM_NAME(name) #name,

/// Returns the abbreviated commit that the program was built from, with "-dirty" if files were
/// changed, or an empty text.
const char *cplatform_commit(void);

/// Returns the contact of who built the program, or an empty text.
const char *cplatform_contact(void);
