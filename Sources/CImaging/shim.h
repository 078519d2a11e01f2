// Typed access to libchafa, libturbojpeg and zlib. No logic lives here.
#pragma once
#include <chafa.h>
#include <turbojpeg.h>
#include <zlib.h>
