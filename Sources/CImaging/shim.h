// Typed access to libturbojpeg and zlib. No logic lives here.
#pragma once
#include <stddef.h>
#include <turbojpeg.h>
#include <zlib.h>
