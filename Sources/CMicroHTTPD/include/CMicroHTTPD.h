// GNU libmicrohttpd, loaded at first use, as far as a small server on loopback needs it.
#pragma once
#include <stddef.h>

/// A server on one listening socket, with a thread of its own; all handlers are called there.
typedef struct cmhd_server cmhd_server;

/// A request whose head has arrived, and its body where that is read; lives as long as the call of `requested`.
typedef struct MHD_Connection cmhd_request;

typedef struct MHD_Response cmhd_response;

struct cmhd_handlers {
  /// A connection was accepted.
  void (*opened)(void *context, int descriptor);
  /// A connection is over. Its descriptor is closed after this returns, not before.
  void (*closed)(void *context, int descriptor);
  /// Has to call `cmhd_answer` once. `target` is what stood in the request line; `head` counts the
  /// bytes of request line and headers. `body` has `size` bytes, and is NULL without any.
  void (*requested)(void *context, cmhd_request *request, int descriptor, const char *method,
                    const char *target, const char *version, size_t head, const void *body,
                    size_t size);
};

/// Loads libmicrohttpd if that has not happened yet; may be called from any thread.
/// Returns NULL, or why it cannot be loaded, in the dynamic loader's words.
const char *cmhd_load(void);

/// Serves on a socket that is bound and listening; only after `cmhd_load` returned NULL.
///
/// A connection never takes more than `memory` bytes; what does not fit is refused with 414 or 431.
/// There may be `connections` at a time, others wait to be accepted. Of the body of a POST, the first
/// `body` bytes are kept and the others dropped; with 0, requests are answered as soon as their head is
/// there. The socket belongs to the server from here on. Returns NULL when no memory, thread or descriptor was to be had.
cmhd_server *cmhd_start(int socket, size_t memory, unsigned int connections, size_t body,
                        const struct cmhd_handlers *handlers, void *context);

/// Closes the socket and all connections and waits for the thread.
void cmhd_stop(cmhd_server *server);

/// Hands out every header, in no certain order. `value` is never NULL.
void cmhd_headers(cmhd_request *request, void *context,
                  void (*each)(void *context, const char *name, const char *value));

/// A response with a copy of `body`, NULL without memory.
cmhd_response *cmhd_response_make(const void *body, size_t size);
void cmhd_response_add(cmhd_response *response, const char *name, const char *value);

/// Answers with a response, which is freed; the connection is closed behind it.
void cmhd_answer(cmhd_request *request, unsigned int status, cmhd_response *response);
