#include "CPlatform.h"
#include <dlfcn.h>
#include <string.h>

const char *cplatform_load(const char *file, const char *const names[], size_t count,
                           void *functions) {
  void *handle = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return strdup(dlerror());
  for (size_t i = 0; i < count; i++) {
    void *address = dlsym(handle, names[i]);
    if (!address) return strdup(dlerror());
    memcpy((char *)functions + i * sizeof address, &address, sizeof address);
  }
  return NULL;
}
