"""GM orders during a fight: their grammar, and applying them."""
