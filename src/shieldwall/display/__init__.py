"""Display helpers for page and terminal: grouped choices, paths, markers, walls."""
