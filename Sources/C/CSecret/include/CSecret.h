// The desktop's keyring: the Secret Service through libsecret, loaded at first use.
#pragma once
#include <stdbool.h>

enum csecret_result {
  CSECRET_DONE,
  /// There is no such secret, or no keyring to store it in.
  CSECRET_NONE,
  /// The keyring is locked.
  CSECRET_LOCKED,
  /// No Secret Service is available on the session bus.
  CSECRET_ABSENT,
  /// The Secret Service reported an error. A cancelled call returns this or CSECRET_ABSENT.
  CSECRET_REFUSED,
};

struct csecret_answer {
  enum csecret_result result;
  /// The requested secret, or the message of an error; NULL for none. The caller frees it with
  /// `csecret_free`.
  char *text;
};

/// The photo service that a secret belongs to, and its base URL.
struct csecret_key {
  const char *service;
  const char *address;
};

/// An object that cancels calls from another thread: GLib's GCancellable.
typedef struct _GCancellable csecret_stop;

/// Loads libsecret on the first call. Any thread may call it.
///
/// Returns NULL, or the dynamic loader's message if libsecret can't be loaded.
const char *csecret_load(void);

// The functions below may be called only after `csecret_load` has returned NULL. They block until
// the keyring has answered, the user has responded to its prompt, or they are cancelled.

csecret_stop *csecret_stop_make(void);
/// Cancels the calls that `stop` was passed to, and later ones. Any thread may call it.
void csecret_stop_now(csecret_stop *stop);
/// Whether `csecret_stop_now` was called.
bool csecret_stop_is_requested(csecret_stop *stop);
void csecret_stop_free(csecret_stop *stop);

/// Reads a secret. With `unlocks`, the user may be prompted to unlock the keyring.
///
/// Returns CSECRET_LOCKED also if the secret isn't found and there is no default keyring.
struct csecret_answer csecret_lookup(struct csecret_key key, bool unlocks, csecret_stop *stop);

/// Stores a secret in the default keyring, replacing the one with the same key. With `unlocks`, the
/// user may be prompted to unlock the keyring or to create one.
struct csecret_answer csecret_store(struct csecret_key key, const char *label, const char *secret,
                                    bool unlocks, csecret_stop *stop);

/// Deletes all secrets of a key. With `unlocks`, the user may be prompted to unlock the keyring.
struct csecret_answer csecret_clear(struct csecret_key key, bool unlocks, csecret_stop *stop);

/// Finds out whether `csecret_store` could store a secret without prompting the user.
///
/// Returns CSECRET_DONE if it could, otherwise the reason.
struct csecret_answer csecret_check(csecret_stop *stop);

/// Overwrites a text, which may be a secret, and frees it.
void csecret_free(char *text);
