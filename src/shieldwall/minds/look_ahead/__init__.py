"""Looking ahead: plans, playouts, exact endings, and the value of a position."""
