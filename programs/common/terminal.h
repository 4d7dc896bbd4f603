#pragma once

#include <cstdio>

namespace weft::cli {

// True when `file` is a terminal that understands colour and the user has not asked for none (NO_COLOR,
// NO_COLOUR).
bool wants_colour(FILE *file);

// Prints the library's messages, one a line, with the place and the code picked out when `colour` is set.
void print_messages(FILE *file, const char *messages, bool colour);

} // namespace weft::cli
