"""One attack in the order of the book, and its numbers."""
