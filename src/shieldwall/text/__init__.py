"""Text for people and for tapes: notation, sentences, orders, the rulebook in words."""
