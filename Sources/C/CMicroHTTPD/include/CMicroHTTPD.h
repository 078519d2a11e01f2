// GNU libmicrohttpd, loaded at first use. Contains what two small servers on loopback need: the
// sign-in listener and the demo service.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A server on one listening socket. It has its own thread, which calls all handlers.
typedef struct cmhd_server cmhd_server;

typedef struct MHD_Response cmhd_response;

/// A request that has arrived. It is valid until it is answered or dropped.
typedef struct cmhd_request {
  /// The connection's socket.
  int descriptor;
  const char *method;
  /// The target in the request line.
  const char *target;
  const char *version;
  /// The body; NULL without one.
  const void *body;
  /// The size of the body in bytes.
  size_t size;
} cmhd_request;

struct cmhd_handlers {
  /// Called with each accepted connection; may be NULL.
  void (*opened)(void *context, int descriptor);
  /// Called with each connection that ends, before its descriptor is closed; may be NULL.
  void (*closed)(void *context, int descriptor);
  /// Answers or drops the request before it returns, or later if `answers_later` is set.
  void (*requested)(void *context, cmhd_request *request);
};

struct cmhd_options {
  /// The maximum number of bytes for request line and headers, including libmicrohttpd's data about
  /// them. Larger requests are refused with 414 or 431.
  size_t memory;
  /// The maximum number of bytes of a target. A longer one is refused with 414, and so is one with
  /// more than 500 parameters.
  size_t target;
  /// The maximum number of simultaneous connections. Others wait to be accepted.
  unsigned int connections;
  /// The maximum number of bytes stored of a body. Further bytes are dropped.
  size_t body;
  /// Whether connections stay open for further requests, and requests may be answered later, from
  /// any thread. Every body is then read, otherwise only that of a POST.
  bool answers_later;
};

/// A body that is produced in pieces.
struct cmhd_reader {
  /// Writes at most `size` bytes and returns their number. Returns 0 if there are none yet;
  /// `cmhd_continue` must then be called once. Returns -1 to break the connection.
  ssize_t (*read)(void *context, uint64_t position, char *bytes, size_t size);
  /// Called once, when the body is no longer needed.
  void (*release)(void *context);
  void *context;
};

/// Loads libmicrohttpd on the first call. Any thread may call it.
///
/// Returns NULL, or the dynamic loader's message if libmicrohttpd can't be loaded.
const char *cmhd_load(void);

/// Returns the version of libmicrohttpd, or NULL if it can't be loaded. Loads it if necessary.
const char *cmhd_version(void);

/// Serves requests on a bound and listening socket. `cmhd_load` must have returned NULL.
///
/// The server then owns the socket. Returns NULL if memory, a thread or a descriptor is missing;
/// the caller then still owns the socket.
cmhd_server *cmhd_start(int socket, const struct cmhd_options *options,
                        const struct cmhd_handlers *handlers, void *context);

/// Closes the socket and all connections, waits for the thread, and frees the server.
///
/// New requests are dropped from now on. Returns when each earlier request has been answered or
/// dropped, and `cmhd_continue` has been called for each waiting reader. The caller must ensure
/// that this happens.
void cmhd_stop(cmhd_server *server);

/// Passes every header to `each`, in no particular order. `value` is never NULL.
///
/// Must be called before `requested` returns.
void cmhd_headers(cmhd_request *request, void *context,
                  void (*each)(void *context, const char *name, const char *value));

/// Returns a response with a copy of `body`, or NULL without memory.
cmhd_response *cmhd_response_make(const void *body, size_t size);

/// Returns a response of `size` bytes that the reader produces in pieces of at most `piece` bytes.
/// Without memory it calls `release` and returns NULL.
cmhd_response *cmhd_response_read(cmhd_request *request, uint64_t size, size_t piece,
                                  const struct cmhd_reader *reader);

/// Adds a header.
void cmhd_response_add(cmhd_response *response, const char *name, const char *value);

/// Answers a request. The server then owns the response.
///
/// Without `answers_later` the connection is closed after the answer.
void cmhd_answer(cmhd_request *request, unsigned int status, cmhd_response *response);

/// Closes the connection of a request without an answer.
void cmhd_drop(cmhd_request *request);

/// Whether the client has closed a connection. libmicrohttpd doesn't notice that while a request
/// waits for its answer.
bool cmhd_is_abandoned(int descriptor);

/// Makes the server call the body's reader again, after the reader returned 0. Any thread may call
/// it, even before the reader has returned.
void cmhd_continue(cmhd_request *request);
