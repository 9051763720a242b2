"""The numbers of attacks and free attacks of random fights, computed a second time.

Sovereign, its earlier edition and Aachen on bare ground with humans only, so that everything
relevant is in the sheets, the positions and the log. The second reading follows the text and shares
no code with the engine. `SHIELDWALL_FIGHTS=10` plays ten times as many.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from tests.engine.watched_play import Erratic
from tests.scene import (
    AXE,
    BOW,
    DAGGER,
    MACE,
    POLEARM,
    SLING,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    setup,
)

from shieldwall.engine.battle import Battle
from shieldwall.engine.points import LEAVING_REACH
from shieldwall.engine.state.condition import DISENGAGED
from shieldwall.engine.state.setup import Placement, Setup
from shieldwall.engine.state.sheet import BRAWL, DEX, EXERT, SHOOT, STAB, Sheet, Weapon
from shieldwall.engine.state.state import ACTIVE, ALWAYS, TWO_WEAPONS, Unit
from shieldwall.engine.tape.request import Choice, Request
from shieldwall.fight_start import initial_state, rules_of

SCALE = int(os.environ.get("SHIELDWALL_FIGHTS", "1"))
BOOKS = ("sovereign", "sovereign-early", "aachen", "aachen-early")
FIGHTS = 20
STEPS = 120
YARD = "\n".join([". " * 9] * 7)
ARMS = (
    (SWORD, DAGGER), (SPEAR, DAGGER), (BOW, SWORD), (SLING, MACE), (POLEARM, UNARMED), (AXE,),
    (UNARMED,), (DAGGER, SLING),
)  # fmt: skip


class Reader(Erratic):
    """Random play that notes how all stood at each attack roll, and who was asked to strike."""

    battle: Battle

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rolls: list[list[Unit]] = []
        self.asked: list[tuple[tuple[int, int], int]] = []
        """Where a mover stood, and who could strike as it left."""
        self.told = Choice(-1, "")
        self.gentle: list[int] = []

    def roll(self, tag: str, sides: int) -> int:
        if tag == "attack":
            self.rolls.append([unit.copy() for unit in self.battle.state.units])
        return super().roll(tag, sides)

    def choose(self, requests: list[Request]) -> list[Choice]:
        for request in requests:
            if request.point == LEAVING_REACH:
                mover = self.battle.state.units[request.cause]
                self.asked.append(((int(mover.x), int(mover.y)), int(request.unit)))
        found = super().choose(requests)
        for choice in found:
            if choice.verb in ("shove", "grapple"):
                self.gentle.append(int(choice.unit))
        if self.actor >= 0 and found[0].unit == self.actor and not requests[0].point:
            self.told = found[0]
        return found


def company(book: str, seed: int) -> Setup:
    chance = Random(seed)
    made = setup(YARD, rules=book)
    made.stops = ALWAYS
    squares = [(x, y) for x in range(9) for y in range(7)]
    chance.shuffle(squares)
    for number in range(7):
        skills = {name: chance.randint(-1, 2) for name in ("brawl", "stab", "shoot", "exert")}
        facts: dict[str, object] = {
            **skills, "hp": 40, "ac": chance.randint(11, 15), "attack": chance.randint(0, 4),
            "strength": chance.randint(-1, 2), "dex": chance.randint(-1, 2),
            "shield": chance.randint(0, 1), "weapons": chance.choice(ARMS),
        }  # fmt: skip
        sheet: Sheet = fighter(**facts) if number < 3 else foe(disciplined=True, **facts)
        x, y = squares[number]
        made.placements.append(Placement(f"u{number}", sheet, int(number >= 3), x, y, ""))
    return made


def apart(one: Unit, other: Unit) -> int:
    return max(abs(int(one.x - other.x)), abs(int(one.y - other.y)))


def reach_of(unit: Unit) -> int:
    """How far it threatens, in squares; 0 with a bow or with bare hands."""
    if unit.status != ACTIVE or unit.locked:
        return 0
    hands = [unit.weapons[n] for n in (unit.wielded, unit.off_hand) if n >= 0]
    return max((int(w.reach_ft) // 5 for w in hands if w.melee and not w.unarmed), default=0)


def hampers(book: str, shooter: Unit, other: Unit) -> bool:
    """Whether it stands in the way of a shot: SOV-049, SVE-008, AAC-032."""
    if other.status != ACTIVE or other.side == shooter.side:
        return False
    if book.startswith("aachen"):
        return apart(shooter, other) <= 1
    nearest = 0 if book == "sovereign-early" else 1
    return apart(shooter, other) <= max(reach_of(other), nearest)


class Reckoning:
    """One fight read a second time, event by event."""

    def __init__(self, book: str) -> None:
        self.book = book
        self.defends: set[int] = set()
        self.charged: set[int] = set()
        self.announced: list[tuple[int, str]] = []
        """Whose next attack is what; the last one comes first, for one answers the other."""
        self.swarms: dict[int, set[int]] = {}
        """By target: who has joined this round."""
        self.others = 0
        self.said = ""
        self.gentle: set[int] = set()
        """Units that shove or grapple: that roll does no damage."""
        self.seen: list[str] = []

    def note(self, event: Any, units: list[Unit]) -> None:
        kind, unit = event.KIND, int(getattr(event, "unit", -1))
        if kind == "turn":
            self.defends.discard(unit)
            if self.book == "sovereign":
                self.charged.discard(unit)
        elif kind == "round":
            self.swarms = {}
            if self.book != "sovereign":
                self.charged.clear()
        elif kind == "total-defense":
            self.defends.add(unit)
        elif kind == "charges":
            self.charged.add(unit)
            self.announced.append((unit, "charge"))
        elif kind in ("snap", "opportunity", "hold-used"):
            self.announced.append((unit, kind))
        elif kind == "turn-over" or kind == "interrupted":
            self.take(unit)
        elif kind == "falls":
            self.defends.discard(unit)
            self.charged.discard(unit)
            for joined in self.swarms.values():
                joined.discard(unit)
        elif kind == "swarms":
            joined = self.swarms.setdefault(int(event.target), set())
            assert unit not in joined, "nobody joins twice"
            joined.add(unit)
        elif kind == "swarm-strikes":
            joined = self.swarms.pop(int(event.target))
            assert unit in joined
            self.others = len(joined) - 1
            self.announced.append((unit, "swarm"))

    def take(self, unit: int) -> str:
        for place in range(len(self.announced) - 1, -1, -1):
            if self.announced[place][0] == unit:
                return self.announced.pop(place)[1]
        return ""

    def check(self, event: Any, units: list[Unit]) -> None:
        """One attack roll: its total, the AC, and whether it hits."""
        attacker, target = units[event.unit], units[event.target]
        weapon: Weapon = attacker.weapons[event.weapon]
        how: str = event.how
        said = self.said = self.take(int(attacker.index))
        total = event.die + self.plus(attacker, target, weapon, how, said, units)
        assert event.total == total, f"{event!r} {said}: {total}"
        ac = self.armour(target)
        assert event.ac == ac, f"{event!r}: AC {ac}"
        hits = total >= ac
        if self.book.startswith("aachen") and event.die in (1, 20):
            hits = event.die == 20
        assert event.hit == hits, repr(event)
        self.seen.append(f"{how} {said}".strip())

    def armour(self, unit: Unit) -> int:
        ac = int(unit.sheet.ac)
        if self.two_handed(unit):
            ac -= int(unit.sheet.shield)
        return ac + 2 * (unit.index in self.defends) - 2 * (unit.index in self.charged)

    def plus(
        self, attacker: Unit, target: Unit, weapon: Weapon, how: str, said: str, units: list[Unit]
    ) -> int:
        sheet, aachen = attacker.sheet, self.book.startswith("aachen")
        skills = {
            "melee": [BRAWL if weapon.unarmed else STAB],
            "shot": [SHOOT],
            "thrown": [SHOOT] if aachen else [SHOOT, STAB, EXERT],
        }[how]
        skill = max(int(sheet.skills[one]) for one in skills)
        if skill < 0:
            skill = -2 if aachen else -1
        able = max(int(sheet.attributes[one]) for one in weapon.attributes)
        if how == "thrown" and aachen:
            able = int(sheet.attributes[DEX])
        plus = int(sheet.attack) + able + skill
        plus += {"snap": -4, "charge": 2, "swarm": 2 * min(self.others, 3)}.get(said, 0)
        if attacker.off_hand >= 0 or attacker.used & TWO_WEAPONS:
            plus -= 1
        far = apart(attacker, target)
        if target.prone:
            if far <= 1:
                plus += 2
            elif how != "melee":
                plus -= 2
            elif not aachen:
                plus += 2
        if how == "melee":
            return plus - 4 if attacker.prone else plus
        limit = int(weapon.normal_range)
        if far * 5 > limit or (aachen and far * 5 == limit):
            plus -= 2
        if any(hampers(self.book, attacker, other) for other in units):
            assert not weapon.two_handed, "no bow is shot with a foe in melee range"
            plus -= 4
        return plus

    def check_harm(self, event: Any, after: Any, units: list[Unit], then: int) -> None:
        """The result: damage within its limits, or Shock, or nothing (SOV-115 to SOV-124)."""
        attacker, target = units[event.unit], units[event.target]
        weapon: Weapon = attacker.weapons[event.weapon]
        if target.hp == 0 or attacker.index in self.gentle:
            return
        how: str = event.how
        swarm = self.others if self.said == "swarm" else 0
        aachen = self.book.startswith("aachen")
        able = max(int(attacker.sheet.attributes[one]) for one in weapon.attributes)
        if how == "thrown" and aachen:
            able = int(attacker.sheet.attributes[DEX])
        shock = 0
        if how == "melee" and weapon.shock and target.index not in self.defends:
            if swarm or self.armour(target) <= weapon.shock_ac:
                shock = max(0, int(weapon.shock) + able)
        done = after if after is not None and after.KIND == "harm" else None
        if event.hit:
            assert done is not None, f"{event!r} hurts nobody"
            plus = able + (int(attacker.sheet.skill_in(BRAWL)) if weapon.unarmed else 0)
            least = max(1, int(weapon.dice) + plus, shock)
            most = max(1, int(weapon.dice * weapon.sides) + plus, shock)
            # A second weapon adds 2 if it reaches too; a swarm does not raise the maximum.
            most += 2 if then >= 0 else 0
            assert least <= done.amount <= most, f"{event!r} {done!r} {least} to {most}"
            return
        shielded = bool(target.sheet.shield) and not self.two_handed(target) and not swarm
        if shock and shielded and not target.shield_spent:
            assert after is not None, repr(event)
            assert after.KIND == "shock-stopped", f"{event!r} {after!r}"
        elif shock:
            assert done is not None, repr(event)
            assert (done.cause, done.amount) == ("shock", shock), f"{event!r} {done!r}"
            self.seen.append("shock")
        else:
            assert done is None or done.cause != "shock" or done.unit != target.index, repr(after)

    def two_handed(self, unit: Unit) -> bool:
        return unit.wielded >= 0 and bool(unit.weapons[unit.wielded].two_handed)


QUIET = {"turn", "moved", "opportunity", "attack", "harm", "turn-over", "shock-stopped", "round"}


def check_free_attacks(before: list[Unit], reader: Reader, events: list[Any]) -> int:
    """SOV-085: a foe is asked once, where a run leaves its reach, and no other unit is."""
    if reader.told.verb != "run" or any(event.KIND not in QUIET for event in events):
        return 0
    mover = before[reader.told.unit]
    at = (int(mover.x), int(mover.y))
    left = [
        other
        for other in before
        if other.side != mover.side and not is_covered(mover, other) and reach_of(other)
    ]
    expected: list[tuple[tuple[int, int], int]] = []
    for event in events:
        if event.KIND != "moved" or event.unit != mover.index:
            continue
        for cell in event.path:
            there = (int(cell) % 9, int(cell) // 9)
            for other in list(left):
                if within(other, at) and not within(other, there):
                    expected.append((at, int(other.index)))
                    left.remove(other)
            at = there
    assert sorted(reader.asked) == sorted(expected), f"{reader.told!r}"
    return len(expected)


def is_covered(mover: Unit, other: Unit) -> bool:
    effect = mover.effect(DISENGAGED)
    return effect is not None and bool(effect.whom >> int(other.index) & 1)


def within(foe_: Unit, at: tuple[int, int]) -> bool:
    return max(abs(int(foe_.x) - at[0]), abs(int(foe_.y) - at[1])) <= reach_of(foe_)


def read_again(book: str, seed: int) -> tuple[list[str], int]:
    reader = Reader(seed)
    log: list[Any] = []
    made = company(book, seed)
    battle = Battle(initial_state(made), rules_of(made), reader, log, 0)
    reader.battle = battle
    reckoning = Reckoning(book)
    struck = 0
    for _ in range(STEPS):
        if battle.state.outcome is not None:
            break
        before = [unit.copy() for unit in battle.state.units]
        begun = len(log)
        reader.rolls, reader.asked, reader.told = [], [], Choice(-1, "")
        reader.gentle = []
        battle.step()
        events = log[begun:]
        reckoning.gentle = set(reader.gentle)
        rolls = iter(reader.rolls)
        for number, event in enumerate(events):
            if event.KIND == "attack":
                units = next(rolls)
                reckoning.check(event, units)
                after = events[number + 1] if number + 1 < len(events) else None
                if after is None or after.KIND in ("harm", "shock-stopped", "turn-over", "attack"):
                    two = int(units[event.unit].off_hand)
                    reckoning.check_harm(event, after, units, two)
            reckoning.note(event, battle.state.units)
        assert next(rolls, None) is None
        if not book.startswith("aachen"):
            struck += check_free_attacks(before, reader, events)
    return reckoning.seen, struck


@pytest.mark.parametrize("book", BOOKS)
def test_every_attack_comes_to_what_the_text_says(book: str) -> None:
    seen: list[str] = []
    struck = 0
    for seed in range(1, 1 + FIGHTS * SCALE):
        more, asked = read_again(book, seed)
        seen += more
        struck += asked
    assert {how.split()[0] for how in seen} == {"melee", "shot", "thrown", "shock"}
    if not book.startswith("aachen"):
        assert {"melee snap", "melee charge", "shock"} <= set(seen)
        assert struck > 0
