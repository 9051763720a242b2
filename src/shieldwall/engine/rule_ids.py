"""The rule ids of a book, by the names the engine uses.

The engine names a rule by its subject; the book maps it to an id. Refusals and terms carry the id.
"""

from __future__ import annotations

from typing import Final


class RuleIds:
    """The rule ids of one book; "" for a rule it does not have."""

    def __init__(self, stated: dict[str, str]) -> None:
        self.standing_room = ""
        self.passing = ""
        self.ground = ""
        self.impassable = ""
        self.corners = ""
        self.open_field = ""
        self.line = ""
        self.surprise = ""
        self.initiative = ""
        self.turns = ""
        self.fight_over = ""
        self.instants = ""
        self.same_moment = ""
        self.actions = ""
        self.casting = ""
        self.melee_attack = ""
        self.ranged_attack = ""
        self.bound_shot = ""
        self.snap_attack = ""
        self.swarm = ""
        self.charge = ""
        self.screen = ""
        self.screen_from_spells = ""
        self.movement_rate = ""
        self.melee_rate = ""
        self.prone_with_reach = ""
        self.prone_distant = ""
        self.prone_adjacent = ""
        self.prone_attacker = ""
        self.longest_range = ""
        self.cover = ""
        self.foe_in_melee_range = ""
        self.unseen = ""
        self.attack_roll = ""
        self.attack_attribute = ""
        self.damage = ""
        self.unarmed_damage = ""
        self.shock = ""
        self.shock_bonus = ""
        self.shock_floor = ""
        self.grappled = ""
        self.second_weapon = ""
        self.two_weapons = ""
        self.missile_distance = ""
        self.melee_attribute = ""
        self.missile_attribute = ""
        self.range_bands = ""
        self.broken = ""
        self.talent = ""
        self.manoeuvre = ""
        self.least_damage = ""
        self.creature_check = ""
        unknown = [name for name in stated if not hasattr(self, name)]
        if unknown:
            raise ValueError(f"the engine speaks of no rule called {', '.join(unknown)}")
        for name, ident in stated.items():
            setattr(self, name, ident)


NO_IDS: Final = RuleIds({})
