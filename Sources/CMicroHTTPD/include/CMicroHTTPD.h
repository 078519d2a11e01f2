// GNU libmicrohttpd, loaded at first use, as far as two small servers on loopback need it: the
// listener for sign-ins and the demo service.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A server on one listening socket, with a thread of its own, on which all handlers are called.
typedef struct cmhd_server cmhd_server;

typedef struct MHD_Response cmhd_response;

/// A request that has arrived. It is valid until it is answered or dropped.
typedef struct cmhd_request {
  /// The connection's socket.
  int descriptor;
  const char *method;
  /// The target as the request line has it.
  const char *target;
  const char *version;
  /// The size of request line and headers in bytes.
  size_t head;
  /// The body; NULL without one.
  const void *body;
  size_t size;
} cmhd_request;

struct cmhd_handlers {
  /// Called with each accepted connection; may be NULL.
  void (*opened)(void *context, int descriptor);
  /// Called with each connection that is over, before its descriptor is closed; may be NULL.
  void (*closed)(void *context, int descriptor);
  /// Answers or drops the request: before it returns, or later where `answers_later` is set.
  void (*requested)(void *context, cmhd_request *request);
};

struct cmhd_options {
  /// The most bytes of a head, with what libmicrohttpd keeps of it. More is refused with 414 or 431.
  size_t memory;
  /// The most connections at a time. Others wait to be accepted.
  unsigned int connections;
  /// The bytes of a body that are kept; the others are dropped.
  size_t body;
  /// Whether connections are kept open for further requests, and requests may be answered later,
  /// from any thread. Every body is read then, otherwise that of a POST.
  bool answers_later;
};

/// A body that is produced piece by piece.
struct cmhd_reader {
  /// Writes at most `size` bytes and returns their number.
  ///
  /// Returns 0 where there are none yet, after which `cmhd_continue` has to be called once, and -1
  /// to break the connection.
  ssize_t (*read)(void *context, uint64_t position, char *bytes, size_t size);
  /// Called once, when the body is no longer needed.
  void (*release)(void *context);
  void *context;
};

/// Loads libmicrohttpd if that has not happened yet. May be called from any thread.
///
/// Returns NULL, or the dynamic loader's reason why it cannot be loaded.
const char *cmhd_load(void);

/// Returns the version of libmicrohttpd, which is loaded for it, or NULL where it cannot be loaded.
const char *cmhd_version(void);

/// Serves on a socket that is bound and listening. `cmhd_load` has to have returned NULL.
///
/// The socket belongs to the server afterwards. Returns NULL without memory, thread or descriptor;
/// the socket is the caller's then.
cmhd_server *cmhd_start(int socket, const struct cmhd_options *options,
                        const struct cmhd_handlers *handlers, void *context);

/// Closes the socket and all connections, and waits for the thread.
///
/// New requests are dropped from here on. Returns when each earlier one was answered or dropped and
/// `cmhd_continue` was called where a reader waits for it: the caller has to see to that.
void cmhd_stop(cmhd_server *server);

/// Passes every header to `each`, in no certain order. `value` is never NULL.
///
/// To be called before `requested` returns.
void cmhd_headers(cmhd_request *request, void *context,
                  void (*each)(void *context, const char *name, const char *value));

/// Returns a response with a copy of `body`, NULL without memory.
cmhd_response *cmhd_response_make(const void *body, size_t size);

/// Returns a response of `size` bytes that the reader produces in pieces of at most `piece` bytes.
///
/// Returns NULL without memory; `release` was called then.
cmhd_response *cmhd_response_read(cmhd_request *request, uint64_t size, size_t piece,
                                  const struct cmhd_reader *reader);

void cmhd_response_add(cmhd_response *response, const char *name, const char *value);

/// Answers a request. The response belongs to the server afterwards.
///
/// Without `answers_later` the connection is closed behind the answer.
void cmhd_answer(cmhd_request *request, unsigned int status, cmhd_response *response);

/// Closes the connection of a request without an answer.
void cmhd_drop(cmhd_request *request);

/// Returns whether the client has closed a connection, which libmicrohttpd does not notice while a
/// request waits for its answer.
bool cmhd_is_abandoned(int descriptor);

/// Has the body's reader asked again, after it returned 0.
void cmhd_continue(cmhd_request *request);
