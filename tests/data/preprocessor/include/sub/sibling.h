sibling __FILE__
