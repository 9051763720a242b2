"""House rules in the canonical text of a set-up, with all their changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shieldwall.engine.action_spec import MAIN_AND_MOVE
from shieldwall.engine.state.house_rules import (
    PART_NAMES,
    TARGET_NAMES,
    UNTIL_NAMES,
    House,
    HouseActionData,
    Part,
    Trial,
)
from shieldwall.engine.state.sheet import ATTRIBUTE_NAMES, SKILL_NAMES

if TYPE_CHECKING:
    from shieldwall.content.formats.checked_data import CheckedData

BIG = 10_000


def house_data(house: House) -> dict[str, object]:
    return {
        "name": house.name,
        "title": house.title,
        "dials": [list(pair) for pair in house.dials],
        "rulings": [list(pair) for pair in house.rulings],
        "enforce": [list(pair) for pair in house.enforce],
        "without": list(house.without),
        "changed": [list(change) for change in house.changed],
        "deeds": [_action_data(action) for action in house.actions],
    }


def _action_data(action: HouseActionData) -> dict[str, object]:
    trial = action.trial
    return {
        "verb": action.verb,
        "title": action.title,
        "cost": action.cost,
        "provokes": action.provokes,
        "target": TARGET_NAMES[action.target],
        "within": action.within,
        "trial": None
        if trial is None
        else [
            list(trial.attributes),
            list(trial.skills),
            trial.difficulty,
            list(trial.against_attributes),
            list(trial.against_skills),
        ],
        "parts": [_part_data(part) for part in action.parts],
        "failing": [_part_data(part) for part in action.failing],
    }


def _part_data(part: Part) -> list[object]:
    return [
        PART_NAMES[part.do],
        part.on_self,
        part.dice,
        part.sides,
        part.plus,
        part.until,
        part.text,
    ]


def read_house_data(data: CheckedData) -> House:
    return House(
        data.text("name"),
        data.text("title"),
        tuple(_dial(part) for part in data.items("dials")),
        tuple(_words(part) for part in data.items("rulings")),
        tuple(_words(part) for part in data.items("enforce")),
        tuple(part.string() for part in data.items("without")),
        tuple(_change(part) for part in data.items("changed")),
        tuple(_action(part) for part in data.items("deeds")),
    )


def _dial(data: CheckedData) -> tuple[str, int]:
    name, value = data.elements(2)
    return name.string(), value.whole(-BIG, BIG)


def _words(data: CheckedData) -> tuple[str, str]:
    name, word = data.elements(2)
    return name.string(), word.string()


def _change(data: CheckedData) -> tuple[str, int, int]:
    verb, cost, provokes = data.elements(3)
    return verb.string(), cost.whole(-1, MAIN_AND_MOVE), provokes.whole(-1, 1)


def _action(data: CheckedData) -> HouseActionData:
    trial = data.part("trial")
    return HouseActionData(
        data.text("verb"),
        data.text("title"),
        data.number("cost", 0, MAIN_AND_MOVE),
        data.flag("provokes"),
        TARGET_NAMES.index(data.part("target").one_of(list(TARGET_NAMES), "foe, friend or self")),
        data.number("within", 0, BIG),
        None if trial.value is None else _trial(trial),
        tuple(_part(part) for part in data.items("parts")),
        tuple(_part(part) for part in data.items("failing")),
    )


def _trial(data: CheckedData) -> Trial:
    attributes, skills, difficulty, against, with_what = data.elements(5)
    return Trial(
        _numbers(attributes, len(ATTRIBUTE_NAMES)),
        _numbers(skills, len(SKILL_NAMES)),
        difficulty.whole(0, BIG),
        _numbers(against, len(ATTRIBUTE_NAMES)),
        _numbers(with_what, len(SKILL_NAMES)),
    )


def _numbers(data: CheckedData, count: int) -> tuple[int, ...]:
    return tuple(part.whole(0, count - 1) for part in data.elements())


def _part(data: CheckedData) -> Part:
    do, on_self, dice, sides, plus, until, text = data.elements(7)
    if not isinstance(on_self.value, bool):
        raise on_self.wrong("true or false")
    return Part(
        PART_NAMES.index(do.one_of(list(PART_NAMES), "what an action does")),
        on_self.value,
        dice.whole(0, 99),
        sides.whole(0, 999),
        plus.whole(-99, 999),
        until.whole(0, len(UNTIL_NAMES) - 1),
        text.string(),
    )
