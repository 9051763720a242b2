"""Knowledge of a side or a seat."""
