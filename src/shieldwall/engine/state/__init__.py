"""The data of a fight: sheets, units, clock, lasting effects, set-up."""
