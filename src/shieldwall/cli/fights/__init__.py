"""Commands for one fight: play, watch, replay, look."""
