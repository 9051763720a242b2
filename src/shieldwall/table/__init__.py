"""The table: fights in the browser, with the GM and each player on their own screen."""
