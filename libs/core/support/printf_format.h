// Lets the compiler check format strings.
#pragma once

#include <cstdio>

// MinGW's own attribute means Microsoft's formats unless told otherwise, while C++ gets the standard ones there.
#ifdef __MINGW_PRINTF_FORMAT
#define WEFT_PRINTF(string, first) __attribute__((format(__MINGW_PRINTF_FORMAT, string, first)))
#else
#define WEFT_PRINTF(string, first) __attribute__((format(printf, string, first)))
#endif
