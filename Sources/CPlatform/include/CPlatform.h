// The few things of the platform that Swift cannot reach. No policy lives here.
#pragma once
#include <sys/types.h>

/// Starts a program (looked up in PATH) in a session of its own, with default signals, an empty
/// signal mask, no descriptors beyond 0–2, and those three on /dev/null except the ones given
/// (-1 for /dev/null). Returns 0 or an errno; the caller reaps `*pid`.
int cplatform_spawn(const char *file, char *const argv[], char *const envp[], int input,
                    int output, int error, pid_t *pid);
