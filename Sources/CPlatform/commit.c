// The commit that the program was built from. `scripts/commit` writes commit.h. Without that file
// the commit is empty.
#include "CPlatform.h"

#if __has_include("commit.h")
#include "commit.h"
#else
#define IMAGEFEED_COMMIT ""
#endif

const char *cplatform_commit(void) { return IMAGEFEED_COMMIT; }
