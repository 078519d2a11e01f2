// Loads libmicrohttpd at first use. If it were linked, libmicrohttpd and GnuTLS would be loaded at
// every launch.
#define _GNU_SOURCE
#include "CMicroHTTPD.h"

#include "CPlatform.h"
#include <microhttpd.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define FUNCTIONS(F)                \
  F(MHD_get_version)                \
  F(MHD_start_daemon)               \
  F(MHD_stop_daemon)                \
  F(MHD_get_connection_info)        \
  F(MHD_get_connection_values)      \
  F(MHD_suspend_connection)         \
  F(MHD_resume_connection)          \
  F(MHD_create_response_from_buffer) \
  F(MHD_create_response_from_callback) \
  F(MHD_add_response_header)        \
  F(MHD_queue_response)             \
  F(MHD_destroy_response)

// Version 12 is the interface of 0.9.5x to 1.0.
CPLATFORM_LIBRARY(cmhd_load, "libmicrohttpd.so.12", FUNCTIONS)

const char *cmhd_version(void) { return cmhd_load() ? NULL : library.MHD_get_version(); }

struct cmhd_server {
  struct cmhd_handlers handlers;
  void *context;
  struct cmhd_options options;
  struct MHD_Daemon *daemon;
  /// Guards the members below, and those of requests that other threads use.
  pthread_mutex_t lock;
  /// Signalled when `pending` becomes 0.
  pthread_cond_t settled;
  /// The number of requests whose answer libmicrohttpd hasn't received yet, and of bodies whose
  /// reader waits. libmicrohttpd must not be stopped while a connection is suspended.
  size_t pending;
  bool is_stopping;
};

struct request {
  /// The first member, so that a pointer to it also points to the request.
  struct cmhd_request seen;
  cmhd_server *server;
  struct MHD_Connection *connection;
  char *target;
  char *body;
  size_t size;
  bool has_begun;
  bool was_passed_on;

  // The members below are guarded by the server's lock.
  /// Whether the request is counted in `pending`.
  bool is_pending;
  bool is_suspended;
  bool is_answered;
  /// Whether `cmhd_continue` was called before the connection was suspended.
  bool continues;
  unsigned int status;
  /// The response; NULL for a request that is dropped.
  struct MHD_Response *response;
};

struct body {
  struct request *request;
  struct cmhd_reader reader;
};

static int descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// The caller must hold the lock.
static void set_pending(struct request *request, bool is_pending) {
  cmhd_server *server = request->server;
  if (request->is_pending == is_pending) return;
  request->is_pending = is_pending;
  server->pending += is_pending ? 1 : -1;
  if (!server->pending) pthread_cond_broadcast(&server->settled);
}

// The caller must hold the lock. libmicrohttpd's thread may serve the connection from now on.
static void resume(struct request *request) {
  if (!request->is_suspended) return;
  request->is_suspended = false;
  library.MHD_resume_connection(request->connection);
}

// The caller must hold the lock.
static void suspend(struct request *request) {
  request->is_suspended = true;
  set_pending(request, true);
  library.MHD_suspend_connection(request->connection);
}

// MARK: Called by libmicrohttpd

static void connection_changed(void *context, struct MHD_Connection *connection, void **slot,
                               enum MHD_ConnectionNotificationCode what) {
  (void)slot;
  cmhd_server *server = context;
  bool is_new = what == MHD_CONNECTION_NOTIFY_STARTED;
  void (*call)(void *, int) = is_new ? server->handlers.opened : server->handlers.closed;
  if (call) call(server->context, descriptor(connection));
}

// libmicrohttpd 0.9.75 never answers a request whose parameters don't fit into its memory.
static bool is_too_long(const cmhd_server *server, const char *target) {
  size_t parameters = 1;
  for (const char *byte = target; *byte; byte++) parameters += *byte == '&';
  return strlen(target) > server->options.target || parameters > 500;
}

// Sends a response to a request that libmicrohttpd hasn't parsed, and ends the connection.
static void refuse(int socket) {
  static const char answer[] =
      "HTTP/1.1 414 URI Too Long\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  send(socket, answer, sizeof answer - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  // libmicrohttpd notices the end and closes the connection.
  shutdown(socket, SHUT_RDWR);
}

// Creates the request that the other callbacks of libmicrohttpd receive. Without one, they close
// the connection.
static void *target_read(void *context, const char *target, struct MHD_Connection *connection) {
  if (is_too_long(context, target)) {
    refuse(descriptor(connection));
    return NULL;
  }
  struct request *request = calloc(1, sizeof *request);
  if (!request) return NULL;
  request->server = context;
  request->connection = connection;
  // libmicrohttpd changes its own copy while parsing it.
  request->target = strdup(target);
  return request;
}

static void request_completed(void *context, struct MHD_Connection *connection, void **slot,
                              enum MHD_RequestTerminationCode code) {
  (void)connection, (void)code;
  cmhd_server *server = context;
  struct request *request = *slot;
  *slot = NULL;
  if (!request) return;
  pthread_mutex_lock(&server->lock);
  struct MHD_Response *response = request->response;
  set_pending(request, false);
  pthread_mutex_unlock(&server->lock);
  if (response) library.MHD_destroy_response(response);
  free(request->target);
  free(request->body);
  free(request);
}

static enum MHD_Result keep(struct request *request, const char *part, size_t *size) {
  size_t room = request->server->options.body - request->size;
  size_t count = *size < room ? *size : room;
  *size = 0;
  if (!count) return MHD_YES;
  char *body = realloc(request->body, request->size + count);
  if (!body) return MHD_NO;
  memcpy(body + request->size, part, count);
  request->body = body;
  request->size += count;
  return MHD_YES;
}

static bool is_read(const cmhd_server *server, const char *method) {
  return server->options.answers_later ||
         (server->options.body && strcmp(method, MHD_HTTP_METHOD_POST) == 0);
}

// Returns false if the server is being stopped.
static bool pass_on(struct request *request, const char *method, const char *version) {
  cmhd_server *server = request->server;
  if (!request->target) return false;
  request->was_passed_on = true;
  request->seen = (struct cmhd_request){
      descriptor(request->connection), method,        request->target, version,
      request->body,                   request->size};
  pthread_mutex_lock(&server->lock);
  bool is_served = !server->is_stopping;
  set_pending(request, is_served);
  pthread_mutex_unlock(&server->lock);
  if (is_served) server->handlers.requested(server->context, &request->seen);
  return is_served;
}

// Called once for the head, once for each part of the body, once for its end, and each time after
// the connection was suspended. MHD_NO closes the connection.
static enum MHD_Result requested(void *context, struct MHD_Connection *connection,
                                 const char *path, const char *method, const char *version,
                                 const char *upload, size_t *upload_size, void **slot) {
  (void)path;
  cmhd_server *server = context;
  struct request *request = *slot;
  if (!request) return MHD_NO;
  if (!request->has_begun) {
    request->has_begun = true;
    if (is_read(server, method)) return MHD_YES;
  }
  if (*upload_size) return keep(request, upload, upload_size);
  if (!request->was_passed_on && !pass_on(request, method, version)) return MHD_NO;

  pthread_mutex_lock(&server->lock);
  bool waits = !request->is_answered && server->options.answers_later;
  if (waits)
    suspend(request);
  else
    set_pending(request, false);
  struct MHD_Response *response = request->response;
  request->response = NULL;
  pthread_mutex_unlock(&server->lock);
  if (waits) return MHD_YES;
  if (!response) return MHD_NO;
  enum MHD_Result result = library.MHD_queue_response(connection, request->status, response);
  library.MHD_destroy_response(response);
  return result;
}

static ssize_t body_read(void *context, uint64_t position, char *bytes, size_t size) {
  struct body *body = context;
  struct request *request = body->request;
  cmhd_server *server = request->server;
  ssize_t count = 0;
  while (!count) {
    pthread_mutex_lock(&server->lock);
    bool is_stopping = server->is_stopping;
    // The request already counts as pending while the reader runs, so that the server outlives the
    // reader's wait.
    set_pending(request, !is_stopping);
    pthread_mutex_unlock(&server->lock);
    if (is_stopping) return MHD_CONTENT_READER_END_WITH_ERROR;
    count = body->reader.read(body->reader.context, position, bytes, size);

    pthread_mutex_lock(&server->lock);
    bool waits = !count && !request->continues;
    request->continues = false;
    if (waits)
      suspend(request);
    else if (count)
      set_pending(request, false);
    pthread_mutex_unlock(&server->lock);
    if (waits) return 0;
  }
  return count > 0 ? count : MHD_CONTENT_READER_END_WITH_ERROR;
}

static void body_release(void *context) {
  struct body *body = context;
  body->reader.release(body->reader.context);
  free(body);
}

// MARK: Called by the program

cmhd_server *cmhd_start(int socket, const struct cmhd_options *options,
                        const struct cmhd_handlers *handlers, void *context) {
  cmhd_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->handlers = *handlers;
  server->context = context;
  server->options = *options;
  pthread_mutex_init(&server->lock, NULL);
  pthread_cond_init(&server->settled, NULL);
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC;
  if (options->answers_later) flags |= MHD_ALLOW_SUSPEND_RESUME;
  server->daemon = library.MHD_start_daemon(
      flags, 0, NULL, NULL, requested, server, MHD_OPTION_LISTEN_SOCKET, socket,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->memory, MHD_OPTION_CONNECTION_LIMIT,
      options->connections, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_CONNECTION,
      connection_changed, server, MHD_OPTION_NOTIFY_COMPLETED, request_completed, server,
      MHD_OPTION_URI_LOG_CALLBACK, target_read, server, MHD_OPTION_END);
  if (server->daemon) return server;
  pthread_cond_destroy(&server->settled);
  pthread_mutex_destroy(&server->lock);
  free(server);
  return NULL;
}

void cmhd_stop(cmhd_server *server) {
  pthread_mutex_lock(&server->lock);
  server->is_stopping = true;
  while (server->pending) pthread_cond_wait(&server->settled, &server->lock);
  pthread_mutex_unlock(&server->lock);
  library.MHD_stop_daemon(server->daemon);
  pthread_cond_destroy(&server->settled);
  pthread_mutex_destroy(&server->lock);
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
  library.MHD_get_connection_values(((struct request *)request)->connection, MHD_HEADER_KIND,
                                    visit, &visitor);
}

cmhd_response *cmhd_response_make(const void *body, size_t size) {
  return library.MHD_create_response_from_buffer(size, (void *)body, MHD_RESPMEM_MUST_COPY);
}

cmhd_response *cmhd_response_read(cmhd_request *request, uint64_t size, size_t piece,
                                  const struct cmhd_reader *reader) {
  struct body *body = calloc(1, sizeof *body);
  if (body) {
    *body = (struct body){(struct request *)request, *reader};
    struct MHD_Response *response =
        library.MHD_create_response_from_callback(size, piece, body_read, body, body_release);
    if (response) return response;
    free(body);
  }
  reader->release(reader->context);
  return NULL;
}

void cmhd_response_add(cmhd_response *response, const char *name, const char *value) {
  library.MHD_add_response_header(response, name, value);
}

static void finish(cmhd_request *seen, unsigned int status, struct MHD_Response *response) {
  struct request *request = (struct request *)seen;
  cmhd_server *server = request->server;
  if (response && !server->options.answers_later)
    library.MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
  pthread_mutex_lock(&server->lock);
  request->status = status;
  request->response = response;
  request->is_answered = true;
  resume(request);
  pthread_mutex_unlock(&server->lock);
}

void cmhd_answer(cmhd_request *request, unsigned int status, cmhd_response *response) {
  finish(request, status, response);
}

void cmhd_drop(cmhd_request *request) { finish(request, 0, NULL); }

bool cmhd_is_abandoned(int descriptor) {
  struct pollfd entry = {descriptor, POLLRDHUP, 0};
  return poll(&entry, 1, 0) > 0;
}

void cmhd_continue(cmhd_request *seen) {
  struct request *request = (struct request *)seen;
  cmhd_server *server = request->server;
  pthread_mutex_lock(&server->lock);
  if (request->is_suspended)
    resume(request);
  else
    request->continues = true;
  pthread_mutex_unlock(&server->lock);
}
