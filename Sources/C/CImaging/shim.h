// Typed access to libturbojpeg and zlib. Contains no logic.
#pragma once
#include <stddef.h>
#include <turbojpeg.h>
#include <zlib.h>
