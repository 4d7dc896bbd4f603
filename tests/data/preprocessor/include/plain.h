included __LINE__
