// Definitions for the functions of libcurl that the Swift library FoundationNetworking refers to.
//
// FlyingFox imports FoundationNetworking, so the static build links it. No target may use its
// URLSession (scripts/layering), so none of these is ever called. The three functions for web
// sockets are referred to by toolchains that were built with a newer libcurl than Debian 12's.
#include <stdlib.h>

#define UNUSED(name)                                            \
  __attribute__((visibility("hidden"))) void name(void);        \
  __attribute__((visibility("hidden"))) void name(void) { abort(); }

UNUSED(curl_easy_cleanup)
UNUSED(curl_easy_getinfo)
UNUSED(curl_easy_init)
UNUSED(curl_easy_pause)
UNUSED(curl_easy_setopt)
UNUSED(curl_easy_strerror)
UNUSED(curl_free)
UNUSED(curl_global_init)
UNUSED(curl_multi_add_handle)
UNUSED(curl_multi_assign)
UNUSED(curl_multi_cleanup)
UNUSED(curl_multi_info_read)
UNUSED(curl_multi_init)
UNUSED(curl_multi_remove_handle)
UNUSED(curl_multi_setopt)
UNUSED(curl_multi_socket_action)
UNUSED(curl_slist_append)
UNUSED(curl_slist_free_all)
UNUSED(curl_url)
UNUSED(curl_url_get)
UNUSED(curl_url_set)
UNUSED(curl_version)
UNUSED(curl_version_info)
UNUSED(curl_ws_meta)
UNUSED(curl_ws_recv)
UNUSED(curl_ws_send)
