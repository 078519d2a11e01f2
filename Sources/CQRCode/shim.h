// Typed access to libqrencode. No logic lives here.
#pragma once
#include <qrencode.h>
