"""Creatures as records of other programs: JSON, XML, spreadsheets and web pages."""
