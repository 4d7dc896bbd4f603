#ifndef GUARD
#define GUARD
guarded once
#endif
