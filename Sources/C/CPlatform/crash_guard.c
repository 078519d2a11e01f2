#define _GNU_SOURCE
#include "CPlatform.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// The data for the signal handler, prepared here because it may only make async-signal-safe calls.
typedef struct {
  int descriptor;
  struct termios attributes;
  int discards_input;
  size_t length;
  char teardown[cplatform_guard_limit];
} Plan;

// There are two plans, so that a crash while one is being written finds the other one complete.
static Plan plans[2];
static _Atomic(Plan *) armed;
// Linux numbers its signals from 1 to 64. The actions before the guard are stored by that number.
enum { signal_count = 65 };
static struct sigaction before[signal_count];
static int installed;
static int chains;
static atomic_int marked = -1;
static atomic_uchar mark;

/// Whether the signal means that the program has failed, rather than a request from outside to end
/// it.
static bool is_crash(int signal) {
  switch (signal) {
    case SIGILL:
    case SIGTRAP:
    case SIGABRT:
    case SIGBUS:
    case SIGFPE:
    case SIGSEGV:
    case SIGSYS:
      return true;
    default:
      return false;
  }
}

/// Whether a signal ends the process by default and the program has no other use for it.
static bool is_guarded(int signal) {
  switch (signal) {
    // The program reads these from a descriptor and exits in an orderly way.
    case SIGHUP:
    case SIGINT:
    case SIGTERM:
    // The write that causes one of these returns an error as well.
    case SIGPIPE:
    case SIGXFSZ:
    // These can't be caught.
    case SIGKILL:
    case SIGSTOP:
    // These don't end a process.
    case SIGCHLD:
    case SIGCONT:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
    case SIGURG:
    case SIGWINCH:
      return false;
    default:
      return true;
  }
}

static void write_all(int descriptor, const char *bytes, size_t length) {
  // The descriptor doesn't block. A slow terminal gets two seconds in all, for a busy computer or a
  // slow line.
  for (int waits = 0; length > 0 && waits < 200;) {
    ssize_t written = write(descriptor, bytes, length);
    if (written > 0) {
      bytes += written;
      length -= (size_t)written;
    } else if (written < 0 && errno == EAGAIN) {
      struct pollfd wait = {.fd = descriptor, .events = POLLOUT};
      poll(&wait, 1, 10);
      waits++;
    } else if (written < 0 && errno != EINTR) {
      return;
    }
  }
}

static void restore_terminal(int signal, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  int saved = errno;
  int file = is_crash(signal) ? atomic_exchange(&marked, -1) : -1;
  if (file >= 0) {
    unsigned char byte = atomic_load(&mark);
    (void)!pwrite(file, &byte, 1, 0);
  }
  Plan *plan = atomic_exchange(&armed, NULL);
  if (plan != NULL) {
    write_all(plan->descriptor, plan->teardown, plan->length);
    // A crash in the background must not stop the process in tcsetattr().
    sigset_t output;
    sigemptyset(&output);
    sigaddset(&output, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &output, NULL);
    tcsetattr(plan->descriptor, TCSANOW, &plan->attributes);
    if (plan->discards_input) tcflush(plan->descriptor, TCIFLUSH);
  }
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(signal, chains ? &before[signal] : &standard, NULL);
  errno = saved;
  // A fault occurs again on return. A signal that was sent (abort, kill) must be raised again.
  raise(signal);
}

/// Replaces the C library's abort() in the whole process, so that it always calls the handler.
///
/// libdispatch's threads block SIGABRT. glibc unblocks it in abort() up to version 2.40. Later
/// versions don't, and end the process without calling a handler.
void abort(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGABRT);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(SIGABRT);
  // SIGABRT is ignored, or its handler has returned.
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(SIGABRT, &standard, NULL);
  raise(SIGABRT);
  _exit(128 + SIGABRT);
}

int cplatform_guard_arm(int descriptor, const void *attributes, const void *teardown,
                        size_t length, int chain, int discards_input) {
  if (length > cplatform_guard_limit) return -1;
  Plan *current = atomic_load(&armed);
  Plan *plan = current == &plans[0] ? &plans[1] : &plans[0];
  plan->descriptor = descriptor;
  memcpy(&plan->attributes, attributes, sizeof plan->attributes);
  plan->discards_input = discards_input;
  plan->length = length;
  memcpy(plan->teardown, teardown, length);
  atomic_store(&armed, plan);
  if (installed) return 0;

  // After a stack overflow there is no stack for the handler. Swift's runtime may have already set
  // one up.
  stack_t alternate;
  if (sigaltstack(NULL, &alternate) == 0 && (alternate.ss_flags & SS_DISABLE)) {
    static char stack[64 * 1024];
    alternate = (stack_t){.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
  }
  struct sigaction action = {.sa_sigaction = restore_terminal,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  chains = chain;
  installed = 1;
  for (int signal = 1; signal < signal_count; signal++) {
    // The C library reserves two real-time signals and refuses them here.
    if (!is_guarded(signal) || sigaction(signal, NULL, &before[signal]) != 0) continue;
    // The parent process may have set a signal to be ignored, as nohup does.
    bool is_ignored = before[signal].sa_handler == SIG_IGN && !is_crash(signal);
    if (!is_ignored) sigaction(signal, &action, NULL);
  }
  return 0;
}

void cplatform_guard_mark(int descriptor, unsigned char byte) {
  atomic_store(&mark, byte);
  atomic_store(&marked, descriptor);
}

void cplatform_guard_disarm(void) {
  atomic_store(&armed, NULL);
  if (!installed) return;
  installed = 0;
  for (int signal = 1; signal < signal_count; signal++)
    if (is_guarded(signal)) sigaction(signal, &before[signal], NULL);
}
