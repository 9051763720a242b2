"""A fight looked back on: its chances over time, its turning points, choices that cost, luck."""
