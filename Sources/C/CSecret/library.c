// Loads libsecret when a session is stored in the keyring. If it were linked, libsecret and GLib
// would be loaded at every launch.
#include "CSecret.h"

#include "CPlatform.h"
#include <libsecret/secret.h>
#include <stdlib.h>
#include <string.h>

// The functions of libsecret and GLib that are called here.
#define FUNCTIONS(F)                 \
  F(secret_attributes_build)         \
  F(secret_service_get_sync)         \
  F(secret_service_disconnect)       \
  F(secret_service_search_sync)      \
  F(secret_service_store_sync)       \
  F(secret_service_unlock_sync)      \
  F(secret_collection_for_alias_sync) \
  F(secret_collection_get_locked)    \
  F(secret_item_get_locked)          \
  F(secret_item_get_secret)          \
  F(secret_item_delete_sync)         \
  F(secret_value_new)                \
  F(secret_value_get_text)           \
  F(secret_value_unref)              \
  F(g_hash_table_unref)              \
  F(g_list_free)                     \
  F(g_object_unref)                  \
  F(g_error_free)                    \
  F(g_cancellable_new)               \
  F(g_cancellable_cancel)            \
  F(g_cancellable_is_cancelled)

// The binary interface has had version 0 since 0.7. GLib's functions are found as well, because
// libsecret depends on GLib.
CPLATFORM_LIBRARY(csecret_load, "libsecret-1.so.0", FUNCTIONS)

static const SecretSchema schema = {
    .name = "io.imagefeed.Session",
    .flags = SECRET_SCHEMA_NONE,
    .attributes = {{"service", SECRET_SCHEMA_ATTRIBUTE_STRING},
                   {"address", SECRET_SCHEMA_ATTRIBUTE_STRING}},
};

csecret_stop *csecret_stop_make(void) { return library.g_cancellable_new(); }
void csecret_stop_now(csecret_stop *stop) { library.g_cancellable_cancel(stop); }
bool csecret_stop_is_requested(csecret_stop *stop) {
  return library.g_cancellable_is_cancelled(stop);
}
void csecret_stop_free(csecret_stop *stop) { library.g_object_unref(stop); }

void csecret_free(char *text) {
  if (!text) return;
  explicit_bzero(text, strlen(text));
  free(text);
}

/// Returns an answer with the message of an error, if there is one. The error is freed.
static struct csecret_answer answer(enum csecret_result result, GError *error) {
  struct csecret_answer answer = {result, error ? strdup(error->message) : NULL};
  if (error) library.g_error_free(error);
  return answer;
}

static GHashTable *attributes(struct csecret_key key) {
  return library.secret_attributes_build(&schema, "service", key.service, "address", key.address,
                                         NULL);
}

/// Connects to the Secret Service. Each call has a separate connection, because the service may
/// have been restarted since the last one.
static SecretService *connect(GCancellable *stop, GError **error) {
  return library.secret_service_get_sync(SECRET_SERVICE_OPEN_SESSION, stop, error);
}

static void disconnect(SecretService *service) {
  library.g_object_unref(service);
  library.secret_service_disconnect();
}

static void free_items(GList *items) {
  for (GList *entry = items; entry; entry = entry->next) library.g_object_unref(entry->data);
  library.g_list_free(items);
}

static GList *search(SecretService *service, struct csecret_key key, int flags, GCancellable *stop,
                    GError **error) {
  GHashTable *wanted = attributes(key);
  GList *items = library.secret_service_search_sync(service, &schema, wanted, flags, stop, error);
  library.g_hash_table_unref(wanted);
  return items;
}

/// Finds out whether the default keyring is unlocked; CSECRET_NONE if there is none. With
/// `unlocks`, the user may be prompted to unlock it.
static struct csecret_answer ready(SecretService *service, bool unlocks, GCancellable *stop) {
  GError *error = NULL;
  SecretCollection *collection = library.secret_collection_for_alias_sync(
      service, "default", SECRET_COLLECTION_NONE, stop, &error);
  if (error) return answer(CSECRET_REFUSED, error);
  if (!collection) return answer(CSECRET_NONE, NULL);
  bool locked = library.secret_collection_get_locked(collection);
  if (locked && unlocks) {
    GList entry = {collection, NULL, NULL};
    GList *unlocked = NULL;
    locked = library.secret_service_unlock_sync(service, &entry, stop, &unlocked, &error) < 1;
    free_items(unlocked);
  }
  library.g_object_unref(collection);
  return answer(locked ? CSECRET_LOCKED : CSECRET_DONE, error);
}

static struct csecret_answer found(SecretService *service, struct csecret_key key,
                                   GCancellable *stop) {
  GError *error = NULL;
  GList *items = search(service, key, SECRET_SEARCH_LOAD_SECRETS, stop, &error);
  if (error) return answer(CSECRET_REFUSED, error);
  if (!items) return answer(CSECRET_NONE, NULL);
  bool locked = library.secret_item_get_locked(items->data);
  SecretValue *value = locked ? NULL : library.secret_item_get_secret(items->data);
  const char *text = value ? library.secret_value_get_text(value) : NULL;
  struct csecret_answer answer = {
      text ? CSECRET_DONE : locked ? CSECRET_LOCKED : CSECRET_NONE, text ? strdup(text) : NULL};
  if (value) library.secret_value_unref(value);
  free_items(items);
  return answer;
}

struct csecret_answer csecret_lookup(struct csecret_key key, bool unlocks, csecret_stop *stop) {
  GError *error = NULL;
  SecretService *service = connect(stop, &error);
  if (!service) return answer(CSECRET_ABSENT, error);
  struct csecret_answer result = found(service, key, stop);
  // gnome-keyring's searches don't find everything in a locked keyring.
  if (result.result == CSECRET_NONE || result.result == CSECRET_LOCKED) {
    struct csecret_answer state = ready(service, unlocks, stop);
    if (state.result == CSECRET_NONE) {
      result.result = CSECRET_LOCKED;
    } else if (state.result != CSECRET_DONE) {
      result = state;
    } else if (unlocks) {
      result = found(service, key, stop);
    }
  }
  disconnect(service);
  return result;
}

struct csecret_answer csecret_check(csecret_stop *stop) {
  GError *error = NULL;
  SecretService *service = connect(stop, &error);
  if (!service) return answer(CSECRET_ABSENT, error);
  struct csecret_answer result = ready(service, false, stop);
  disconnect(service);
  return result;
}

static struct csecret_answer store(SecretService *service, struct csecret_key key,
                                   const char *label, const char *secret, GCancellable *stop) {
  GError *error = NULL;
  GHashTable *wanted = attributes(key);
  SecretValue *value = library.secret_value_new(secret, -1, "text/plain");
  library.secret_service_store_sync(service, &schema, wanted, "default", label, value, stop, &error);
  library.secret_value_unref(value);
  library.g_hash_table_unref(wanted);
  return answer(error ? CSECRET_REFUSED : CSECRET_DONE, error);
}

struct csecret_answer csecret_store(struct csecret_key key, const char *label, const char *secret,
                                    bool unlocks, csecret_stop *stop) {
  GError *error = NULL;
  SecretService *service = connect(stop, &error);
  if (!service) return answer(CSECRET_ABSENT, error);
  struct csecret_answer result = ready(service, unlocks, stop);
  // If there is no keyring, the user is prompted to create one.
  if (result.result == CSECRET_DONE || (result.result == CSECRET_NONE && unlocks)) {
    result = store(service, key, label, secret, stop);
  }
  disconnect(service);
  return result;
}

static struct csecret_answer delete_all(GList *items, GCancellable *stop) {
  for (GList *entry = items; entry; entry = entry->next) {
    GError *error = NULL;
    library.secret_item_delete_sync(entry->data, stop, &error);
    if (error) return answer(CSECRET_REFUSED, error);
  }
  return answer(CSECRET_DONE, NULL);
}

struct csecret_answer csecret_clear(struct csecret_key key, bool unlocks, csecret_stop *stop) {
  GError *error = NULL;
  SecretService *service = connect(stop, &error);
  if (!service) return answer(CSECRET_ABSENT, error);
  // A search of a locked keyring may miss items.
  struct csecret_answer result = ready(service, unlocks, stop);
  if (result.result == CSECRET_DONE) {
    GList *items = search(service, key, SECRET_SEARCH_ALL, stop, &error);
    result = error ? answer(CSECRET_REFUSED, error) : delete_all(items, stop);
    free_items(items);
  }
  disconnect(service);
  return result;
}
