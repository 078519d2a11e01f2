// The desktop's keyring: the Secret Service through libsecret, loaded at first use.
#pragma once
#include <stdbool.h>

enum csecret_result {
  CSECRET_DONE,
  /// There is no such secret, or no keyring to keep it in.
  CSECRET_NONE,
  CSECRET_LOCKED,
  /// Nobody on the session's bus keeps secrets.
  CSECRET_ABSENT,
  CSECRET_REFUSED,
};

struct csecret_answer {
  enum csecret_result result;
  /// The secret that was asked for, or the reason of a failure; NULL for none. For `csecret_free`.
  char *text;
};

/// Whose secret it is.
struct csecret_key {
  const char *service;
  const char *address;
};

/// Ends a call from another thread: GLib's GCancellable.
typedef struct _GCancellable csecret_stop;

/// Loads libsecret if that has not happened yet; may be called from any thread.
/// Returns NULL, or why it cannot be loaded, in the dynamic loader's words.
const char *csecret_load(void);

// Everything below only after `csecret_load` returned NULL. Calls block: until the keyring, or the
// person that it asks, has answered, or until they are stopped.

csecret_stop *csecret_stop_make(void);
void csecret_stop_now(csecret_stop *stop);
/// Whether `csecret_stop_now` was called.
bool csecret_stop_is_requested(csecret_stop *stop);
void csecret_stop_free(csecret_stop *stop);

/// With `unlocks`, the person may be asked to unlock the keyring.
struct csecret_answer csecret_lookup(struct csecret_key key, bool unlocks, csecret_stop *stop);

/// Keeps a secret in the default keyring, in place of the one with the same key. With `unlocks`, the
/// person may be asked to unlock the keyring, or to make one.
struct csecret_answer csecret_store(struct csecret_key key, const char *label, const char *secret,
                                    bool unlocks, csecret_stop *stop);

/// Deletes all secrets of a key. With `unlocks`, the person may be asked to unlock the keyring.
struct csecret_answer csecret_clear(struct csecret_key key, bool unlocks, csecret_stop *stop);

/// Whether `csecret_store` could be done without asking anybody.
struct csecret_answer csecret_check(csecret_stop *stop);

/// Overwrites a text, which may be a secret, and frees it.
void csecret_free(char *text);
