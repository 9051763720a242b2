"""Random fights of Dolmenwood, checked a second time by its text: phases, declarations, rolls,
morale.

On bare ground with humans and simple monsters, so that everything relevant is in the sheets, the
positions and the log. `SHIELDWALL_FIGHTS=10` plays ten times as many.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest
from tests.engine.watched_play import Erratic
from tests.rules.dolmenwood.hollow import (
    DART,
    DIRK,
    JAVELIN,
    LONGSWORD,
    SHORTBOW,
    THORNS,
    beast,
    hero,
    hollow,
)

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.setup import Placement, Setup
from shieldwall.engine.state.sheet import DEX, STR
from shieldwall.engine.state.state import ACTIVE, DEAD, WHEN_IT_MATTERS, Unit
from shieldwall.fight_start import initial_state, rules_of

SCALE = int(os.environ.get("SHIELDWALL_FIGHTS", "1"))
FIGHTS = 30
STEPS = 260
ARMS = ((LONGSWORD, DIRK), (JAVELIN, LONGSWORD), (SHORTBOW, LONGSWORD), (DIRK,))
PHASES = ("movement", "missiles", "magic", "melee")


class Noting(Erratic):
    """Random play that records all positions at each attack roll."""

    battle: Battle

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rolls: list[list[Unit]] = []

    def roll(self, tag: str, sides: int) -> int:
        if tag == "attack":
            self.rolls.append([unit.copy() for unit in self.battle.state.units])
        return super().roll(tag, sides)


def encounter(seed: int) -> Setup:
    chance = Random(seed)
    foes = chance.randint(1, 4)
    made = hollow("\n".join([". " * 9] * 6))
    made.stops = WHEN_IT_MATTERS
    squares = [(x, y) for x in range(9) for y in range(6)]
    chance.shuffle(squares)
    for number in range(3 + foes):
        facts: dict[str, object] = {
            "hp": chance.randint(4, 14), "ac": chance.randint(10, 14),
            "attack": chance.randint(0, 3), "strength": chance.randint(-1, 2),
            "dex": chance.randint(-1, 2), "shield": chance.randint(0, 1), "speed": 40,
            "weapons": chance.choice(ARMS),
        }  # fmt: skip
        if chance.random() < 0.4:
            facts.update(spells=(chance.choice((DART, THORNS)),), casts=1, caster_level=1)
        if number >= 3:
            facts["morale"] = chance.choice((5, 6, 7, 7, 9, 12))
        sheet = hero(**facts) if number < 3 else beast(**facts)
        x, y = squares[number]
        made.placements.append(Placement(f"u{number}", sheet, int(number >= 3), x, y, ""))
    return made


class Reckoning:
    """One fight, event by event."""

    def __init__(self, units: list[Unit]) -> None:
        self.sheets = [unit.sheet for unit in units]
        self.side = [int(unit.side) for unit in units]
        self.start = self.side.count(1)
        self.hp = [int(unit.sheet.hp) for unit in units]
        self.dead: set[int] = set()
        self.gone: set[int] = set()
        self.harmed: set[int] = set()
        """In this round."""
        self.hit: set[int] = set()
        """Hit or harmed before their own side has acted in this round."""
        self.acting: tuple[int, ...] = ()
        self.acted: set[int] = set()
        self.phase = ""
        self.declared: dict[int, str] = {}
        self.checked: set[str] = set()
        self.held = [0] * len(units)
        self.broken: set[int] = set()
        self.due: list[str] = []
        self.seen: list[str] = []

    def read(self, event: Any, units: list[Unit] | None) -> None:
        kind, unit = event.KIND, int(getattr(event, "unit", -1))
        assert unit < 0 or kind in ("dies",) or unit not in self.gone or kind == "morale", repr(
            event
        )
        if kind == "round":
            assert not self.due, f"{self.due} went untested"
            self.harmed, self.hit, self.acted = set(), set(), set()
            self.acting, self.phase, self.declared = (), "", {}
        elif kind == "declares":
            self.declared[unit] = event.what
        elif kind == "phase":
            if event.sides != self.acting:
                self.acted |= set(self.acting)
                self.acting, self.phase = event.sides, ""
            if self.phase:
                assert PHASES.index(event.phase) > PHASES.index(self.phase), repr(event)
            self.phase = event.phase
        elif kind == "moved":
            assert self.phase == "movement", repr(event)
            assert self.declared.get(unit, "flight") in ("flight", "parry"), repr(event)
            self.seen.append("flight" if unit in self.declared else "moved")
        elif kind == "attack":
            self.check_attack(event, units or [])
        elif kind == "casts":
            assert self.phase == "magic", repr(event)
            assert self.declared.get(unit) == event.spell, repr(event)
            assert unit not in self.hit, f"{event!r} of one that was hit before"
            self.seen.append("cast")
        elif kind == "spoiled":
            assert self.declared.get(unit) == event.spell
            assert self.side[unit] not in self.acting, repr(event)
            self.seen.append("disrupted")
        elif kind == "harm":
            self.harmed.add(unit)
            self.hp[unit] = event.left
            if self.side[unit] not in self.acting and self.side[unit] not in self.acted:
                self.hit.add(unit)
        elif kind == "falls":
            self.gone.add(unit)
            if event.how == "dead":
                self.dead.add(unit)
        elif kind in ("leaves", "surrenders"):
            self.gone.add(unit)
        elif kind == "morale":
            self.check_morale(event)
        elif kind == "breaks":
            self.broken.add(unit)

    def check_attack(self, event: Any, units: list[Unit]) -> None:
        attacker, target = units[event.unit], units[event.target]
        weapon, sheet = attacker.weapons[event.weapon], attacker.sheet
        melee = event.how == "melee"
        assert self.phase == ("melee" if melee else "missiles"), repr(event)
        assert event.unit not in self.broken, repr(event)
        assert self.declared.get(event.unit) not in ("flight", "parry"), repr(event)
        far = 5 * max(abs(int(attacker.x - target.x)), abs(int(attacker.y - target.y)))
        plus = int(sheet.attack) + int(sheet.attributes[STR if melee else DEX])
        if melee:
            assert far == 5, repr(event)
        else:
            assert 5 < far <= weapon.long_range, repr(event)
            plus += 1 if far <= weapon.normal_range else 0 if far <= weapon.medium_range else -1
        # Foes in melee with a fleeing unit: +2, and its shield does not count.
        fleeing = self.declared.get(event.target) == "flight"
        engaged = bool(attacker.in_melee >> int(target.index) & 1) and far == 5
        if fleeing and engaged:
            plus += 2
            self.seen.append("struck in flight")
        assert event.total == event.die + plus, f"{event!r} {plus}"
        ac = int(target.sheet.ac)
        shield = int(target.sheet.shield)
        if target.wielded >= 0 and target.weapons[target.wielded].two_handed:
            ac, shield = ac - shield, 0
        assert event.ac in ((ac - shield,) if fleeing and engaged else (ac, ac - shield)), repr(
            event
        )
        hits = event.total >= event.ac if event.die not in (1, 20) else event.die == 20
        assert event.hit == hits, repr(event)
        if hits and self.side[event.target] not in (*self.acting, *self.acted):
            self.hit.add(event.target)
        self.seen.append(event.how)

    # The end of a round.

    def reasons(self) -> list[str]:
        """Why the monsters are to be tested now, in order; the first of a kind only."""
        foes = [number for number, side in enumerate(self.side) if side == 1]
        found: list[str] = []
        if self.start == 1:
            if foes[0] in self.harmed:
                found.append("first harm")
            if self.hp[foes[0]] * 4 <= int(self.sheets[foes[0]].hp):
                found.append("quarter left")
        else:
            if self.dead & set(foes):
                found.append("first death")
            if 2 * len(self.gone & set(foes)) >= self.start:
                found.append("half lost")
        return [reason for reason in found if reason not in self.checked]

    def tested(self) -> list[int]:
        return [
            number
            for number, side in enumerate(self.side)
            if side == 1
            and number not in self.gone
            and number not in self.broken
            and self.held[number] < 2
        ]

    def end(self) -> None:
        """Before the tests of a round: which there must be."""
        self.due = self.reasons()

    def check_morale(self, event: Any) -> None:
        while self.due and not self.rolls():
            self.checked.add(self.due.pop(0))
        assert self.due, f"{event!r} without a reason"
        reason = self.due.pop(0)
        assert event.why == reason, repr(event)
        self.checked.add(reason)
        tested = [number for number in self.tested() if self.sheets[number].morale < 12]
        scores = [
            int(self.sheets[number].morale)
            for number in self.tested()
            if self.sheets[number].morale < 12
        ]
        most = max(scores.count(score) for score in scores)
        common = [score for score in set(scores) if scores.count(score) == most]
        assert event.score == (common[0] if len(common) == 1 else min(scores)), repr(event)
        assert event.held == (event.roll <= event.score)
        if event.held:
            for number in tested:
                self.held[number] += 1
        else:
            self.due = []
        self.seen.append("held" if event.held else "broke")

    def rolls(self) -> bool:
        return any(self.sheets[number].morale < 12 for number in self.tested())

    def settle(self) -> None:
        """A reason without a check must have no units left to check."""
        while self.due:
            assert not self.rolls(), f"{self.due} went untested"
            self.checked.add(self.due.pop(0))


def read_again(seed: int) -> list[str]:
    oracle = Noting(seed)
    log: list[Any] = []
    battle = Battle(initial_state(encounter(seed)), rules_of(encounter(seed)), oracle, log, 0)
    oracle.battle = battle
    reckoning = Reckoning(battle.state.units)
    for _ in range(STEPS):
        if battle.state.outcome is not None:
            break
        begun = len(log)
        oracle.rolls = []
        battle.step()
        rolls = iter(oracle.rolls)
        events = log[begun:]
        if any(event.KIND == "morale" for event in events):
            reckoning.end()
        for event in events:
            if event.KIND == "round":
                if not reckoning.due and reckoning.seen:
                    reckoning.end()
                reckoning.settle()
            reckoning.read(event, next(rolls) if event.KIND == "attack" else None)
        assert all(unit.status != DEAD or unit.hp == 0 for unit in battle.state.units)
        assert all(unit.status != ACTIVE or unit.hp > 0 for unit in battle.state.units)
    return reckoning.seen


@pytest.mark.rule("DOL-002", "DOL-007", "DOL-019", "DOL-020", "DOL-028", "DOL-035", "DOL-042")
def test_random_fights_go_as_the_text_says() -> None:
    seen: set[str] = set()
    for seed in range(1, 1 + FIGHTS * SCALE):
        seen |= set(read_again(seed))
    assert {"moved", "melee", "shot", "thrown", "cast", "held"} <= seen
