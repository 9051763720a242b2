"""Maps, walls, fields without a map, and places of units."""
