"""One attack, in the order of the book, and the numbers it uses."""
