// Functions of libcurl that the Swift library FoundationNetworking refers to and nobody calls: no
// target may use its URLSession (scripts/layering). Without them the static build does not link. A
// toolchain for a newer libcurl refers to the last three, Debian 12's does not.
#include <stdlib.h>

#define UNUSED(name)                                            \
  __attribute__((visibility("hidden"))) void name(void);        \
  __attribute__((visibility("hidden"))) void name(void) { abort(); }

UNUSED(curl_multi_assign)
UNUSED(curl_multi_socket_action)
UNUSED(curl_version_info)
UNUSED(curl_ws_meta)
UNUSED(curl_ws_recv)
UNUSED(curl_ws_send)
