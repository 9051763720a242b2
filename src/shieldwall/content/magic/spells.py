"""The shipped spells, arts and potions: read from `spells.yaml` and `potions.yaml`."""

from __future__ import annotations

from functools import cache
from typing import Final

from shieldwall.content.combatants.creature_sheets import (
    CREATURE,
    POTION_DICE,
    POTION_DOSES,
    POTION_NAME,
    POTION_STOWED,
    POTION_WHAT,
    creature_sheet,
)
from shieldwall.content.formats.file_schema import (
    Field,
    Flag,
    Item,
    ListOf,
    MapOf,
    Record,
    Text,
    Values,
    Whole,
    Word,
)
from shieldwall.content.formats.problems import did_you_mean
from shieldwall.content.library import PLAIN, read_shipped
from shieldwall.content.magic.primitives import DO, PARTS, TALL, Span, SpanKind, read_primitive
from shieldwall.engine.action_spec import MAIN
from shieldwall.engine.checks import AGAINST, AGAINST_NAMES, SAVE_NAMES
from shieldwall.engine.magic.spell_data import (
    AIM_NAMES,
    BOLT,
    CAST_COSTS,
    CREATURES,
    DO_NAMES,
    INSTANT,
    KIND_NAMES,
    NO_SAVE,
    SCROLL,
    SORT_NAMES,
    WHO_NAMES,
    Aiming,
    Amount,
    Appearing,
    Extent,
    Primitive,
    Saving,
    Spell,
    SpellForm,
)
from shieldwall.engine.state.sheet import SKILL_NAMES

CREATURE_FIELD: Final = Field("creature", CREATURE)
WHO_APPEARS: Final = Field("called", Text(40))
PRIMITIVE: Final = Record("something a spell does", *PARTS, CREATURE_FIELD, WHO_APPEARS)
DOES_LIST: Final = ListOf(PRIMITIVE, most=12)

LEVEL: Final = Field("level", Whole(0, 10))
COST: Final = Field("cost", Word(*CAST_COSTS))
AIM: Final = Field("aim", Word(*AIM_NAMES))
WHO: Final = Field("who", Word(*WHO_NAMES))
KIND: Final = Field("kind", Word(*KIND_NAMES))
RANGE: Final = Field("range", SpanKind("a range such as `100 per level`", touch=5, sight=0))
TARGETS: Final = Field("targets", SpanKind("a number such as `1 per level`"))
RADIUS: Final = Field("radius", SpanKind("a radius such as `20`"))
SAVE: Final = Field("save", Word(*SAVE_NAMES, *AGAINST_NAMES))
SAVE_SKILL: Final = Field("save-less", Word(*SKILL_NAMES))
ART: Final = Field("art", Flag())
SORT: Final = Field("sort", Word(*SORT_NAMES))
USES: Final = Field("uses", Whole(1, 1))
DOSES: Final = Field("doses", Whole(1, 20))
DYING: Final = Field("dying", Flag())
SPREADS: Final = Field("spreads", Flag())
DOES: Final = Field("does", DOES_LIST)
FORMS: Final = Field("forms", MapOf(DOES_LIST))
TEXT: Final = Field("text", Text(400), required=True)
SOURCE: Final = Field("source", Text(200), required=True)
SPELL: Final = Record(
    "a spell", LEVEL, COST, AIM, WHO, KIND, RANGE, TARGETS, RADIUS, TALL, SAVE, SAVE_SKILL, ART,
    SORT, USES, DOSES, DYING, SPREADS, DOES, FORMS, TEXT, SOURCE,
)  # fmt: skip

DEFAULT_RANGE: Final = 600


def read_part(values: Values) -> Primitive | None:
    """A primitive, and the creature it summons."""
    creature = values.get(CREATURE_FIELD)
    name = values.value(WHO_APPEARS, "creature")
    return read_primitive(values, None if creature is None else creature_sheet(name, creature))


def read_spell(name: str, values: Values) -> list[Spell]:
    """The spell, or one for each of its forms."""
    forms = values.get(FORMS)
    if forms is None:
        return [_spell(name, values, values.value(DOES, []))]
    return [_spell(f"{name} ({form})", values, item.value) for form, item in forms.items()]


def _spell(name: str, values: Values, does: list[Item[Values]]) -> Spell:
    primitives = [read_part(item.value) for item in does]
    reach = values.value(RANGE, Span(DEFAULT_RANGE))
    count = values.value(TARGETS, Span(1))
    radius = values.value(RADIUS, Span(0))
    save = values.get(SAVE)
    skill = values.get(SAVE_SKILL)
    return Spell(
        name=name,
        level=values.value(LEVEL, 1),
        primitives=tuple(part for part in primitives if part is not None),
        form=SpellForm(
            cost=CAST_COSTS.index(values.value(COST, CAST_COSTS[MAIN])),
            uses=values.value(DOSES, values.value(USES, 0)),
            sort=SORT_NAMES.index(values.value(SORT, SORT_NAMES[0])),
            art=values.value(ART, False),
        ),
        aiming=Aiming(
            aim=AIM_NAMES.index(values.value(AIM, AIM_NAMES[CREATURES])),
            who=WHO_NAMES.index(values.value(WHO, WHO_NAMES[0])),
            kind=KIND_NAMES.index(values.value(KIND, KIND_NAMES[0])),
            down=values.value(DYING, False),
            spreads=values.value(SPREADS, False),
        ),
        extent=Extent(
            *(reach.fixed, reach.level),
            *(count.fixed, count.level),
            *(radius.fixed, radius.level),
            tall=values.value(TALL, 0),
        ),
        saving=Saving(
            NO_SAVE if save is None else _save(save),
            -1 if skill is None else SKILL_NAMES.index(skill),
        ),
        text=values.value(TEXT, ""),
        source=values.value(SOURCE, ""),
    )


def _save(name: str) -> int:
    """One of the three saves, or one of the five save categories."""
    if name in SAVE_NAMES:
        return SAVE_NAMES.index(name)
    return AGAINST + AGAINST_NAMES.index(name)


@cache
def shipped_spells(book_folders: tuple[str, ...] = PLAIN) -> dict[str, tuple[Spell, ...]]:
    """Spells and arts by name, each with its forms; the book's own take precedence."""
    return _read("spells.yaml", book_folders)


@cache
def shipped_potions(book_folders: tuple[str, ...] = PLAIN) -> dict[str, tuple[Spell, ...]]:
    return _read("potions.yaml", book_folders)


def _read(file: str, book_folders: tuple[str, ...]) -> dict[str, tuple[Spell, ...]]:
    found: dict[str, tuple[Spell, ...]] = {}
    for name, item in read_shipped(
        file, MapOf(SPELL), tuple(dict.fromkeys((*PLAIN, *book_folders)))
    ):
        found[name] = tuple(read_spell(name, item.value))
    return found


@cache
def bolt_parts(book_folders: tuple[str, ...] = PLAIN) -> dict[str, Values]:
    """Weapon data of the arts that are weapons, by full name."""
    found: dict[str, Values] = {}
    every = tuple(dict.fromkeys((*PLAIN, *book_folders)))
    for name, item in read_shipped("spells.yaml", MapOf(SPELL), every):
        forms = item.value.get(FORMS)
        lists = {name: item.value.value(DOES, [])}
        if forms is not None:
            lists = {f"{name} ({form})": listed.value for form, listed in forms.items()}
        for full, parts in lists.items():
            for part in parts:
                if part.value.get(DO) == DO_NAMES[BOLT]:
                    found[full] = part.value
    return found


def known_spells(
    items: list[Item[str]], book_folders: tuple[str, ...] = PLAIN, twice: bool = False
) -> tuple[Spell, ...]:
    """The spells on a sheet, all forms of each; unknown ones are recorded as problems.

    With `twice`, a repeated spell counts twice, for books in which casters forget cast spells.
    """
    return _named(items, shipped_spells(book_folders), "spell", twice)


def known_potions(
    items: list[Item[Values | str]], book_folders: tuple[str, ...] = PLAIN
) -> tuple[Spell, ...]:
    """The potions on a sheet, some with their own figures; all names are distinct."""
    found: list[Spell] = []
    for item in items:
        own = item.value
        what = own if isinstance(own, str) else own.get(POTION_WHAT)
        if what is None:
            continue
        place = item.place if isinstance(own, str) else own.at(POTION_WHAT)
        for potion in _named([Item(what, place)], shipped_potions(book_folders), "potion", False):
            made = potion if isinstance(own, str) else _own_potion(potion, own)
            if all(other.name != made.name for other in found):
                found.append(made)
            elif made not in found:
                item.place.problem(f"two potions are called {made.name!r}; give one a `name`")
    return tuple(found)


def packed_potions(items: list[Item[Values | str]], potions: tuple[Spell, ...]) -> int:
    """A bit for each stowed potion of the file."""
    names = [potion.name for potion in potions]
    bits = 0
    for item in items:
        own = item.value
        if isinstance(own, Values) and own.value(POTION_STOWED, False):
            name = own.value(POTION_NAME, own.value(POTION_WHAT, "")).lower()
            if name in names:
                bits |= 1 << names.index(name)
    return bits


def _own_potion(potion: Spell, own: Values) -> Spell:
    """A renamed potion with other dice or more doses."""
    dice = own.get(POTION_DICE)
    primitives = tuple(at_level(part, int(potion.level)) for part in potion.primitives)
    if dice is not None:
        rolled = [part for part in primitives if part.amount.sides]
        for part in rolled:
            part.amount = Amount(dice.count, dice.sides, dice.bonus)
        if not rolled:
            own.at(POTION_DICE).problem(f"no dice are rolled for a {potion.name}")
    form = potion.form
    doses = own.value(POTION_DOSES, form.uses)
    return Spell(
        own.value(POTION_NAME, potion.name).lower(),
        int(potion.level),
        primitives,
        SpellForm(form.cost, doses, form.sort, form.art, form.mundane),
        potion.aiming,
        potion.extent,
        potion.saving,
        potion.text,
        potion.source,
    )


def _named(
    items: list[Item[str]], known: dict[str, tuple[Spell, ...]], what: str, twice: bool
) -> tuple[Spell, ...]:
    found: list[Spell] = []
    for item in items:
        name = item.value.lower()
        if name in known:
            found.extend(spell for spell in known[name] if twice or spell not in found)
        else:
            item.place.problem(f"unknown {what} {item.value!r}{did_you_mean(name, list(known))}")
    return tuple(found)


def known_scrolls(
    items: list[Item[str]], book_folders: tuple[str, ...] = PLAIN, sort: int = SCROLL
) -> tuple[Spell, ...]:
    """A single-use scroll of each named spell, with all its forms."""
    found: list[Spell] = []
    for item in items:
        for spell in _named([item], shipped_spells(book_folders), "spell", False):
            if spell.art:
                item.place.problem(f"{spell.name} is an art; there are no scrolls of it")
            elif spell.cost == INSTANT:
                item.place.problem(f"{spell.name} is an Instant and cannot be read from a scroll")
            else:
                found.append(as_scroll(spell, sort))
    return tuple(found)


def as_scroll(spell: Spell, sort: int) -> Spell:
    """The spell on a scroll: at a fixed level, used up when read."""
    level = max(1, 2 * int(spell.level) - 1)
    return Spell(
        f"scroll of {spell.name}",
        int(spell.level),
        tuple(at_level(part, level) for part in spell.primitives),
        SpellForm(cost=MAIN, uses=1, sort=sort),
        spell.aiming,
        Extent(
            reach=int(spell.range_at(level)),
            count=int(spell.count_at(level)),
            radius=int(spell.radius_at(level)),
            tall=spell.extent.tall,
        ),
        spell.saving,
        spell.text,
        spell.source,
    )


def at_level(part: Primitive, level: int) -> Primitive:
    """The effect of a spell in the figures of one level."""
    return Primitive(
        do=int(part.do),
        when=int(part.when),
        amount=fixed(part.amount, level),
        rounds=fixed(part.rounds, level),
        effect=part.effect,
        value=fixed(part.value, level),
        element=part.element,
        touched=part.touched.at_level(level),
        wall=part.wall,
        appearing=Appearing(part.sheet, fixed(part.most, level)),
        user=part.user,
        kinds=int(part.kinds),
    )


def fixed(amount: Amount, level: int) -> Amount:
    if not (amount.level_dice or amount.level_plus):
        return amount
    return Amount(int(amount.dice_at(level)), int(amount.sides), int(amount.plus_at(level)))


def described_spell(name: str, book_folders: tuple[str, ...] = PLAIN) -> Spell:
    """A shipped spell or potion by its full name, including its form."""
    for forms in (*shipped_spells(book_folders).values(), *shipped_potions(book_folders).values()):
        for spell in forms:
            if spell.name == name:
                return spell
    raise KeyError(name)
