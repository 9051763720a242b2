"""A bot that plays at a table: attacks where it expects the most damage, else moves closer.

    python docs/examples/table_bot.py 'http://127.0.0.1:8765/#token=...'

The address is a seat's link from the GM. Needs only `websockets`, which Shieldwall installs, and
the protocol in docs/table-protocol.md.
"""

import json
import random
import sys
import time

from websockets.sync.client import connect

BLOWS = ("attack", "shoot", "throw", "charge")


class Bot:
    def __init__(self, socket):
        self.socket = socket
        self.state = {}
        self.later = []
        """Messages that arrived while we waited for another one."""

    def send(self, **message):
        # The table disconnects clients that send more than 20 messages a second for long.
        time.sleep(0.06)
        self.socket.send(json.dumps(message))

    def play(self, token):
        """Play until the fight is over; returns how it ended."""
        self.send(type="hello", token=token)
        while True:
            message = self.later.pop(0) if self.later else json.loads(self.socket.recv())
            if message["type"] == "over":
                return message
            if message["type"] == "state":
                self.state = message
            elif message["type"] == "asked":
                self.answer(message)
            elif message["type"] in ("refused", "error"):
                print(message["text"], file=sys.stderr)

    def answer(self, asked):
        die = asked["die"]
        if die is not None and die["mine"]:
            value = random.randint(1, die["sides"])
            self.send(type="die", request=die["request"], value=value)
        elif asked["asks"]:
            # After our answer the server sends the questions that are still open.
            ask = asked["asks"][0]
            options = [option for group in ask["groups"] for option in group["options"]]
            if options:
                choice = self.best(ask, options)["choice"]
                self.send(type="choose", request=ask["request"], choice=choice)

    def best(self, ask, options):
        blows = [option for option in options if option["verb"] in BLOWS][:6]
        if blows:
            return max(blows, key=lambda option: self.damage(ask, option))
        runs = [option for option in options if option["verb"] == "run" and option["square"]]
        nearer = min(runs, key=self.from_foes, default=None)
        me = next((unit for unit in self.state["units"] if unit["id"] == ask["focus"]), None)
        if nearer and me and me["square"] and self.from_foes(nearer) < self.from_foes(me):
            return nearer
        # "done" ends a turn, "pass" declines a reaction; without either, choose anything.
        quiet = [option for option in options if option["verb"] in ("done", "pass")]
        return quiet[0] if quiet else options[0]

    def damage(self, ask, option):
        """The expected damage of the attack, from the table; 0 if the question is gone."""
        self.send(type="preview", request=ask["request"], choice=option["choice"])
        while True:
            message = json.loads(self.socket.recv())
            if message["type"] == "previewed" and message["choice"] == option["choice"]:
                return message["preview"]["damage"] or 0.0
            self.later.append(message)
            if message["type"] in ("asked", "refused", "error", "over"):
                return 0.0

    def from_foes(self, place):
        """Squares from a place to the nearest standing foe."""
        team = next(unit["team"] for unit in self.state["units"] if unit["mine"])
        foes = [
            unit["square"]
            for unit in self.state["units"]
            if unit["team"] != team and unit["square"] and unit["band"] not in ("down", "dead")
        ]
        return min((apart(place["square"], square) for square in foes), default=0)


def apart(one, other):
    """C4 to E5 is 2: a diagonal step counts as one."""
    (x0, y0), (x1, y1) = place_of(one), place_of(other)
    return max(abs(x0 - x1), abs(y0 - y1))


def place_of(square):
    letters = square.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column, int(square[len(letters) :])


def main():
    base, _, token = sys.argv[1].partition("/#token=")
    with connect(base.replace("http", "ws", 1) + "/ws", max_size=None) as socket:
        over = Bot(socket).play(token)
    print(f"{over['reason']}: {', '.join(over['winners']) or 'nobody'} won")


if __name__ == "__main__":
    main()
