"""File format of creature abilities: nature, riders on hits, powers."""

from __future__ import annotations

from typing import Any, Final

from shieldwall.abilities.attack_conditions import SENSELESS, SHAKEN, WEAKENED
from shieldwall.abilities.body_conditions import (
    BLIND,
    DOMINATED,
    ENTANGLED,
    ROOTED,
    SLOWED,
    STONE,
    TERRIFIED,
)
from shieldwall.content.combatants.conversion import AS_WRITTEN, Conversion
from shieldwall.content.formats.file_schema import (
    Field,
    Flag,
    Item,
    ListOf,
    Record,
    Text,
    Values,
    Whole,
    Word,
)
from shieldwall.content.formats.number_text import DICE, Percent
from shieldwall.content.magic.primitives import (
    AMOUNT_KIND,
    OF,
    PARTS,
    Span,
    SpanKind,
    harm_bits,
    read_primitive,
)
from shieldwall.engine.action_spec import MAIN
from shieldwall.engine.checks import AGAINST, AGAINST_NAMES
from shieldwall.engine.magic.power_data import AS_ACTION, ON_HIT, TRIGGER_NAMES, Power
from shieldwall.engine.magic.spell_data import (
    AIM_NAMES,
    AREA,
    AROUND,
    CAST_COSTS,
    CONE,
    CREATURES,
    KIND_NAMES,
    LINE,
    NO_SAVE,
    NOTHING,
    WHO_NAMES,
    Aiming,
    Extent,
    Saving,
    Spell,
    SpellForm,
)
from shieldwall.engine.state.condition import HELPLESS, Condition
from shieldwall.engine.state.harm import HARM_NAMES

FRAILTIES: Final[dict[str, tuple[Condition, ...]]] = {
    "sleep": (HELPLESS,),
    "paralysis": (HELPLESS,),
    "fear": (TERRIFIED, SHAKEN),
    "charm": (DOMINATED,),
    "petrification": (STONE,),
    "blindness": (BLIND, SENSELESS),
    "webs": (ENTANGLED, ROOTED),
    "slowing": (SLOWED, WEAKENED),
}
"""Immunities besides kinds of damage, with their conditions."""

POWER_AIMS: Final = tuple(AIM_NAMES[aim] for aim in (CREATURES, AREA, LINE, CONE, AROUND))

DOES: Final = Field("does", ListOf(Record("something it does", *PARTS), most=6), required=True)
NAME: Final = Field("name", Text(40), required=True)
SAVE: Final = Field("save", Word(*AGAINST_NAMES))
SAVE_PLUS: Final = Field("save-bonus", Whole(-9, 9))
KIND: Final = Field("kind", Word(*KIND_NAMES))
BY_MAGIC: Final = Field("magic", Flag())
ON: Final = Field("on-hit", Whole(1, 6))
LEAST_DIE: Final = Field("least-die", Whole(2, 20))
ONSET: Final = Field("onset", AMOUNT_KIND)
RIDER: Final = Record(
    "what a hit does", NAME, DOES, OF, SAVE, SAVE_PLUS, KIND, BY_MAGIC, ON, LEAST_DIE, ONSET
)
RIDERS: Final = Field("riders", ListOf(RIDER, most=6))

TRIGGER: Final = Field(
    "when", Word(*(name for name in TRIGGER_NAMES if name != TRIGGER_NAMES[ON_HIT]))
)
COST: Final = Field("cost", Word(*CAST_COSTS[:4]))
AIM: Final = Field("aim", Word(*POWER_AIMS))
WHO: Final = Field("who", Word(*WHO_NAMES[:3]))
RANGE: Final = Field("range", SpanKind("a range such as `60`", touch=5, sight=0))
RADIUS: Final = Field("radius", Whole(0, 200))
TARGETS: Final = Field("targets", Whole(1, 20))
USES: Final = Field("uses", Whole(1, 20))
RECHARGE: Final = Field("recharge", Whole(2, 6))
ONCE: Final = Field("once", Flag())
POWER: Final = Record(
    "a power", NAME, DOES, OF, SAVE, SAVE_PLUS, KIND, BY_MAGIC, TRIGGER, COST, AIM, WHO, RANGE,
    RADIUS, TARGETS, USES, RECHARGE, ONCE,
)  # fmt: skip
POWERS: Final = Field("powers", ListOf(POWER, most=12))

HARM: Final = Word(*HARM_NAMES)
PROOF: Final = Word(*HARM_NAMES, *FRAILTIES)
IMMUNE: Final = Field("immune", ListOf(PROOF, most=20, or_one=True))
RESISTS: Final = Field("resists", ListOf(HARM, most=20, or_one=True))
WEAK: Final = Field("weak", ListOf(HARM, most=20, or_one=True))
HURT_BY: Final = Field("hurt-only-by", ListOf(HARM, most=20, or_one=True))
LEAST_FROM: Final = Field("least-damage-from", ListOf(Word(*HARM_NAMES[:3]), most=3, or_one=True))
MAGIC_RESISTANCE: Final = Field("magic-resistance", Percent())
SPLITS: Final = Field("splits", ListOf(HARM, most=20, or_one=True))
MENDS: Final = Field("hp", Whole(1, 50), required=True)
NOT_AFTER: Final = Field("not-after", ListOf(HARM, most=20, or_one=True))
RISES: Final = Field("rises", DICE)
REGENERATES: Final = Field("regenerates", Record("how it regenerates", MENDS, NOT_AFTER, RISES))
FLIES: Final = Field("flies", Whole(5, 400))
PACK: Final = Field("pack", Whole(1, 5))
LED_MORALE: Final = Field("morale-with-leader", Whole(2, 12))
PACK_MORALE: Final = Field("morale-in-pack", Whole(2, 12))
DAYLIGHT: Final = Field("daylight-penalty", Whole(1, 5))
RAGE: Final = Field("rage", Whole(1, 9))
CHARGE_DICE: Final = Field("charge-dice", Whole(1, 3))
INCORPOREAL: Final = Field("incorporeal", Flag())
INVISIBLE: Final = Field("invisible", Flag())
LIES_LOW: Final = Field("lies-low", Flag())
POUNCES: Final = Field("pounces", Flag())
NATURE: Final[tuple[Field[Any], ...]] = (
    IMMUNE, RESISTS, WEAK, HURT_BY, LEAST_FROM, MAGIC_RESISTANCE, SPLITS, REGENERATES, FLIES, PACK,
    RAGE, CHARGE_DICE, INCORPOREAL, INVISIBLE, LIES_LOW, POUNCES, LED_MORALE, PACK_MORALE, DAYLIGHT,
)  # fmt: skip


def nature_sizes(values: Values, way: Conversion = AS_WRITTEN) -> dict[str, int]:
    """Abilities of its nature by name, each with its value."""
    sizes = {"immune": 0, "steadfast": 0}
    for item in values.value(IMMUNE, []):
        if item.value in HARM_NAMES:
            sizes["immune"] |= 1 << HARM_NAMES.index(item.value)
        else:
            for effect in FRAILTIES[item.value]:
                sizes["steadfast"] |= 1 << effect.number
    sizes["resists"] = harm_bits(values, RESISTS)
    sizes["weak"] = harm_bits(values, WEAK)
    sizes["hurt_by"] = harm_bits(values, HURT_BY)
    sizes["least_from"] = harm_bits(values, LEAST_FROM)
    sizes["magic_resistance"] = values.value(MAGIC_RESISTANCE, 0)
    sizes["splits"] = harm_bits(values, SPLITS)
    heals = values.get(REGENERATES)
    if heals is not None:
        sizes["regeneration"] = heals.value(MENDS, 0)
        sizes["unmended"] = harm_bits(heals, NOT_AFTER)
        rises = heals.get(RISES)
        if rises is not None:
            sizes["rise_dice"] = rises.count
            sizes["rise_sides"] = rises.sides
            if rises.bonus:
                heals.at(RISES).problem("give dice alone: `2d6`")
    sizes["flight"] = way.feet(values.value(FLIES, 0))
    sizes["pack"] = values.value(PACK, 0)
    sizes["rage"] = values.value(RAGE, 0)
    sizes["daylight"] = values.value(DAYLIGHT, 0)
    sizes["led_morale"] = values.value(LED_MORALE, 0)
    sizes["pack_morale"] = values.value(PACK_MORALE, 0)
    sizes["charge_dice"] = values.value(CHARGE_DICE, 0)
    sizes["incorporeal"] = int(values.value(INCORPOREAL, False))
    sizes["invisible"] = int(values.value(INVISIBLE, False))
    sizes["lies_low"] = int(values.value(LIES_LOW, False))
    sizes["pounces"] = int(values.value(POUNCES, False))
    return sizes


def riders_of(items: list[Item[Values]]) -> tuple[Power, ...]:
    """Additional effects of hits with a weapon."""
    found = []
    for item in items:
        values = item.value
        onset = values.value(ONSET, NOTHING)
        least, nth = values.value(LEAST_DIE, 0), values.value(ON, 1)
        spell = _spell(values, AIM_NAMES[CREATURES], Span(5))
        if spell is not None:
            found.append(Power(spell, ON_HIT, nth=nth, least_die=least, onset=onset))
    return tuple(found)


def powers_of(values: Values) -> tuple[Power, ...]:
    """Its powers besides attacks."""
    found = []
    for item in values.value(POWERS, []):
        given = item.value
        trigger = TRIGGER_NAMES.index(given.value(TRIGGER, TRIGGER_NAMES[AS_ACTION]))
        if trigger != AS_ACTION:
            for field in (AIM, COST, USES, RECHARGE):
                if given.has(field):
                    given.at(field).problem("is only for powers that are used as an action")
        spell = _spell(given, given.value(AIM, AIM_NAMES[AROUND]), given.value(RANGE, Span(0)))
        if spell is not None:
            found.append(
                Power(
                    spell,
                    trigger,
                    uses=given.value(USES, 0),
                    recharge=given.value(RECHARGE, 0),
                    once=given.value(ONCE, False),
                )
            )
    return tuple(found)


def _spell(values: Values, aim: str, reach: Span) -> Spell | None:
    name = values.get(NAME)
    kinds = harm_bits(values)
    parts = [read_primitive(item.value, None, kinds) for item in values.value(DOES, [])]
    if name is None:
        return None
    save = values.get(SAVE)
    if save is None and any(part is not None and part.when for part in parts):
        values.at(DOES).problem("depends on a save; give `save` too")
    return Spell(
        name=name,
        level=0,
        primitives=tuple(part for part in parts if part is not None),
        form=SpellForm(
            cost=CAST_COSTS.index(values.value(COST, CAST_COSTS[MAIN])),
            art=True,
            mundane=not values.value(BY_MAGIC, False),
        ),
        aiming=Aiming(
            aim=AIM_NAMES.index(aim),
            who=WHO_NAMES.index(values.value(WHO, WHO_NAMES[0])),
            kind=KIND_NAMES.index(values.value(KIND, KIND_NAMES[0])),
            spares_user=True,
        ),
        extent=Extent(
            reach=reach.fixed,
            level_reach=reach.level,
            count=values.value(TARGETS, 1),
            radius=values.value(RADIUS, 0),
        ),
        saving=Saving(
            save=NO_SAVE if save is None else AGAINST + AGAINST_NAMES.index(save),
            save_plus=values.value(SAVE_PLUS, 0),
        ),
    )
