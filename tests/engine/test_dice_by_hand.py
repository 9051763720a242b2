"""Dice rolled by hand: the right unit is asked, and dice from the seed follow one rule."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest
from tests.engine.arena import arena, quick_choice, with_riposte
from tests.scene import SWORD, fighter, foe, setup

from shieldwall.books import RULESETS
from shieldwall.engine.events.attack_events import AttackRolled, Harmed
from shieldwall.engine.events.clock_events import Saved
from shieldwall.engine.tape.entries import Rolled
from shieldwall.fight import BadRuling, Fight
from shieldwall.store.save_file import load_fight, save_fight

FOR_A_SIDE = ("initiative", "initiative tie", "surprise", "morale", "chase", "evasion", "reaction")
"""Dice of a side or of the GM; no unit rolls them."""


def at_swords() -> Fight:
    made = setup(
        """
        . . .
        . a g
        . . .
        """,
        stops="always",
        a=fighter(hp=20, weapons=(SWORD,)),
        g=foe(hp=20, weapons=(SWORD,)),
    )
    return Fight(made, 3, by_hand=True)


def type_until(fight: Fight, point: str) -> list[tuple[str, str]]:
    """Type high dice and choose the first options up to `point`; returns what was asked of whom."""
    asked: list[tuple[str, str]] = []
    for _ in range(30):
        die = fight.die
        if die is not None:
            whose = fight.names.units[die.roller] if die.roller >= 0 else ""
            asked.append((die.tag, whose))
            if point == die.tag:
                return asked
            fight.push_die(die.sides - 1)
            continue
        request = fight.request
        assert request is not None
        options = list(request.options)
        wanted = [choice for choice in options if choice.verb in ("riposte", "attack")]
        fight.push((wanted or options)[0])
    return asked


def rolled_by(fight: Fight, told: int) -> int:
    """Who rolled the last die, as the events since tell; -1 where they do not."""
    for event in fight.events[told:]:
        if isinstance(event, AttackRolled | Saved):
            return event.unit
        if isinstance(event, Harmed):
            return event.by
    return -1


@pytest.mark.parametrize("book", RULESETS)
def test_a_die_inside_another_attack_is_asked_of_the_unit_that_rolls_it(
    book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A unit that is hit strikes back before the damage; then the first attacker rolls damage."""
    monkeypatch.setitem(RULESETS, book, with_riposte(RULESETS[book]))
    nested = 0
    for seed in range(40):
        fight = Fight(arena("two masters", book), seed, by_hand=True)
        chance = Random(seed)
        trail: list[tuple[str, int]] = []
        for _ in range(60):
            die = fight.die
            if fight.outcome is not None:
                break
            if die is None:
                request = fight.request
                assert request is not None
                options = list(request.options)
                bold = [one for one in options if one.verb in ("riposte", "attack", "strike")]
                fight.push(chance.choice(bold or options))
                continue
            told = len(fight.events)
            fight.push_die(max(1, die.sides - chance.randint(0, 1)))
            if die.tag in ("attack", "damage", "save"):
                trail.append((die.tag, die.roller))
                assert rolled_by(fight, told) in (-1, die.roller), (die.tag, seed)
        for (one, a), (other, b), (third, c), (last, d) in zip(
            trail, trail[1:], trail[2:], trail[3:], strict=False
        ):
            tags = (one, other, third, last)
            if tags == ("attack", "attack", "damage", "damage") and a == d != b == c:
                nested += 1
        if nested > 2:
            return
    raise AssertionError("no blow was answered inside another; other seeds are needed")


def test_initiative_is_asked_of_no_unit_in_particular() -> None:
    assert type_until(at_swords(), "attack")[:2] == [("initiative", ""), ("initiative", "")]


@pytest.mark.parametrize("name", ["coven", "menagerie", "wrestlers", "skirmish in the open"])
@pytest.mark.parametrize("book", RULESETS)
def test_every_die_has_its_roller(book: str, name: str) -> None:
    fight = Fight(arena(name, book), 4, by_hand=True)
    chance = Random(f"{book} {name}")
    seen: set[str] = set()
    for _ in range(150):
        if fight.outcome is not None:
            break
        die = fight.die
        if die is not None:
            seen.add(die.tag)
            if die.tag not in FOR_A_SIDE:
                assert 0 <= die.roller < len(fight.state.units), die.tag
            if die.tag == "attack":
                assert fight.state.units[die.roller].is_present()
            fight.push_die(chance.randint(1, die.sides))
        else:
            fight.push(quick_choice(fight, chance))
    assert seen - set(FOR_A_SIDE)


def test_no_rule_rolls_without_saying_who() -> None:
    """In the code itself: two arguments are for sides and the referee alone."""
    source = Path(__file__).parents[2] / "src" / "shieldwall"
    silent = []
    for path in sorted([*source.glob("core/*.py"), *source.glob("rules/*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "roll"
                and ast.unparse(node.func.value).endswith("battle")
                and len(node.args) < 3
            ):
                tag = node.args[0]
                said = str(tag.value) if isinstance(tag, ast.Constant) else ast.unparse(tag)
                if said not in (*FOR_A_SIDE, "what"):
                    silent.append(f"{path.name}:{node.lineno} {said}")
    assert silent == []


# One law.


def add_somebody(fight: Fight) -> None:
    """One more foe, wherever there is room."""
    for cell in range(int(fight.state.grid.cells)):
        try:
            fight.rule(f"add goblin {fight.names.square(cell)} for foes")
        except BadRuling:
            continue
        return


@pytest.mark.parametrize("name", ["coven", "wrestlers", "menagerie"])
@pytest.mark.parametrize("book", RULESETS)
def test_dice_drawn_for_units_that_do_not_type_are_those_of_the_seed(book: str, name: str) -> None:
    """At a table where the server rolls for some, the same tape meets the same dice."""
    seeded = Fight(arena(name, book), 6)
    chance = Random(6)
    for _ in range(25):
        if seeded.outcome is None:
            seeded.push(quick_choice(seeded, chance))
    typed = Fight(arena(name, book), 6, by_hand=True)
    for entry in seeded.tape:
        if isinstance(entry, Rolled):
            assert typed.drawn() == entry.value
            typed.push_die(typed.drawn())
        else:
            typed.push(entry.choice)  # type: ignore[attr-defined]
    assert typed.entries == seeded.entries


@pytest.mark.parametrize("name", ["coven", "wrestlers", "hedges"])
@pytest.mark.parametrize("book", RULESETS)
def test_a_fight_that_is_resumed_meets_the_dice_it_would_have_met(
    book: str, name: str, tmp_path: Path
) -> None:
    """Also if a picked-up item or a new creature has changed the names."""
    fight = Fight(arena(name, book), 8)
    chance = Random(8)
    path = str(tmp_path / "fight.save")
    for number in range(30):
        if fight.outcome is not None:
            break
        fight.push(quick_choice(fight, chance))
        if number % 10 == 9 and fight.outcome is None:
            add_somebody(fight)
            save_fight(fight, path)
            again = load_fight(path)
            choice = quick_choice(fight, Random(number))
            twin = fight.fork()
            twin.push(choice)
            again.push(choice)
            assert again.entries == twin.entries
