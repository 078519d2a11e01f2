// libcurl, loaded at first use, and typed access to its variadic parts, which Swift cannot import.
#pragma once
#include <curl/curl.h>

/// Loads libcurl if that has not happened yet; may be called from any thread, as often as wanted.
/// Returns NULL, or why it cannot be loaded, in the dynamic loader's words.
///
/// libcurl's functions load it by themselves, and end the program when there is no libcurl: whoever
/// may be the first to call one asks here before.
const char *ccurl_load(void);

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_headers(CURL *easy, struct curl_slist *headers) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

/// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION, which have one type.
static inline CURLcode ccurl_set_writer(CURL *easy, CURLoption option,
                                        curl_write_callback function) {
  return curl_easy_setopt(easy, option, function);
}

static inline CURLcode ccurl_set_opensocket(CURL *easy, curl_opensocket_callback function) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

static inline CURLcode ccurl_set_prereq(CURL *easy, curl_prereq_callback function) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_size(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLSHcode ccurl_share(CURLSH *share, curl_lock_data what) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, what);
}
