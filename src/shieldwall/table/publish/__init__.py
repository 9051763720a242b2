"""What each seat is sent: prompts, state, log, odds, fog."""
