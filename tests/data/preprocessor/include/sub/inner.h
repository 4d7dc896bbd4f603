inner __LINE__
#include "sibling.h"
