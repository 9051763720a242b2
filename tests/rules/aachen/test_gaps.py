"""Gaps of the drafts: refused with the name of the ruling, or filled by it."""

import json
from typing import Any

import pytest
from click.testing import CliRunner
from tests.rules.aachen.aachen_scene import (
    BOTH,
    EARLIER,
    LATER,
    Edition,
    play_setup,
    ruled,
    scene,
    scene_setup,
)
from tests.rules.ways import exact
from tests.scene import DAGGER, SWORD, UNARMED, fighter, foe, listed, terms, told, unit
from tools.rules_pages import all_pages

from shieldwall.books import RULESETS
from shieldwall.cli.main import cli
from shieldwall.content import load_encounter
from shieldwall.fight import Fight
from shieldwall.fight_start import seat_names
from shieldwall.minds import make_mind

ARMS = (SWORD, DAGGER, UNARMED)
DEEDS = {
    "shove": "a shove g with sword : prone",
    "grapple": "a grapple g with unarmed",
    "execute": "a execute g with sword",
    "dual": "a dual with dagger",
    "swarm": "a swarm g with sword",
}


@pytest.mark.ruling("borrowed_manoeuvres", "no")
@pytest.mark.rule("AAC-040", "G-30")
@BOTH
@pytest.mark.parametrize("deed", DEEDS.values(), ids=list(DEEDS))
def test_what_the_book_leaves_to_do_is_refused_by_the_name_of_the_ruling(
    book: str, deed: str
) -> None:
    fight = scene("a g", "", book, a=fighter(weapons=ARMS, stab=1), g=foe())
    assert exact(fight, deed) == "not-written borrowed_manoeuvres"
    assert not {text.split()[1] for text in listed(fight)} & set(DEEDS)


@pytest.mark.ruling("borrowed_manoeuvres", "yes")
@pytest.mark.rule("AAC-040", "G-30")
@BOTH
def test_a_table_that_borrows_shoves_as_in_sovereign(edition: Edition, book: str) -> None:
    made = scene_setup("a g .", book, a=fighter(strength=1), g=foe())
    fight = play_setup(
        ruled(edition, made, borrowed_manoeuvres=1),
        "> a shove g with sword : prone\n! attack d20 15\n! shove d6 3\n! shove d6 4\n",
    )
    assert told(fight, "shoved") == ["shoved unit=g by=a how=prone"]
    assert unit(fight, "g").prone


@pytest.mark.rule("AAC-040", "G-30")
def test_a_table_that_borrows_swarms_and_uses_two_weapons(edition: Edition) -> None:
    made = scene_setup("a g b", a=fighter(weapons=ARMS, stab=1), b=fighter(), g=foe(hp=20))
    fight = play_setup(
        ruled(edition, made, borrowed_manoeuvres=1),
        "> b swarm g with sword\n> b done\n> a swarm g with sword\n> a fall-upon g with sword\n"
        "! attack d20 10\n! damage d8 4\n",
    )
    assert terms(fight)["swarm"] == 2
    assert terms(fight)["Slash"] == 1


@pytest.mark.rule("AAC-040", "G-30")
def test_whole_fights_can_be_played_with_what_is_borrowed(edition: Edition) -> None:
    setup = ruled(edition, load_encounter("ford"), borrowed_manoeuvres=1, initiative_individual=1)
    for seed in range(3):
        fight = Fight(setup, seed)
        fight.play([make_mind("simple") for _ in seat_names(setup)])
        assert fight.outcome is not None


@pytest.mark.rule("G-33")
def test_a_charge_needs_30_ft_goes_up_to_60_and_leaves_one_open_for_the_round() -> None:
    yard = "a" + " ." * 12 + " g"
    fight = scene(
        yard,
        "> a charge M1 g with sword\n! attack d20 2\n",
        a=fighter(attack=0),
        g=foe(ac=20),
    )
    assert terms(fight)["charge"] == 2
    assert told(fight, "moved") == ["moved unit=a path=B1,C1,D1,E1,F1,G1,H1,I1,J1,K1,L1,M1 feet=60"]
    far = scene(yard.replace(" g", " . g"), "", a=fighter(), g=foe())
    assert exact(far, "a charge N1 g with sword") == "no-charge G-33", "65 ft"
    fight = scene("a . . . . . g", "", a=fighter(), g=foe())
    assert exact(fight, "a charge F1 g with sword") == "no-run-up G-33"
    fight = scene("a . . . . . . g", "", a=fighter(), g=foe())
    assert exact(fight, "a charge G1 g with sword") == ""


@pytest.mark.rule("G-33")
def test_the_ac_of_a_unit_that_charged_is_2_less_until_the_round_ends() -> None:
    yard = "a . . . . . . g"
    fight = scene(
        yard,
        "> a charge G1 g with sword\n! attack d20 2\n> a done\n"
        "> g attack a with sword\n! attack d20 2\n> g done\n"
        "> a done\n> g attack a with sword\n! attack d20 2\n",
        a=fighter(ac=18),
        g=foe(ac=20),
    )
    assert [line.split()[-2] for line in told(fight, "attack")] == ["ac=20", "ac=16", "ac=18"]


@pytest.mark.rule("G-33")
def test_a_unit_that_acts_last_in_the_round_is_hardly_open_at_all() -> None:
    """The round ends with its turn, and with the round the penalty."""
    fight = scene(
        "a . . . . . . g",
        "> g done\n> a charge G1 g with sword\n! attack d20 2\n> a done\n"
        "> g attack a with sword\n! attack d20 2\n",
        first="foes",
        a=fighter(ac=18),
        g=foe(ac=20),
    )
    assert told(fight, "attack")[-1].endswith("ac=18 hit=no")


@pytest.mark.ruling("charge_allowed", "yes")
@pytest.mark.ruling("charge_allowed", "no")
@pytest.mark.rule("G-33")
def test_the_earlier_draft_has_no_charge_until_a_table_wants_it(edition: Edition) -> None:
    drawing = "a . . . . . . g"
    fight = scene(drawing, "", EARLIER, a=fighter(), g=foe())
    assert exact(fight, "a charge G1 g with sword") == "not-written charge_allowed"
    made = ruled(edition, scene_setup(drawing, EARLIER, a=fighter(), g=foe()), charge_allowed=1)
    assert exact(play_setup(made, ""), "a charge G1 g with sword") == ""
    made = ruled(edition, scene_setup(drawing, LATER, a=fighter(), g=foe()), charge_allowed=0)
    assert exact(play_setup(made, ""), "a charge G1 g with sword") == "not-written charge_allowed"


@pytest.mark.rule("AAC-001")
def test_the_drafts_differ_in_few_things() -> None:
    later = {dial.name: dial.value for dial in RULESETS[LATER].dials}
    earlier = {dial.name: dial.value for dial in RULESETS[EARLIER].dials}
    assert {name for name in later if later[name] != earlier[name]} == {
        "opposed_tie", "charge_allowed", "attackers_try_surprise",
    }  # fmt: skip
    assert RULESETS[EARLIER].action_list == RULESETS[LATER].action_list


BORROWED = [
    "AAC-003", "AAC-013", "AAC-014", "AAC-015", "AAC-016", "AAC-017", "AAC-018", "AAC-019",
    "AAC-020", "AAC-041",
]  # fmt: skip
"""The reaction table, the actions and the morale of casualties: the earlier draft has none."""
FROM_THE_LATER = "not in this draft: borrowed from Aachen"


def ask(*arguments: str) -> Any:
    result = CliRunner().invoke(cli, ["rules", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.rule("AAC-003", "AAC-013", "AAC-041")
def test_rules_show_says_what_the_earlier_draft_borrows() -> None:
    told = ask("show", EARLIER)["borrowed"]
    assert [rule["id"] for rule in told] == BORROWED
    assert {rule["from"] for rule in told} == {LATER}
    later = ask("show", LATER)["borrowed"]
    assert [rule["id"] for rule in later] == ["AAC-006", "AAC-042", "AAC-043"]
    assert ask("show", "sovereign")["borrowed"] == []
    text = CliRunner().invoke(cli, ["rules", "show", EARLIER]).output
    assert "Borrowed, because this draft does not have it" in text
    assert "AAC-041  Morale: from Aachen" in text


@pytest.mark.rule("AAC-013", "AAC-022")
def test_a_single_rule_says_whether_a_draft_has_it() -> None:
    assert ask("show", EARLIER, "AAC-013")["rule"]["borrowed"] == LATER
    assert ask("show", LATER, "AAC-013")["rule"]["borrowed"] == ""
    assert ask("show", EARLIER, "AAC-022")["rule"]["borrowed"] == ""
    said = "Not in this draft: borrowed from Aachen."
    assert said in CliRunner().invoke(cli, ["rules", "show", EARLIER, "AAC-013"]).output
    assert said not in CliRunner().invoke(cli, ["rules", "show", LATER, "AAC-013"]).output


@pytest.mark.rule("AAC-013", "AAC-041")
def test_rules_diff_says_which_draft_has_a_rule_and_which_borrows_it() -> None:
    rows = [row for row in ask("diff", LATER, EARLIER)["differences"] if row["kind"] == "text"]
    assert [row["ids"][0] for row in rows if row[EARLIER] == FROM_THE_LATER] == BORROWED
    assert {row[LATER] for row in rows if row["ids"][0] in BORROWED} == {"its own text"}
    assert [row["ids"][0] for row in rows if row[EARLIER] == "its own text"] == [
        "AAC-006", "AAC-042", "AAC-043",
    ]  # fmt: skip
    assert ask("diff", LATER, LATER)["differences"] == []
    others = ask("diff", "sovereign", EARLIER)["differences"]
    assert "text" not in {row["kind"] for row in others}, "another game lends nothing"


@pytest.mark.once
@pytest.mark.rule("AAC-013", "AAC-041")
def test_the_page_of_the_earlier_draft_says_what_it_borrows() -> None:
    pages = all_pages()
    page = pages["aachen-early.md"]
    assert "This draft borrows these rules from [Aachen](aachen.md):" in page
    assert "- Morale (AAC-041)" in page
    assert page.count(f"*Borrowed:* {FROM_THE_LATER}.") == len(BORROWED)
    assert "*Borrowed:*" not in pages["sovereign.md"]
