"""Casting, potions, creature powers, and remedies against them."""
