"""Dice and choices: requests, the tape of answers, and the oracles that give them."""
