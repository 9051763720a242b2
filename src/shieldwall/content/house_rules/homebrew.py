"""House rules in a file: the book they extend, and the changes to it.

    extends: sovereign
    name: iron-house
    title: The Iron House
    dials: {snap_to_hit: -2}
    rulings: {nat20: yes}
    actions:
      disengage: {cost: move}
      execute: remove
      trip: {title: Trip, cost: main, target: foe, effects: [prone: target]}
    weapons:
      sword: {shock: 3/15}

Misspelt names are reported with the probable ones, all problems at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from shieldwall.books import RULESETS, RULINGS
from shieldwall.books.former_dials import RETIRED, dial_name
from shieldwall.books.house_book import with_house
from shieldwall.content.combatants.feats import shipped_feats
from shieldwall.content.formats.file_schema import (
    Field,
    Flag,
    Ident,
    Item,
    Kind,
    ListOf,
    MapOf,
    Place,
    Record,
    Text,
    Values,
    Whole,
    Word,
    shown,
)
from shieldwall.content.formats.number_text import DICE, Dice
from shieldwall.content.formats.problems import ContentError, Problem, did_you_mean, either, fail
from shieldwall.content.formats.yaml_tree import Node, Scalar, Table, is_file, parse_tree, read_text
from shieldwall.content.house_rules.ruling_text import (
    dial_range,
    dials_of,
    enforcement_problem,
    read_pairs,
    ruling_problem,
)
from shieldwall.content.library import HouseGear, add_house_folder, equipment
from shieldwall.content.user_folder import Found, find_file, is_path, known_names
from shieldwall.engine.dials import COST_WORDS, DIAL_ENTRIES, YES_NO
from shieldwall.engine.general_rule import GENERAL_RULES
from shieldwall.engine.option import FIXED_PRICE, option_of
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.house_rules import (
    AC,
    ATTACK,
    DAMAGE,
    DISENGAGE,
    HEAL,
    KEEP,
    ONESELF,
    PRONE,
    PUSH,
    TARGET_NAMES,
    TELL,
    UNTIL_NAMES,
    House,
    HouseActionData,
    Part,
    Trial,
)
from shieldwall.engine.state.sheet import ATTRIBUTE_NAMES, SKILL_NAMES
from shieldwall.engine.tape.request import DONE, PASS
from shieldwall.gm.order_grammar import COSTS

REMOVE: Final = "remove"
MOST_WITHIN: Final = 1000


class AnyNode(Kind[Node]):
    """Read later, by another schema."""

    def __init__(self, what: str) -> None:
        self.what = what

    def read(self, node: Node, place: Place) -> Node | None:
        if isinstance(node, Table):
            return node
        place.problem(f"expected {self.what}")
        return None


class ActionChange(Kind[Values | str]):
    """`remove`, or the changes to an action."""

    what = "`remove`, or what an action costs and does"

    def read(self, node: Node, place: Place) -> Values | str | None:
        if isinstance(node, Scalar):
            if node.text.strip() == REMOVE:
                return REMOVE
            place.problem(f"expected {self.what}")
            return None
        return ACTION.read(node, place)


# The parts of an action.
E_DAMAGE: Final = Field("damage", DICE)
E_HEAL: Final = Field("heal", DICE)
E_PUSH: Final = Field("push", Whole(5, 60))
E_PRONE: Final = Field("prone", Word("target", "self"))
BONUS: Final = Field("bonus", Whole(-10, 10), required=True)
WHO: Final = Field("who", Word("target", "self"))
UNTIL: Final = Field("until", Word(*UNTIL_NAMES), required=True)
LASTING: Final = Record("a bonus: `bonus`, `until`, perhaps `who`", BONUS, WHO, UNTIL)
E_AC: Final = Field("ac", LASTING)
E_ATTACK: Final = Field("attack", LASTING)
E_DISENGAGE: Final = Field("disengage", Word("target", "self"))
E_TELL: Final = Field("tell", Text(120))
EFFECT: Final = Record(
    "an effect such as `damage: 1d6`",
    E_DAMAGE, E_HEAL, E_PUSH, E_PRONE, E_AC, E_ATTACK, E_DISENGAGE, E_TELL,
)  # fmt: skip

ATTRIBUTES: Final = ListOf(Word(*ATTRIBUTE_NAMES), or_one=True)
SKILLS: Final = ListOf(Word(*SKILL_NAMES), or_one=True)
C_ATTRIBUTE: Final = Field("attribute", ATTRIBUTES, required=True)
C_SKILL: Final = Field("skill", SKILLS, required=True)
C_DIFFICULTY: Final = Field("difficulty", Whole(2, 30))
AGAINST: Final = Record("the target's own check", C_ATTRIBUTE, C_SKILL)
C_AGAINST: Final = Field("against", AGAINST)
CHECK: Final = Record("a check", C_ATTRIBUTE, C_SKILL, C_DIFFICULTY, C_AGAINST)

A_TITLE: Final = Field("title", Text(40))
A_COST: Final = Field("cost", Word(*COSTS))
A_PROVOKES: Final = Field("provokes", Flag())
A_TARGET: Final = Field("target", Word(*TARGET_NAMES))
A_WITHIN: Final = Field("within", Whole(5, MOST_WITHIN))
A_CHECK: Final = Field("check", CHECK)
A_EFFECTS: Final = Field("effects", ListOf(EFFECT, most=12))
A_ELSE: Final = Field("or-else", ListOf(EFFECT, most=12))
ACTION: Final = Record(
    "an action", A_TITLE, A_COST, A_PROVOKES, A_TARGET, A_WITHIN, A_CHECK, A_EFFECTS, A_ELSE
)

EXTENDS: Final = Field("extends", Text(40, "a book such as `sovereign`"), required=True)
NAME: Final = Field("name", Ident(), required=True)
TITLE: Final = Field("title", Text(60), required=True)
DIALS: Final = Field("dials", MapOf(Text(30), what="dials, each with its value"))
H_RULINGS: Final = Field("rulings", MapOf(Text(60), what="rulings, each with its option"))
H_ENFORCE: Final = Field("enforce", MapOf(Text(10), what="rules, each on, warn or off"))
ACTIONS: Final = Field("actions", MapOf(ActionChange(), Ident(), what="actions by name"))
H_WEAPONS: Final = Field("weapons", AnyNode("weapons by name"))
H_ABILITIES: Final = Field("abilities", AnyNode("feats by name"))
HOUSE: Final = Record(
    "house rules",
    EXTENDS, NAME, TITLE, DIALS, H_RULINGS, H_ENFORCE, ACTIONS, H_WEAPONS, H_ABILITIES,
)  # fmt: skip


@dataclass(eq=False)
class HouseBook:
    """House rules: the resulting book, and their data in a set-up."""

    base: str
    house: House
    book: Ruleset
    hints: list[Problem]
    """Dials that are retired or renamed."""


class PlayedBook:
    """The rules of a table: one of the books, or house rules based on one."""

    def __init__(self, base: str, rules: Ruleset, house: House | None) -> None:
        self.base = base
        self.rules = rules
        self.house = house


def played_book(name: str) -> PlayedBook:
    """By the name of a book, or the name or path of house rules."""
    if name in RULESETS:
        return PlayedBook(name, RULESETS[name], None)
    if find_house(name, None) is None and is_path(name):
        raise fail("rules", f"there is no file {shown(name)}")
    if find_house(name, None) is None:
        hint = did_you_mean(name, [*RULESETS, *known_names("rules")])
        raise fail("rules", f"unknown rules {shown(name)}{hint}")
    made = load_house(name)
    return PlayedBook(made.base, made.book, made.house)


def find_house(name: str, folder: Path | None) -> Found | None:
    """A file of house rules by its path, or by its name among the GM's own and the shipped."""
    path = Path(name)
    if folder is None and is_path(name) and is_file(path):
        return Found(path, name, path.parent)
    return find_file("rules", name, folder)


def load_house(name: str, folder: Path | None = None) -> HouseBook:
    found = find_house(name, folder)
    if found is None:
        known = [*RULESETS, *known_names("rules")]
        why = "no such file" if is_path(name) else f"no such rules{did_you_mean(name, known)}"
        raise fail(name, why)
    return read_house(read_text(found.source, found.shown), found.shown)


@lru_cache(maxsize=32)
def read_house(text: str, file: str) -> HouseBook:
    """House rules from their text; ContentError with all problems."""
    problems: list[Problem] = []
    place = Place(file, problems, line=1)
    values = HOUSE.read(parse_tree(text, file), place)
    assert values is not None
    base = values.get(EXTENDS)
    if base is not None and base not in RULESETS:
        hint = did_you_mean(base, list(RULESETS))
        values.at(EXTENDS).problem(f"no book is called {shown(base)}{hint}")
        base = None
    if base is None:
        raise ContentError(problems)
    book = RULESETS[base]
    house = House(
        values.value(NAME, ""),
        values.value(TITLE, ""),
        read_dials(book, values.value(DIALS, {})),
        read_pairs(book, values.value(H_RULINGS, {}), ruling_problem),
        read_pairs(book, values.value(H_ENFORCE, {}), enforcement_problem),
        *read_actions(book, values.value(ACTIONS, {})),
    )
    misspelt(book, values)
    book_folder = _gear_folder(values, text, file)
    book_folders = (book_folder,) if book_folder else ()
    if book_folder:
        for read in (equipment, shipped_feats):
            try:
                read(book.book_folders + book_folders)
            except ContentError as error:
                problems += error.problems
    if problems:
        raise ContentError(problems)
    made = with_house(book, house, RULINGS, book_folders)
    return HouseBook(base, house, made, retired_dials(values.value(DIALS, {})))


def misspelt(book: Ruleset, values: Values) -> None:
    """Report incomplete weapons and abilities: probably misspelt names of the book's own."""
    for field, known, needs in (
        (H_WEAPONS, list(equipment(book.book_folders).weapons), ("damage",)),
        (H_ABILITIES, list(shipped_feats(book.book_folders)), ("level-1", "text")),
    ):
        node = values.get(field)
        if not isinstance(node, Table):
            continue
        for name, (key, entry) in node.entries.items():
            if name in known or has(entry, needs):
                continue
            wanted = " with a ".join(f"`{need}`" for need in needs)
            hint = did_you_mean(name, known)
            place = values.at(field).under(key, name)
            place.problem(f"{book.name} has no {shown(name)}; a new one needs {wanted}{hint}")


def has(node: Node, keys: tuple[str, ...]) -> bool:
    """Whether there is a key in it, and the next one in that."""
    for key in keys:
        if not isinstance(node, Table) or key not in node.entries:
            return False
        node = node.entries[key][1]
    return True


def _gear_folder(values: Values, text: str, file: str) -> str:
    """The folder of the house's weapons and feats; "" if it has none."""
    parts = {}
    for name, key in (("weapons.yaml", H_WEAPONS), ("feats.yaml", H_ABILITIES)):
        node = values.get(key)
        if isinstance(node, Table):
            parts[name] = node
    if not parts:
        return ""
    book_folder = f"house:{sha256(text.encode()).hexdigest()[:16]}"
    add_house_folder(book_folder, HouseGear(file, parts))
    return book_folder


# Dials.


def read_dials(book: Ruleset, items: dict[str, Item[str]]) -> tuple[tuple[str, int], ...]:
    found = []
    for name, item in items.items():
        if name in RETIRED:
            continue
        known = dial_name(name)
        if known not in book.cites and known not in GENERAL_RULES:
            what = f"{book.name} sets no dial" if name in DIAL_ENTRIES else "there is no dial"
            item.place.problem(f"{what} {shown(name)}{did_you_mean(name, dials_of(book))}")
            continue
        value = dial_value(known, item.value, item.place)
        if value is not None:
            found.append((name, value))
    return tuple(sorted(found))


def retired_dials(items: dict[str, Item[str]]) -> list[Problem]:
    """A hint for each retired or renamed dial."""
    hints: list[Problem] = []
    for name, item in items.items():
        hint = f"left out: {RETIRED[name]}" if name in RETIRED else ""
        if dial_name(name) != name:
            hint = f"{name} is now called {dial_name(name)}"
        if hint:
            at = item.place
            hints.append(Problem(at.file, at.line, at.column, at.field, hint))
    return hints


def dial_value(name: str, text: str, place: Place) -> int | None:
    """A word if the dial has words, yes or no for a general rule, else a number."""
    ruling = RULINGS.get(name)
    if ruling is not None:
        option = ruling.option(text)
        if option is None:
            place.problem(f"{shown(text)} is no option of {name}; use {either(ruling.words())}")
            return None
        return option.value
    words = YES_NO if name in GENERAL_RULES else DIAL_ENTRIES[name].words
    if words == YES_NO:
        return None if (flag := Flag().parse(text, place)) is None else int(flag)
    if words == COST_WORDS:
        word = Word(*COST_WORDS).parse(text, place)
        return None if word is None else COST_WORDS.index(word)
    return Whole(*dial_range(name)).parse(text, place)


# Actions.


def read_actions(
    book: Ruleset, items: dict[str, Item[Values | str]]
) -> tuple[tuple[str, ...], tuple[tuple[str, int, int], ...], tuple[HouseActionData, ...]]:
    """Removed, changed and new actions."""
    without: list[str] = []
    changed: list[tuple[str, int, int]] = []
    made: list[HouseActionData] = []
    reactions = [spec.verb for spec in book.reaction_list]
    for verb, item in items.items():
        change = item.value
        if isinstance(change, str):
            if verb not in book.actions and verb not in reactions:
                hint = did_you_mean(verb, [*book.actions, *reactions])
                item.place.problem(f"{book.name} has no action {shown(verb)} to remove{hint}")
            without.append(verb)
        elif verb in book.actions:
            found = read_change(verb, change)
            if found is not None:
                changed.append(found)
        elif verb in reactions or verb in (DONE, PASS):
            item.place.problem(f"{shown(verb)} is taken; an action needs another name")
        else:
            new = read_house_action(verb, change)
            if new is not None:
                made.append(new)
            elif not change.has(A_EFFECTS):
                hint = did_you_mean(verb, list(book.actions))
                item.place.problem(
                    f"{book.name} has no action {shown(verb)}; a new one needs `title`, `cost`, "
                    f"`target` and `effects`{hint}"
                )
    return tuple(sorted(without)), tuple(sorted(changed)), tuple(made)


def read_change(verb: str, change: Values) -> tuple[str, int, int] | None:
    """A changed cost, or whether it provokes; the effect of a book's action stays the same."""
    for key in (A_TITLE, A_TARGET, A_WITHIN, A_CHECK, A_EFFECTS, A_ELSE):
        if change.has(key):
            change.at(key).problem(
                f"only `cost` and `provokes` of {verb} can be changed; for another action choose "
                "another name"
            )
    cost = change.get(A_COST)
    option = option_of(verb)
    if cost is not None and option.price_dial:
        change.at(A_COST).problem(f"what {verb} costs is a dial: {option.price_dial}")
    elif cost is not None and option.has(FIXED_PRICE):
        change.at(A_COST).problem(f"what {verb} costs cannot be changed")
    provokes = change.get(A_PROVOKES)
    return (
        verb,
        KEEP if cost is None else COSTS[cost],
        KEEP if provokes is None else int(provokes),
    )


def read_house_action(verb: str, values: Values) -> HouseActionData | None:
    needed = (A_TITLE, A_COST, A_TARGET, A_EFFECTS)
    missing = [key.key for key in needed if not values.has(key)]
    if missing:
        if values.has(A_EFFECTS):
            names = ", ".join(f"`{name}`" for name in missing)
            values.place.problem(f"a new action needs {names} too")
        return None
    target = TARGET_NAMES.index(values.value(A_TARGET, TARGET_NAMES[0]))
    trial = read_trial(values, target)
    if values.has(A_ELSE) and trial is None and not values.has(A_CHECK):
        values.at(A_ELSE).problem("`or-else` goes with a `check` that can fail")
    if values.has(A_WITHIN) and target == ONESELF:
        values.at(A_WITHIN).problem("a unit is always within its own reach; leave this out")
    parts = read_parts(values.value(A_EFFECTS, []), target)
    if not parts and not values.place.problems:
        values.at(A_EFFECTS).problem("is empty; give at least one effect")
    return HouseActionData(
        verb,
        values.value(A_TITLE, verb),
        COSTS[values.value(A_COST, "main")],
        values.value(A_PROVOKES, False),
        target,
        values.value(A_WITHIN, 5),
        trial,
        parts,
        read_parts(values.value(A_ELSE, []), target),
    )


def read_trial(values: Values, target: int) -> Trial | None:
    check = values.get(A_CHECK)
    if check is None:
        return None
    against = check.get(C_AGAINST)
    if check.has(C_AGAINST) == check.has(C_DIFFICULTY):
        check.place.problem("give a check either a `difficulty` or a target it is `against`")
    elif against is not None and target == ONESELF:
        check.at(C_AGAINST).problem("a check `against` needs a target other than the unit itself")
    attributes, skills = _names(check)
    if against is None:
        return Trial(attributes, skills, check.value(C_DIFFICULTY, 10))
    return Trial(attributes, skills, 0, *_names(against))


def _names(check: Values) -> tuple[tuple[int, ...], tuple[int, ...]]:
    attributes = [ATTRIBUTE_NAMES.index(item.value) for item in check.value(C_ATTRIBUTE, [])]
    skills = [SKILL_NAMES.index(item.value) for item in check.value(C_SKILL, [])]
    return tuple(attributes) or (0,), tuple(skills) or (0,)


def read_parts(items: list[Item[Values]], target: int) -> tuple[Part, ...]:
    found = []
    for item in items:
        values = item.value
        if len(values.given()) != 1:
            told = any(one.field.startswith(item.place.field) for one in item.place.problems)
            if not told:
                item.place.problem("an effect is one thing, such as `damage: 1d6`")
            continue
        part = read_part(values)
        if part is None:
            continue
        if target == ONESELF and part.do in (DAMAGE, PUSH):
            item.place.problem("a unit cannot do that to itself; it needs a target")
        found.append(part)
    return tuple(found)


def read_part(values: Values) -> Part | None:
    for key, do in ((E_DAMAGE, DAMAGE), (E_HEAL, HEAL)):
        dice: Dice | None = values.get(key)
        if dice is not None:
            return Part(do, False, dice.count, dice.sides, dice.bonus)
    for word, does in ((E_PRONE, PRONE), (E_DISENGAGE, DISENGAGE)):
        whom = values.get(word)
        if whom is not None:
            return Part(does, whom == "self")
    for lasting, does in ((E_AC, AC), (E_ATTACK, ATTACK)):
        bonus = values.get(lasting)
        if bonus is not None:
            until = UNTIL_NAMES.index(bonus.value(UNTIL, UNTIL_NAMES[0]))
            on_self = bonus.value(WHO, "target") == "self"
            return Part(does, on_self, plus=bonus.value(BONUS, 0), until=until)
    feet = values.get(E_PUSH)
    if feet is not None:
        return Part(PUSH, plus=feet // 5)
    told = values.get(E_TELL)
    return None if told is None else Part(TELL, text=told)
