#define FROM_INCLUDE(x) [x]
