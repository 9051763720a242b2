"""The commands of the terminal that are not choices in a fight."""

from __future__ import annotations

from typing import Final

COMMANDS: Final = {
    "help": "list these commands; `help charge` explains an action",
    "options": "list what you can do now; `options run` lists all of one action",
    "map": "draw the whole map",
    "who": "list all units with their marks, HP and conditions",
    "odds": "show the odds of all your choices; `odds off` hides the short list",
    "why": "explain the last number; `why 2` the one before",
    "log": "show this round and the last; `log all` from the start",
    "rule": "make a GM ruling (`rule` lists them), or read a rule: `rule SOV-081`",
    "undo": "take back your last choice",
    "save": "`save FILE` saves the fight; continue with `shieldwall play --resume FILE`",
    "quit": "leave; asks if the fight is not saved",
}

ALIASES: Final = {"?": "help", "units": "who", "status": "who", "look": "map", "exit": "quit"}
"""Other words for the commands."""
MORE_HELP: Final = "; `help` lists the commands"
MORE_OPTIONS: Final = "; `options` lists what you can do"
EVERYBODY_DONE: Final = "done all"
FULL_NAME: Final = 24
MOST_LISTED: Final = 8
"""Maximum choices of one action in `options`."""
COMPLETED: Final = tuple(word for word in COMMANDS if word != "rule")
"""`rule` must be typed in full, so that `ru` is enough for a run."""
