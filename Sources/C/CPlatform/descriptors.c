#define _GNU_SOURCE
#include "CPlatform.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/xattr.h>
#include <unistd.h>

int cplatform_resume_fd(void) {
  int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  struct itimerspec never = {.it_value.tv_sec = LONG_MAX / 1000000000};
  if (fd >= 0) timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
  return fd;
}

int cplatform_lock_byte(int descriptor, off_t offset) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
  return fcntl(descriptor, F_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

int cplatform_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int cplatform_signalfd(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
  if (pthread_sigmask(SIG_BLOCK, &set, NULL) != 0) return -1;
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

bool cplatform_ignores(int signal) {
  struct sigaction action;
  return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

int cplatform_signalfd_next(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

int cplatform_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

void cplatform_trim_heap(void) { malloc_trim(0); }

int cplatform_rename_to_absent(const char *source, const char *path) {
  return renameat2(AT_FDCWD, source, AT_FDCWD, path, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

int cplatform_set_attribute(const char *path, const char *name, const void *value, size_t size) {
  return setxattr(path, name, value, size, 0) == 0 ? 0 : errno;
}

ssize_t cplatform_attribute(const char *path, const char *name, void *value, size_t size) {
  return getxattr(path, name, value, size);
}

void cplatform_remove_attribute(const char *path, const char *name) { removexattr(path, name); }
