"""A side with a leader checks the leader's morale: by its file, by an order, after an import."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.content.helpers import problems_of
from tests.engine.promises import check_replay, check_saved
from tests.gifted import gifted
from tests.rules.aachen.aachen_scene import BOTH, scene
from tests.rules.aachen.test_morale import KILL, archer, morale, rabble
from tests.rules.dolmenwood.hollow import beast, delve, hero, rolls
from tests.rules.dolmenwood.test_dol_morale import KILLS
from tests.scene import fighter, foe, play_setup, setup, terms, told, unit

from shieldwall.books import RULESETS
from shieldwall.content import read_encounter
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.setup_text import setup_from_text, setup_to_text
from shieldwall.engine.abilities import Abilities
from shieldwall.engine.morale.morale_score import is_leader, morale_of, score_of
from shieldwall.engine.space.grid import SKY
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.exchange.old_school.statblock import read_block
from shieldwall.fight import BadRuling, Fight

CAPTAIN = {"morale": 9, "leader": True}


def bandits(tape: str, **captain: object) -> Fight:
    """g is a bandit and killed, h the captain, i another bandit; the round is over."""
    rest = "".join(f"> {name} done\n" for name in "hi") * 2
    sheets: dict[str, Sheet] = {name: beast(hp=5, morale=7) for name in "gi"}
    sheets["h"] = beast(hp=5, **{"morale": 9, **captain})
    return delve("a g" + " ." * 20 + " h i", KILLS + rest + tape, a=hero(), **sheets)


def checked(score: int, dice: tuple[int, int]) -> str:
    held = "yes" if sum(dice) <= score else "no"
    why = "first_death"
    return f"morale side=foes why={why} roll={sum(dice)} score={score} held={held}"


# The example of the page: a captain with Morale 9 leads bandits with 7, and 9 is the score.


@pytest.mark.rule("DOL-041")
def test_a_captain_with_9_leads_bandits_with_7_and_9_is_the_score() -> None:
    fight = bandits(
        "> referee morale : 0\n! morale d6 4\n! morale d6 5\n" + rolls(6, 1), leader=True
    )
    assert told(fight, "morale") == [checked(9, (4, 5))]
    assert not unit(fight, "i").broken
    fight = bandits("> referee morale : 0\n! morale d6 5\n! morale d6 5\n", leader=True)
    assert told(fight, "morale") == [checked(9, (5, 5))]
    assert [unit(fight, name).broken for name in "hi"] == [True, True], "one check for all"


@pytest.mark.rule("DOL-041")
def test_without_a_leader_the_same_dice_break_them() -> None:
    fight = bandits("> referee morale : 0\n! morale d6 4\n! morale d6 5\n")
    assert told(fight, "morale") == [checked(7, (4, 5))], "two scores once each: the lower"
    assert unit(fight, "i").broken


@pytest.mark.rule("DOL-041", "DOL-045")
def test_a_leader_with_12_lets_no_unit_roll() -> None:
    fight = bandits(rolls(6, 1), leader=True, morale=12)
    assert told(fight, "morale") == []
    assert not unit(fight, "i").broken


@pytest.mark.rule("AAC-041")
@BOTH
@pytest.mark.parametrize(("fallen", "score"), [("g", 9), ("h", 7)])
def test_in_aachen_the_leaders_score_counts_while_the_leader_stands(
    book: str, fallen: str, score: int
) -> None:
    """The captain is h: once h is the casualty the others are on their own."""
    foes = {"g": rabble(), "h": rabble(**CAPTAIN), "i": rabble(), "k": rabble()}
    tape = KILL.format(fallen) + morale(4, 4)
    fight = scene("g h i k\n. . . .\na . . .", tape, book, a=archer(), **foes)
    held = "yes" if score == 9 else "no"
    assert told(fight, "morale") == [
        f"morale side=foes why=first_casualty roll=8 score={score} held={held}"
    ]


# In files.

FILE = """\
title: Test
rules: {rules}
map:
  squares: |
    ........
    ........
sides:
  - {{name: left, units: [{{what: {hero}, at: A1}}]}}
  - name: right
    units:
      - {{what: 3 x footpad, at: [H1, G1, F1]}}
      - {{what: boss, at: H2{more}}}
creatures:
  footpad: {{hd: 1, weapons: dagger, morale: 7}}
  boss: {{hd: 3, weapons: dagger, morale: 9{own}}}
"""


def setup_of(more: str = "", own: str = "", rules: str = "dolmenwood") -> Setup:
    hero_name = "orc"
    return read_encounter(FILE.format(rules=rules, hero=hero_name, more=more, own=own), "e.yaml")


def score_in(setup: Setup) -> int:
    fight = Fight(setup)
    return score_of(fight.state, [one for one in fight.state.units if one.side == 1])


@pytest.mark.rule("DOL-041", "AAC-041")
@pytest.mark.parametrize("rules", ["dolmenwood", "sovereign"])
@pytest.mark.parametrize(
    ("more", "own", "score"),
    [
        ("", "", 7),
        ("", ", leader: yes", 9),
        (", leader: yes", "", 9),
        (", leader: yes, morale: 10", "", 10),
        (", leader: no", ", leader: yes", 7),
    ],
)
def test_a_creature_or_a_unit_of_an_encounter_leads(
    rules: str, more: str, own: str, score: int
) -> None:
    setup = setup_of(more, own, rules)
    assert score_in(setup) == score
    again = setup_from_text(setup_to_text(setup))
    assert setup_to_text(again) == setup_to_text(setup)
    assert score_in(again) == score


def test_many_cannot_lead_in_one_line() -> None:
    text = FILE.format(rules="dolmenwood", hero="orc", more="", own="")
    text = text.replace("F1]}", "F1], leader: yes}")
    assert any("3 units cannot all lead" in line for line in problems_of(text))


@pytest.mark.rule("DOL-041")
def test_a_character_of_a_party_leads_its_hirelings(tmp_path: Path) -> None:
    party = tmp_path / "band.yaml"
    party.write_text(
        "rules: dolmenwood\n"
        "characters:\n"
        "  - name: Ysolde\n"
        "    class: fighter\n"
        "    attributes: {str: 12, dex: 12, con: 12, int: 10, wis: 10, cha: 12}\n"
        "    weapons: long sword\n"
        "    leader: yes\n"
        "    morale: 10\n"
    )
    text = FILE.format(rules="dolmenwood", hero="orc", more="", own="").replace(
        "{name: left, units: [{what: orc, at: A1}]}",
        "{name: left, party: band.yaml, area: A1-B2, units: [{what: footpad, at: C1}]}",
    )
    fight = Fight(read_encounter(text, str(tmp_path / "e.yaml"), tmp_path))
    hireling = next(one for one in fight.state.units if one.side == 0 and one.sheet.creature)
    assert score_of(fight.state, [hireling]) == 10


# By an order.


@pytest.mark.rule("DOL-041")
def test_the_gm_names_a_leader_sets_its_morale_and_takes_both_back() -> None:
    fight = Fight(setup_of())
    right = [one for one in fight.state.units if one.side == 1]
    boss = right[-1].ident
    fight.rule(f"leader {boss} yes")
    assert score_in_fight(fight) == 9
    fight.rule(f"morale {boss} 11")
    assert score_in_fight(fight) == 11
    with pytest.raises(BadRuling):
        fight.rule(f"leader {boss} yes")
    with pytest.raises(BadRuling):
        fight.rule(f"morale {boss} 11")
    check_replay(fight)
    fight.rule(f"leader {boss} no")
    assert score_in_fight(fight) == 7
    fight.pop()
    fight.pop()
    assert score_in_fight(fight) == 9
    fight.pop()
    assert score_in_fight(fight) == 7


def score_in_fight(fight: Fight) -> int:
    return score_of(fight.state, [one for one in fight.state.units if one.side == 1])


@pytest.mark.parametrize("order", ["leader boss", "leader boss maybe", "morale boss 13"])
def test_an_order_that_says_nothing_is_refused_with_an_example(order: str) -> None:
    fight = Fight(setup_of())
    before = fight.state.key()
    with pytest.raises(BadRuling):
        fight.rule(order)
    assert fight.state.key() == before


def test_a_named_leader_is_saved(tmp_path: Path) -> None:
    from random import Random

    fight = Fight(setup_of())
    fight.rule("leader boss yes")
    fight.rule("morale boss 10")
    check_saved(fight, Random(1), tmp_path)
    assert is_leader(fight.state, fight.state.units[-1])


# What shipped creatures say of themselves.


@pytest.mark.rule("AAC-041")
def test_what_the_notes_of_aachens_creatures_say_takes_effect() -> None:
    book = RULESETS["aachen"]
    known = shipped_creatures(book.book_folders, book.family)
    assert known["captain"].leader
    assert known["goblin"].abilities.amount("led_morale") == 9
    assert known["wolf"].abilities.amount("pack_morale") == 8
    assert known["goblin"].abilities.amount("daylight") == 1


def nature(led: int = 0, pack: int = 0) -> Abilities:
    return gifted(led_morale=led, pack_morale=pack)


@pytest.mark.rule("AAC-041")
@BOTH
@pytest.mark.parametrize(("leader", "score"), [(True, 9), (False, 7)])
def test_goblins_have_morale_9_with_a_leader(book: str, leader: bool, score: int) -> None:
    goblin = rabble(abilities=nature(led=9))
    chief = rabble(abilities=nature(led=9), leader=leader)
    foes = {"g": goblin, "h": chief, "i": goblin, "k": goblin}
    fight = scene(
        "g h i k\n. . . .\na . . .", KILL.format("g") + morale(4, 4), book, a=archer(), **foes
    )
    held = "yes" if score == 9 else "no"
    assert told(fight, "morale") == [
        f"morale side=foes why=first_casualty roll=8 score={score} held={held}"
    ]


@pytest.mark.rule("AAC-041")
@BOTH
@pytest.mark.parametrize(("count", "score"), [(4, 8), (2, 6)])
def test_wolves_have_morale_8_in_a_pack_and_6_alone(book: str, count: int, score: int) -> None:
    foes = {name: rabble(6, abilities=nature(pack=8)) for name in "ghik"[:count]}
    drawing = " ".join(foes) + "\n" + " ".join("." * count) + "\na" + " ." * (count - 1)
    fight = scene(drawing, KILL.format("g") + morale(4, 4), book, a=archer(), **foes)
    held = "yes" if score == 8 else "no"
    assert f"roll=8 score={score} held={held}" in told(fight, "morale")[0]
    if count == 4:
        assert morale_of(fight.state, unit(fight, "h")) == 8


# From elsewhere.


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("ML 7 (9 with king)", "morale-with-leader", 9),
        ("Morale 7 (9 with a leader)", "morale-with-leader", 9),
        ("Morale 6 (8 in packs)", "morale-in-pack", 8),
        ("Morale 9, Leader: yes", "leader", True),
    ],
)
def test_a_pasted_block_says_who_leads_and_what_a_leader_is_worth(
    text: str, key: str, value: object
) -> None:
    block = f"Hobgoblin\nAC 6 [13], HD 1+1 (5hp), Att 1 x weapon (1d8), THAC0 18 [+1], {text}"
    draft, _ = read_block(block)
    assert draft.values[key] == value
    assert draft.values["morale"] in (6, 7, 9)


# In daylight.


def goblin_strikes(ceiling: int, dark: bool = False, penalty: int = 1) -> dict[str, int]:
    shy = gifted(daylight=penalty)
    made = setup("a g", a=fighter(), g=foe(abilities=shy), ceiling=ceiling)
    made.dark = dark
    fight = play_setup(made, "> g attack a with sword\n! attack d20 2\n", "foes")
    return terms(fight)


def test_a_creature_that_shuns_the_sun_is_worse_under_open_sky() -> None:
    assert goblin_strikes(SKY)["daylight"] == -1
    assert goblin_strikes(SKY, penalty=2)["daylight"] == -2
    assert "daylight" not in goblin_strikes(240), "indoors"
    assert "daylight" not in goblin_strikes(SKY, dark=True), "at night"


def test_a_pasted_block_says_what_the_sun_takes() -> None:
    draft, _ = read_block("Goblin\nAC 13, HD 1\nHates the sun: -1 to-hit in full daylight")
    assert draft.values["daylight-penalty"] == 1
