"""What page and terminal show of a fight: choices in groups, paths, marks, walls."""
