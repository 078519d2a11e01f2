// Loads libcurl when its first function is needed.
//
// If it were linked, libcurl and the thirty libraries it depends on (TLS, Kerberos, LDAP) would be
// loaded before `main`. They take 5 ms and 7 MB of a launch of 12 ms and 21 MB, even if nothing is
// ever sent.
#include "CCurl.h"

#include "CPlatform.h"
#include <pthread.h>

static struct ccurl_functions functions;
static const char *reason;

static void load(void) {
#define NAME(name) "curl_" #name,
  static const char *const names[] = {CCURL_FUNCTIONS(NAME)};
  reason = cplatform_load("libcurl.so.4", names, sizeof names / sizeof *names, &functions);
}

const struct ccurl_functions *ccurl_load(const char **failure) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  *failure = reason;
  return reason ? NULL : &functions;
}

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return functions.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return functions.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return functions.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return functions.easy_setopt(easy, option, value);
}

CURLcode ccurl_set_headers(CURL *easy, struct curl_slist *headers) {
  return functions.easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

CURLcode ccurl_set_writer(CURL *easy, CURLoption option, curl_write_callback function) {
  return functions.easy_setopt(easy, option, function);
}

CURLcode ccurl_set_opensocket(CURL *easy, curl_opensocket_callback function) {
  return functions.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

CURLcode ccurl_set_prereq(CURL *easy, curl_prereq_callback function) {
  return functions.easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

CURLcode ccurl_set_resolver_start(CURL *easy, curl_resolver_start_callback function) {
  return functions.easy_setopt(easy, CURLOPT_RESOLVER_START_FUNCTION, function);
}

CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
  return functions.easy_getinfo(easy, info, value);
}

CURLcode ccurl_get_size(CURL *easy, CURLINFO info, curl_off_t *value) {
  return functions.easy_getinfo(easy, info, value);
}

const curl_version_info_data *ccurl_version_info(void) {
  return functions.version_info(CURLVERSION_NOW);
}

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return functions.multi_setopt(multi, option, value);
}

CURLSHcode ccurl_share(CURLSH *share, curl_lock_data what) {
  return functions.share_setopt(share, CURLSHOPT_SHARE, what);
}
