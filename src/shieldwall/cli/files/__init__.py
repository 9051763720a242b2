"""Commands for files: list, show, check, import, export, write."""
