// Typed access to libqrencode. Contains no logic.
#pragma once
#include <qrencode.h>
