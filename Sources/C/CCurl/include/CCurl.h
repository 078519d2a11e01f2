// libcurl, loaded at first use.
#pragma once
#include <curl/curl.h>

// The functions of libcurl that imagefeed calls, without their common prefix.
#define CCURL_FUNCTIONS(F) \
  F(global_init)           \
  F(version)               \
  F(version_info)          \
  F(free)                  \
  F(getdate)               \
  F(slist_append)          \
  F(slist_free_all)        \
  F(easy_init)             \
  F(easy_cleanup)          \
  F(easy_strerror)         \
  F(easy_pause)            \
  F(easy_nextheader)       \
  F(easy_setopt)           \
  F(easy_getinfo)          \
  F(multi_init)            \
  F(multi_cleanup)         \
  F(multi_setopt)          \
  F(multi_add_handle)      \
  F(multi_remove_handle)   \
  F(multi_perform)         \
  F(multi_info_read)       \
  F(multi_poll)            \
  F(multi_wakeup)          \
  F(share_init)            \
  F(share_cleanup)         \
  F(share_setopt)          \
  F(url)                   \
  F(url_cleanup)           \
  F(url_get)               \
  F(url_set)

/// The pointers to libcurl's functions, with the types from the installed curl.h. Swift can't call
/// variadic functions. `ccurl_set_long` and similar functions below call them.
struct ccurl_functions {
#define CCURL_MEMBER(name) __typeof__(curl_##name) *name;
  CCURL_FUNCTIONS(CCURL_MEMBER)
#undef CCURL_MEMBER
};

/// Loads libcurl on the first call. Any thread may call it, any number of times.
///
/// Returns the functions, or NULL if libcurl can't be loaded. `failure` is then set to the dynamic
/// loader's message, which the caller must not free.
const struct ccurl_functions *ccurl_load(const char **failure);

// Typed access to the variadic functions. They may be called only after `ccurl_load` has returned
// the functions.

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode ccurl_set_headers(CURL *easy, struct curl_slist *headers);
/// Sets CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION, which have the same type.
CURLcode ccurl_set_writer(CURL *easy, CURLoption option, curl_write_callback function);
CURLcode ccurl_set_opensocket(CURL *easy, curl_opensocket_callback function);
CURLcode ccurl_set_prereq(CURL *easy, curl_prereq_callback function);
CURLcode ccurl_set_resolver_start(CURL *easy, curl_resolver_start_callback function);
CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value);
CURLcode ccurl_get_size(CURL *easy, CURLINFO info, curl_off_t *value);
/// Returns the versions and the built-in paths of libcurl.
const curl_version_info_data *ccurl_version_info(void);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);
/// Shares one kind of data, such as connections, among the transfers that use `share`.
CURLSHcode ccurl_share(CURLSH *share, curl_lock_data what);
