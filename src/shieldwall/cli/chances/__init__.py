"""Commands for odds and simulations."""
