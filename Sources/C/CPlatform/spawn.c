#define _GNU_SOURCE
#include "CPlatform.h"
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>

static void redirect(posix_spawn_file_actions_t *actions, int target, int source, int flags) {
  if (source < 0)
    posix_spawn_file_actions_addopen(actions, target, "/dev/null", flags, 0);
  else
    posix_spawn_file_actions_adddup2(actions, source, target);
}

int cplatform_spawn(const char *file, char *const argv[], char *const envp[], int input,
                    int output, int error, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int result = posix_spawn_file_actions_init(&actions);
  if (result != 0) return result;
  result = posix_spawnattr_init(&attributes);
  if (result != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return result;
  }
  redirect(&actions, 0, input, O_RDONLY);
  redirect(&actions, 1, output, O_WRONLY);
  redirect(&actions, 2, error, O_WRONLY);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);

  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK |
                                            POSIX_SPAWN_SETSIGDEF);
  result = posix_spawnp(pid, file, &actions, &attributes, argv, envp);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return result;
}
