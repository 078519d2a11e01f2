// The commit that the program was built from. `scripts/commit` writes commit.h; a build without it
// knows no commit.
#include "CPlatform.h"

#if __has_include("commit.h")
#include "commit.h"
#else
#define IMAGEFEED_COMMIT ""
#endif

const char *cplatform_commit(void) { return IMAGEFEED_COMMIT; }
