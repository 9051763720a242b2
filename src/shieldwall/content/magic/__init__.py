"""Spells and creature powers in files."""
