// libsecret is loaded when a session is kept in the keyring: linked as usual, it and GLib would be
// loaded at every start. What little of its interface is needed is declared here, so that building
// takes neither's headers.
#include "CSecret.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint32_t domain;
  int code;
  char *message;
} Error;

typedef struct list {
  void *data;
  struct list *next;
  struct list *previous;
} List;

typedef struct attributes Attributes;
typedef struct schema Schema;
typedef struct service Service;
typedef struct collection Collection;
typedef struct item Item;
typedef struct value Value;
typedef struct csecret_stop Stop;

enum { OPEN_SESSION = 1 << 1 };                                      // SecretServiceFlags
enum { SEARCH_ALL = 1 << 1, SEARCH_LOAD = 1 << 3 };  // SecretSearchFlags

// What it returns, its name, and its parameters; GLib's integers and booleans are ints.
#define FUNCTIONS(F)                                                                              \
  F(Schema *, secret_schema_new, (const char *name, int flags, ...))                              \
  F(Attributes *, secret_attributes_build, (const Schema *schema, ...))                           \
  F(void, g_hash_table_unref, (Attributes *attributes))                                           \
  F(Service *, secret_service_get_sync, (int flags, Stop *stop, Error **error))                   \
  F(void, secret_service_disconnect, (void))                                                      \
  F(List *, secret_service_search_sync,                                                           \
    (Service *service, const Schema *schema, Attributes *attributes, int flags, Stop *stop,       \
     Error **error))                                                                              \
  F(int, secret_service_store_sync,                                                               \
    (Service *service, const Schema *schema, Attributes *attributes, const char *collection,      \
     const char *label, Value *value, Stop *stop, Error **error))                                 \
  F(Collection *, secret_collection_for_alias_sync,                                               \
    (Service *service, const char *alias, int flags, Stop *stop, Error **error))                  \
  F(int, secret_collection_get_locked, (Collection *collection))                                  \
  F(int, secret_service_unlock_sync,                                                              \
    (Service *service, List *objects, Stop *stop, List **unlocked, Error **error))                \
  F(int, secret_item_get_locked, (Item *item))                                                    \
  F(Value *, secret_item_get_secret, (Item *item))                                                \
  F(int, secret_item_delete_sync, (Item *item, Stop *stop, Error **error))                        \
  F(Value *, secret_value_new, (const char *text, ssize_t length, const char *type))              \
  F(const char *, secret_value_get_text, (Value *value))                                          \
  F(void, secret_value_unref, (void *value))                                                      \
  F(void, g_list_free, (List *list))                                                              \
  F(void, g_object_unref, (void *object))                                                         \
  F(void, g_error_free, (Error *error))                                                           \
  F(Stop *, g_cancellable_new, (void))                                                            \
  F(void, g_cancellable_cancel, (Stop *stop))

#define MEMBER(type, name, parameters) type(*name) parameters;
static struct {
  FUNCTIONS(MEMBER)
} library;

static const char *failure;
static const Schema *schema;

static void load(void) {
  // Version 0 of its interface is that of 0.7 and later. Local: nobody else shall see its symbols.
  void *handle = dlopen("libsecret-1.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (!handle) {
    failure = strdup(dlerror());
    return;
  }
  // Finds GLib's functions, too: libsecret depends on it.
#define FIND(type, name, parameters)                                    \
  library.name = (type(*) parameters)dlsym(handle, #name);              \
  if (!library.name && !failure) failure = strdup(dlerror());
  FUNCTIONS(FIND)
  if (failure) return;
  schema = library.secret_schema_new("io.imagefeed.Session", 0, "service", 0, "address", 0, NULL);
}

const char *csecret_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure;
}

csecret_stop *csecret_stop_make(void) { return library.g_cancellable_new(); }
void csecret_stop_now(csecret_stop *stop) { library.g_cancellable_cancel(stop); }
void csecret_stop_free(csecret_stop *stop) { library.g_object_unref(stop); }

void csecret_free(char *text) {
  if (!text) return;
  explicit_bzero(text, strlen(text));
  free(text);
}

/// An answer with the reason of a failure, if there was one; the error is freed.
static struct csecret_answer answer(enum csecret_result result, Error *error) {
  struct csecret_answer answer = {result, error ? strdup(error->message) : NULL};
  if (error) library.g_error_free(error);
  return answer;
}

static Attributes *attributes(struct csecret_key key) {
  return library.secret_attributes_build(schema, "service", key.service, "address", key.address,
                                         NULL);
}

/// A connection of its own for each call: what keeps secrets may have been started anew since.
static Service *connect(Stop *stop, Error **error) {
  return library.secret_service_get_sync(OPEN_SESSION, stop, error);
}

static void disconnect(Service *service) {
  library.g_object_unref(service);
  library.secret_service_disconnect();
}

static void free_items(List *items) {
  for (List *entry = items; entry; entry = entry->next) library.g_object_unref(entry->data);
  library.g_list_free(items);
}

static List *search(Service *service, struct csecret_key key, int flags, Stop *stop,
                    Error **error) {
  Attributes *wanted = attributes(key);
  List *items = library.secret_service_search_sync(service, schema, wanted, flags, stop, error);
  library.g_hash_table_unref(wanted);
  return items;
}

/// Whether the default keyring is unlocked; NONE without one. With `unlocks`, the person may be asked.
static struct csecret_answer ready(Service *service, bool unlocks, Stop *stop) {
  Error *error = NULL;
  Collection *collection =
      library.secret_collection_for_alias_sync(service, "default", 0, stop, &error);
  if (error) return answer(CSECRET_REFUSED, error);
  if (!collection) return answer(CSECRET_NONE, NULL);
  bool locked = library.secret_collection_get_locked(collection);
  if (locked && unlocks) {
    List entry = {collection, NULL, NULL};
    List *unlocked = NULL;
    locked = library.secret_service_unlock_sync(service, &entry, stop, &unlocked, &error) < 1;
    free_items(unlocked);
  }
  library.g_object_unref(collection);
  return answer(locked ? CSECRET_LOCKED : CSECRET_DONE, error);
}

static struct csecret_answer found(Service *service, struct csecret_key key, Stop *stop) {
  Error *error = NULL;
  List *items = search(service, key, SEARCH_LOAD, stop, &error);
  if (error) return answer(CSECRET_REFUSED, error);
  if (!items) return answer(CSECRET_NONE, NULL);
  bool locked = library.secret_item_get_locked(items->data);
  Value *value = locked ? NULL : library.secret_item_get_secret(items->data);
  const char *text = value ? library.secret_value_get_text(value) : NULL;
  struct csecret_answer answer = {
      text ? CSECRET_DONE : locked ? CSECRET_LOCKED : CSECRET_NONE, text ? strdup(text) : NULL};
  if (value) library.secret_value_unref(value);
  free_items(items);
  return answer;
}

struct csecret_answer csecret_lookup(struct csecret_key key, bool unlocks, csecret_stop *stop) {
  Error *error = NULL;
  Service *service = connect(stop, &error);
  if (!service) return answer(CSECRET_ABSENT, error);
  struct csecret_answer result = found(service, key, stop);
  // gnome-keyring's searches do not see all that is in a locked keyring.
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
  Error *error = NULL;
  Service *service = connect(stop, &error);
  if (!service) return answer(CSECRET_ABSENT, error);
  struct csecret_answer result = ready(service, false, stop);
  disconnect(service);
  return result;
}

static struct csecret_answer store(Service *service, struct csecret_key key, const char *label,
                                   const char *secret, Stop *stop) {
  Error *error = NULL;
  Attributes *wanted = attributes(key);
  Value *value = library.secret_value_new(secret, -1, "text/plain");
  library.secret_service_store_sync(service, schema, wanted, "default", label, value, stop, &error);
  library.secret_value_unref(value);
  library.g_hash_table_unref(wanted);
  return answer(error ? CSECRET_REFUSED : CSECRET_DONE, error);
}

struct csecret_answer csecret_store(struct csecret_key key, const char *label, const char *secret,
                                    bool unlocks, csecret_stop *stop) {
  Error *error = NULL;
  Service *service = connect(stop, &error);
  if (!service) return answer(CSECRET_ABSENT, error);
  struct csecret_answer result = ready(service, unlocks, stop);
  // Where there is no keyring, the person is asked to make one.
  if (result.result == CSECRET_DONE || (result.result == CSECRET_NONE && unlocks)) {
    result = store(service, key, label, secret, stop);
  }
  disconnect(service);
  return result;
}

static struct csecret_answer delete_all(List *items, Stop *stop) {
  for (List *entry = items; entry; entry = entry->next) {
    Error *error = NULL;
    library.secret_item_delete_sync(entry->data, stop, &error);
    if (error) return answer(CSECRET_REFUSED, error);
  }
  return answer(CSECRET_DONE, NULL);
}

struct csecret_answer csecret_clear(struct csecret_key key, bool unlocks, csecret_stop *stop) {
  Error *error = NULL;
  Service *service = connect(stop, &error);
  if (!service) return answer(CSECRET_ABSENT, error);
  // A search of a locked keyring may find nothing of what it has.
  struct csecret_answer result = ready(service, unlocks, stop);
  if (result.result == CSECRET_DONE) {
    List *items = search(service, key, SEARCH_ALL, stop, &error);
    result = error ? answer(CSECRET_REFUSED, error) : delete_all(items, stop);
    free_items(items);
  }
  disconnect(service);
  return result;
}
