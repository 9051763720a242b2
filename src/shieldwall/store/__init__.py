"""A fight as a file: saves, tapes and the state as plain data."""
