// The commit that the program was built from, and the contact of who built it. `scripts/commit` writes
// commit.h. Without that file both are empty.
#include "CPlatform.h"

#if __has_include("commit.h")
#include "commit.h"
#endif
#ifndef IMAGEFEED_COMMIT
#define IMAGEFEED_COMMIT ""
#endif
#ifndef IMAGEFEED_CONTACT
#define IMAGEFEED_CONTACT ""
#endif

const char *cplatform_commit(void) { return IMAGEFEED_COMMIT; }
const char *cplatform_contact(void) { return IMAGEFEED_CONTACT; }
