#define _GNU_SOURCE
#include "CPlatform.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Everything a handler touches is here, preformatted: it may only use async-signal-safe calls.
typedef struct {
  int descriptor;
  struct termios attributes;
  size_t length;
  char teardown[cplatform_guard_limit];
} Plan;

static const int fatal[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
enum { fatal_count = sizeof fatal / sizeof fatal[0] };

// Two plans, so that a crash while one is being written finds the other one whole.
static Plan plans[2];
static _Atomic(Plan *) armed;
static struct sigaction before[fatal_count];
static int installed;
static int chains;
static atomic_int marked = -1;
static atomic_uchar mark;

static void write_all(int descriptor, const char *bytes, size_t length) {
  // The descriptor does not block; a terminal that is slow, on a busy machine or a bad line, gets
  // two seconds in all.
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

static void crashed(int signal, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  int saved = errno;
  int file = atomic_exchange(&marked, -1);
  if (file >= 0) {
    unsigned char byte = atomic_load(&mark);
    (void)!pwrite(file, &byte, 1, 0);
  }
  Plan *plan = atomic_exchange(&armed, NULL);
  if (plan != NULL) {
    write_all(plan->descriptor, plan->teardown, plan->length);
    // A crash of a background process must not stop in tcsetattr().
    sigset_t output;
    sigemptyset(&output);
    sigaddset(&output, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &output, NULL);
    tcsetattr(plan->descriptor, TCSANOW, &plan->attributes);
  }
  for (int i = 0; i < fatal_count; i++) {
    if (fatal[i] != signal) continue;
    if (chains)
      sigaction(signal, &before[i], NULL);
    else {
      struct sigaction standard = {.sa_handler = SIG_DFL};
      sigaction(signal, &standard, NULL);
    }
  }
  errno = saved;
  // A fault happens again on return; for what was sent (abort, kill) this makes it happen again.
  raise(signal);
}

int cplatform_guard_arm(int descriptor, const void *attributes, const void *teardown,
                        size_t length, int chain) {
  if (length > cplatform_guard_limit) return -1;
  Plan *current = atomic_load(&armed);
  Plan *plan = current == &plans[0] ? &plans[1] : &plans[0];
  plan->descriptor = descriptor;
  memcpy(&plan->attributes, attributes, sizeof plan->attributes);
  plan->length = length;
  memcpy(plan->teardown, teardown, length);
  atomic_store(&armed, plan);
  if (installed) return 0;

  // A stack overflow leaves no stack to run on. Swift's runtime may have set one up already.
  stack_t alternate;
  if (sigaltstack(NULL, &alternate) == 0 && (alternate.ss_flags & SS_DISABLE)) {
    static char stack[64 * 1024];
    alternate = (stack_t){.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
  }
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  chains = chain;
  installed = 1;
  for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &action, &before[i]);
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
  for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &before[i], NULL);
}
