"""Messages to each seat: prompts, state, log, odds, fog."""
