"""What is true in a fight: sheets, units, the clock, lasting effects, the set-up."""
