// libmicrohttpd is loaded when somebody signs in: linked as usual, it and GnuTLS would be loaded at
// every start.
#include "CMicroHTTPD.h"

#include <dlfcn.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// The compiler takes their types from microhttpd.h.
#define FUNCTIONS(F)                \
  F(MHD_start_daemon)               \
  F(MHD_stop_daemon)                \
  F(MHD_get_connection_info)        \
  F(MHD_get_connection_values)      \
  F(MHD_create_response_from_buffer) \
  F(MHD_add_response_header)        \
  F(MHD_queue_response)             \
  F(MHD_destroy_response)

#define MEMBER(name) __typeof__(name) *name;
static struct {
  FUNCTIONS(MEMBER)
} library;

static const char *failure;

static void load(void) {
  // Version 12 of its interface is that of 0.9.5x to 1.0. Local: nobody else shall see its symbols.
  void *handle = dlopen("libmicrohttpd.so.12", RTLD_LAZY | RTLD_LOCAL);
  if (!handle) {
    failure = strdup(dlerror());
    return;
  }
#define FIND(name)                                                 \
  library.name = (__typeof__(name) *)dlsym(handle, #name);         \
  if (!library.name && !failure) failure = strdup(dlerror());
  FUNCTIONS(FIND)
}

const char *cmhd_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure;
}

struct cmhd_server {
  struct cmhd_handlers handlers;
  void *context;
  /// The most bytes of a body that are kept; 0 where none is waited for.
  size_t body;
  struct MHD_Daemon *daemon;
};

/// What libmicrohttpd does not keep for us.
struct connection {
  int descriptor;
  /// The request line's target; libmicrohttpd takes it apart in place.
  char *target;
  /// Whether the head has been seen, so that what follows is the body.
  bool begun;
  char *body;
  size_t size;
};

static struct connection *kept(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static void changed(void *context, struct MHD_Connection *connection, void **slot,
                    enum MHD_ConnectionNotificationCode what) {
  cmhd_server *server = context;
  if (what == MHD_CONNECTION_NOTIFY_STARTED) {
    const union MHD_ConnectionInfo *info =
        library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct connection *entry = info ? calloc(1, sizeof *entry) : NULL;
    *slot = entry;
    if (!entry) return;
    entry->descriptor = info->connect_fd;
    server->handlers.opened(server->context, entry->descriptor);
  } else if (*slot) {
    struct connection *entry = *slot;
    *slot = NULL;
    server->handlers.closed(server->context, entry->descriptor);
    free(entry->target);
    free(entry->body);
    free(entry);
  }
}

static void *target_read(void *context, const char *target, struct MHD_Connection *connection) {
  (void)context;
  struct connection *entry = kept(connection);
  if (entry && !entry->target) entry->target = strdup(target);
  return NULL;
}

static enum MHD_Result keep(const cmhd_server *server, struct connection *entry, const char *part,
                            size_t *size) {
  if (!entry->body) entry->body = malloc(server->body);
  if (!entry->body) return MHD_NO;
  size_t room = server->body - entry->size;
  size_t count = *size < room ? *size : room;
  memcpy(entry->body + entry->size, part, count);
  entry->size += count;
  *size = 0;
  return MHD_YES;
}

static enum MHD_Result requested(void *context, struct MHD_Connection *connection,
                                 const char *path, const char *method, const char *version,
                                 const char *upload, size_t *upload_size, void **unused) {
  (void)path, (void)unused;
  cmhd_server *server = context;
  struct connection *entry = kept(connection);
  const union MHD_ConnectionInfo *info =
      library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  // Closes the connection.
  if (!entry || !entry->target || !info) return MHD_NO;
  if (server->body && strcmp(method, MHD_HTTP_METHOD_POST) == 0) {
    // Called once for the head, once for each part of the body, and once for its end.
    if (!entry->begun) {
      entry->begun = true;
      return MHD_YES;
    }
    if (*upload_size) return keep(server, entry, upload, upload_size);
  }
  server->handlers.requested(server->context, connection, entry->descriptor, method, entry->target,
                             version, info->header_size, entry->body, entry->size);
  return MHD_YES;
}

cmhd_server *cmhd_start(int socket, size_t memory, unsigned int connections, size_t body,
                        const struct cmhd_handlers *handlers, void *context) {
  cmhd_server *server = malloc(sizeof *server);
  if (!server) return NULL;
  *server = (cmhd_server){*handlers, context, body, NULL};
  server->daemon = library.MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, requested, server,
      MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_NOTIFY_CONNECTION, changed, server, MHD_OPTION_URI_LOG_CALLBACK, target_read,
      server, MHD_OPTION_END);
  if (server->daemon) return server;
  free(server);
  return NULL;
}

void cmhd_stop(cmhd_server *server) {
  library.MHD_stop_daemon(server->daemon);
  free(server);
}

struct each {
  void (*call)(void *context, const char *name, const char *value);
  void *context;
};

static enum MHD_Result visit(void *context, enum MHD_ValueKind kind, const char *name,
                             const char *value) {
  (void)kind;
  const struct each *each = context;
  each->call(each->context, name, value ? value : "");
  return MHD_YES;
}

void cmhd_headers(cmhd_request *request, void *context,
                  void (*each)(void *context, const char *name, const char *value)) {
  struct each visitor = {each, context};
  library.MHD_get_connection_values(request, MHD_HEADER_KIND, visit, &visitor);
}

cmhd_response *cmhd_response_make(const void *body, size_t size) {
  return library.MHD_create_response_from_buffer(size, (void *)body, MHD_RESPMEM_MUST_COPY);
}

void cmhd_response_add(cmhd_response *response, const char *name, const char *value) {
  library.MHD_add_response_header(response, name, value);
}

void cmhd_answer(cmhd_request *request, unsigned int status, cmhd_response *response) {
  library.MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
  library.MHD_queue_response(request, status, response);
  library.MHD_destroy_response(response);
}
