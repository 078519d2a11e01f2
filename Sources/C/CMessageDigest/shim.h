// Typed access to libmd. Contains no logic.
#pragma once
#include <stdint.h>
#include <sys/types.h>
#include <sha2.h>
