"""The stages of a fight: opening, surprise, initiative, rounds, turns."""
