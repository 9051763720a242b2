"""House rules, rulings and the texts of the rules."""
