"""Example minds, for `--mind docs/examples/my_mind.py:careful` and so on."""

from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.knowledge.view import View
from shieldwall.minds import make_mind

natural = make_mind("natural")


def careful(request):
    """Plays like the natural mind, but uses Total Defense whenever it helps."""
    if isinstance(request.options, ReactionOptions):
        for choice in request.options:
            if choice.verb == "total-defense":
                return choice
    return natural(request)


class Avenger:
    """Attacks the foe with the fewest hit points left, and says so as its plan."""

    def __call__(self, request):
        choice = natural(request)
        if isinstance(request.options, TurnOptions) and choice.verb == "attack":
            view = View(request.battle, request.seats[0])
            unit = request.battle.state.units[choice.unit]
            for foe in sorted(view.foes_of(unit), key=lambda foe: foe.hp):
                better = type(choice)(choice.unit, "attack", int(foe.index), choice.weapon)
                if better in request.options:
                    return better
        return choice

    def plan(self, request, choice):
        return f"Means to finish somebody: {choice.verb}."
