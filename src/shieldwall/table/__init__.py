"""The table: fights in the browser, played by a GM and players at their own screens."""
