"""The results of simulations as text, pages, charts and pictures."""
