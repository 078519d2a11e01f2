// Typed access to libchafa and libturbojpeg. No logic lives here.
#pragma once
#include <chafa.h>
#include <turbojpeg.h>
