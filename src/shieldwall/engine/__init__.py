"""The engine: how a fight runs. It knows no files and no chance; books give it its rules."""
