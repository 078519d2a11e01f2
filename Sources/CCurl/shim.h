// Typed access to the variadic parts of libcurl that Swift cannot import. No logic lives here.
#pragma once
#include <curl/curl.h>
