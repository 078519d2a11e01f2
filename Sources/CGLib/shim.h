// Typed access to GLib's checksums. No logic lives here.
#pragma once
#include <glib.h>
