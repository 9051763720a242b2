"""Spells, potions and creature powers: data, targets and effects."""
