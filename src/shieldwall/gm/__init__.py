"""What a GM may order in mid-fight: the grammar of orders, and applying them."""
