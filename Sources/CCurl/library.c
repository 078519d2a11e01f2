// libcurl's functions, which load libcurl when the first of them is called.
//
// Some thirty libraries come with libcurl (TLS, Kerberos, LDAP ...). Linked as usual, all of them
// are there before `main`, for 5 ms and 7 MB of a start of 12 ms and 21 MB, even if nothing is ever
// sent. The functions have libcurl's own names so that the Swift library FoundationNetworking,
// linked statically because FlyingFox imports it, finds what it refers to here as well.
//
// They are hidden: among the program's dynamic symbols they would come before libcurl's own, and
// libcurl would call them in place of its own.
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// libcurl hides its variadic functions behind macros of the same names.
#undef curl_easy_getinfo
#undef curl_easy_setopt
#undef curl_multi_setopt
#undef curl_share_setopt

// What it returns, its name, parameters and arguments. The compiler compares it with curl.h; the
// linker names what is missing here.
#define FUNCTIONS(F)                                                                              \
  F(CURLcode, curl_global_init, (long flags), (flags))                                            \
  F(char *, curl_version, (void), ())                                                             \
  F(void, curl_free, (void *memory), (memory))                                                    \
  F(time_t, curl_getdate, (const char *text, const time_t *unused), (text, unused))               \
  F(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text),          \
    (list, text))                                                                                 \
  F(void, curl_slist_free_all, (struct curl_slist *list), (list))                                 \
  F(CURL *, curl_easy_init, (void), ())                                                           \
  F(void, curl_easy_cleanup, (CURL *easy), (easy))                                                \
  F(const char *, curl_easy_strerror, (CURLcode code), (code))                                    \
  F(CURLcode, curl_easy_pause, (CURL *easy, int what), (easy, what))                              \
  F(struct curl_header *, curl_easy_nextheader,                                                   \
    (CURL *easy, unsigned int origin, int request, struct curl_header *previous),                 \
    (easy, origin, request, previous))                                                            \
  F(CURLM *, curl_multi_init, (void), ())                                                         \
  F(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi))                                       \
  F(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *easy), (multi, easy))                  \
  F(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *easy), (multi, easy))               \
  F(CURLMcode, curl_multi_perform, (CURLM *multi, int *running), (multi, running))                \
  F(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left), (multi, left))                    \
  F(CURLMcode, curl_multi_poll,                                                                   \
    (CURLM *multi, struct curl_waitfd *extra, unsigned int count, int timeout, int *ready),       \
    (multi, extra, count, timeout, ready))                                                        \
  F(CURLMcode, curl_multi_wakeup, (CURLM *multi), (multi))                                        \
  F(CURLSH *, curl_share_init, (void), ())                                                        \
  F(CURLSHcode, curl_share_cleanup, (CURLSH *share), (share))                                     \
  F(CURLU *, curl_url, (void), ())                                                                \
  F(void, curl_url_cleanup, (CURLU *url), (url))                                                  \
  F(CURLUcode, curl_url_get, (CURLU *url, CURLUPart part, char **text, unsigned int flags),       \
    (url, part, text, flags))                                                                     \
  F(CURLUcode, curl_url_set, (CURLU *url, CURLUPart part, const char *text, unsigned int flags),  \
    (url, part, text, flags))

// What it returns, its name, and the types of its two parameters before the one value.
#define VARIADIC_FUNCTIONS(F)                                                                     \
  F(CURLcode, curl_easy_setopt, CURL *, CURLoption)                                               \
  F(CURLcode, curl_easy_getinfo, CURL *, CURLINFO)                                                \
  F(CURLMcode, curl_multi_setopt, CURLM *, CURLMoption)                                           \
  F(CURLSHcode, curl_share_setopt, CURLSH *, CURLSHoption)

#define MEMBER(result, name, ...) __typeof__(name) *name;

static struct library {
  FUNCTIONS(MEMBER)
  VARIADIC_FUNCTIONS(MEMBER)
} library;

static const char *failure;

static void *find(void *handle, const char *name) {
  void *function = dlsym(handle, name);
  if (!function && !failure) failure = strdup(dlerror());
  return function;
}

#define FIND(result, name, ...) library.name = (__typeof__(name) *)find(handle, #name);

static void load(void) {
  // Local, since nobody else shall see its symbols; lazy, as the loader itself would have done it.
  void *handle = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!handle) {
    failure = strdup(dlerror());
    return;
  }
  FUNCTIONS(FIND)
  VARIADIC_FUNCTIONS(FIND)
}

const char *ccurl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure;
}

static const struct library *loaded(void) {
  const char *reason = ccurl_load();
  if (!reason) return &library;
  fprintf(stderr, "imagefeed: called without libcurl: %s\n", reason);
  abort();
}

#define HIDDEN __attribute__((visibility("hidden")))

#define FORWARD(result, name, parameters, arguments) \
  HIDDEN result name parameters { return loaded()->name arguments; }

FUNCTIONS(FORWARD)

// All values are integers or pointers, none wider than a pointer, and calls with variable arguments
// pass those alike on x86-64 and on arm64 Linux.
_Static_assert(sizeof(curl_off_t) == sizeof(void *) && sizeof(long) == sizeof(void *),
               "values of options have to fit a pointer");

#define FORWARD_VARIADIC(result, name, handle_type, option_type)  \
  HIDDEN result name(handle_type handle, option_type option, ...) { \
    va_list values;                                               \
    va_start(values, option);                                     \
    void *value = va_arg(values, void *);                         \
    va_end(values);                                               \
    return loaded()->name(handle, option, value);                 \
  }

VARIADIC_FUNCTIONS(FORWARD_VARIADIC)
