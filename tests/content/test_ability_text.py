"""The lines of a stat card about a creature's nature and abilities."""

from __future__ import annotations

from shieldwall.content.combatants.ability_text import abilities
from shieldwall.content.combatants.creatures import shipped_creatures


def lines(name: str) -> dict[str, str]:
    return abilities(shipped_creatures()[name])


def test_a_plain_creature_has_none() -> None:
    assert lines("goblin") == {}


def test_a_troll_mends_and_rises() -> None:
    assert lines("troll") == {
        "regenerates": "3 HP a round, not after fire or acid; rises after 2d6 rounds"
    }


def test_a_drake_in_a_few_lines() -> None:
    assert lines("fire drake") == {
        "immune": "fire",
        "weak": "cold",
        "flies": "80 ft",
        "fiery breath": "cone 90 ft, save blast, 3 a fight: damage as its HP (half on save)",
        "terror": "presence 60 ft, the living, save spell: shaken (save failed)",
    }


def test_riders_name_their_weapon_and_their_moment() -> None:
    assert lines("brown bear") == {"hug": "claw, with hit 2 on one foe: damage 2d8; hold"}
    assert lines("viper")["venom"] == (
        "fangs, with a hit, after 1d4 rounds, save doom: kill (save failed)"
    )
    assert lines("giant toad")["gulp"] == "tongue, with a hit, on a die of 19+: swallow"
    assert lines("black dog")["breath of embers"] == (
        "cone 15 ft, save blast, back on a d6 of 5+: damage 4d6 (half on save)"
    )
