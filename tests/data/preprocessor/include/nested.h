before
#include "sub/inner.h"
after __LINE__
