"""Movement: paths, flying, opportunity windows, interruption, escape."""
