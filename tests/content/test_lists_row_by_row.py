"""The lists of Sovereign and Aachen, row by row: weapons, armour, classes and some creatures."""

from __future__ import annotations

import pytest

from shieldwall.books import RULESETS
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.library import equipment
from shieldwall.engine.state.sheet import RELOAD_BOW, RELOAD_CROSSBOW, Weapon

# damage, Shock, attributes, range, traits, encumbrance
SOVEREIGN = {
    "hand axe": ("1d6", "1/15", "str dex", "10/30", "T", 1),
    "war axe": ("1d10", "3/15", "str", "", "2H", 2),
    "blackjack": ("1d4", "", "str dex", "", "S LL", 1),
    "large bow": ("1d8", "", "dex", "100/600", "2H R PM", 2),
    "small bow": ("1d6", "", "dex", "50/300", "2H R PM", 1),
    "club": ("1d4", "", "str dex", "10/30", "T LL", 1),
    "great club": ("1d10", "2/15", "str", "", "2H", 2),
    "crossbow": ("1d10", "", "dex", "100/300", "2H SR PM", 1),
    "dagger": ("1d4", "1/15", "str dex", "30/60", "S T PM", 1),
    "polearm": ("1d10", "2/15", "str", "", "2H L", 2),
    "great hammer": ("1d10", "2/18", "str", "", "2H", 2),
    "mace": ("1d6", "1/18", "str", "", "LL", 1),
    "military oil": ("1d8", "1/18", "dex", "20/40", "T", 1),
    "shield bash": ("1d4", "", "str dex", "", "LL", 1),
    "spear": ("1d6", "2/13", "str dex", "30/60", "L T", 1),
    "throwing blade": ("1d4", "", "dex", "30/60", "S T", 1),
    "sling": ("1d4", "", "dex", "50/300", "R", 1),
    "staff": ("1d6", "1/13", "str dex", "", "2H LL", 1),
    "stiletto": ("1d4", "1/18", "dex", "", "S PM", 1),
    "great sword": ("1d12", "2/15", "str", "", "2H", 2),
    "sword": ("1d8", "2/13", "str dex", "", "", 1),
    "short sword": ("1d6", "2/15", "str dex", "", "", 1),
    "unarmed": ("1d2", "", "str dex", "", "LL", 0),
}
AACHEN = {
    "axe": ("1d6", "2/15", "str dex", "10/30", "T", 1),
    "war axe": ("1d10", "3/15", "str", "", "2H", 2),
    "club": ("1d4", "1/13", "str dex", "10/30", "T LL", 1),
    "large club": ("1d10", "2/15", "str", "", "2H", 2),
    "dagger": ("1d4", "1/15", "str dex", "30/60", "S T PM", 1),
    "halberd": ("1d10", "2/15", "str", "", "L", 2),
    "war hammer": ("1d8", "1/18", "str", "", "", 1),
    "great hammer": ("1d10", "2/18", "str", "", "2H", 2),
    "hatchet": ("1d4", "1/13", "str", "", "", 1),
    "javelin": ("1d6", "2/13", "str dex", "30/60", "T", 1),
    "knife": ("1d4", "1/15", "str dex", "", "", 1),
    "mace": ("1d6", "1/18", "str", "", "LL", 1),
    "pike": ("1d8", "1/18", "str", "", "2H L", 2),
    "quarterstaff": ("1d6", "1/13", "str dex", "", "2H LL", 1),
    "seax": ("1d6", "1/15", "str dex", "", "", 1),
    "broad spear": ("1d8", "2/13", "str", "", "", 1),
    "heavy spear": ("1d10", "2/15", "str", "", "2H", 2),
    "long sword": ("1d8", "2/13", "str dex", "", "", 1),
    "short sword": ("1d6", "2/15", "str dex", "", "", 1),
    "great sword": ("1d12", "2/15", "str", "", "2H", 2),
    "small shield bash": ("1d4", "", "str dex", "", "LL", 1),
    "large shield bash": ("1d6", "1/13", "str", "", "LL", 1),
    "small bow": ("1d6", "", "dex", "50/300", "2H R PM", 1),
    "large bow": ("1d8", "", "str", "100/600", "2H R PM", 2),
    "crossbow": ("1d10", "", "dex", "100/300", "2H SR PM", 1),
    "sling": ("1d6", "", "dex", "50/100", "2H R", 1),
    "unarmed": ("1d2", "", "str dex", "", "LL", 0),
}
GOBLIN_BOW = {"goblin bow": ("1d6+1", "", "dex", "50/300", "2H R PM", 1)}
"""A goblin attacks with +0, and with +1 with this."""
LISTS = {
    "sovereign": SOVEREIGN,
    # The spear has been long since the current edition.
    "sovereign-early": {**SOVEREIGN, "spear": ("1d6", "2/13", "str dex", "30/60", "T", 1)},
    "aachen": {**AACHEN, **GOBLIN_BOW},
    # Two names are others; the newer ones are understood as well.
    "aachen-early": {
        **AACHEN, **GOBLIN_BOW,
        "barbed spear": AACHEN["javelin"], "staff": AACHEN["quarterstaff"],
    },
}  # fmt: skip


def row(weapon: Weapon, enc: int) -> tuple[str, str, str, str, str, int]:
    traits = {
        "S": weapon.small, "2H": weapon.two_handed, "L": weapon.reach_ft == 10, "T": weapon.thrown,
        "R": weapon.reload == RELOAD_BOW, "SR": weapon.reload == RELOAD_CROSSBOW,
        "LL": weapon.less_lethal, "PM": weapon.precise_murder,
    }  # fmt: skip
    plus = f"+{weapon.bonus}" if weapon.bonus else ""
    return (
        f"{weapon.dice}d{weapon.sides}{plus}",
        f"{weapon.shock}/{weapon.shock_ac}" if weapon.shock else "",
        " ".join(("str", "dex")[attribute] for attribute in weapon.attributes),
        f"{weapon.normal_range}/{weapon.long_range}" if weapon.long_range else "",
        " ".join(trait for trait, has in traits.items() if has),
        enc,
    )


@pytest.mark.rule("SVE-026", "SOV-110", "AAC-025", "AAC-026", "AAC-029")
@pytest.mark.parametrize("book", LISTS)
def test_every_weapon_has_the_figures_of_the_list(book: str) -> None:
    found = equipment(RULESETS[book].book_folders).weapons
    assert {name: row(spec.weapon(), spec.enc) for name, spec in found.items()} == LISTS[book]


@pytest.mark.rule("SOV-048", "SOV-115")
def test_only_what_is_shot_and_oil_is_no_melee_weapon() -> None:
    for book, rows in LISTS.items():
        weapons = equipment(RULESETS[book].book_folders).weapons
        apart = {name for name, spec in weapons.items() if not spec.weapon().melee}
        shot = {name for name, facts in rows.items() if "R" in facts[4]}
        assert apart - shot <= {"military oil"}


# ac, shield, Sneak, Exert, encumbrance; Aachen's shields have an AC of their own.
ARMOUR = {
    "sovereign": {
        "none": (10, 0, 0, 0, 0), "leather": (12, 0, 0, 0, 1), "chain": (14, 0, -2, 0, 2),
        "plate": (16, 0, -3, -3, 3), "shield": (0, 1, 0, 0, 1),
    },
    "aachen": {
        "none": (10, 0, 0, 0, 0), "gambeson": (12, 0, 0, 0, 1), "mail shirt": (14, 0, 0, 0, 2),
        "mail hauberk": (16, 0, 0, 0, 3), "small shield": (13, 1, 0, 0, 1),
        "large shield": (14, 1, 0, 0, 1), "broad shield": (15, 1, 0, 0, 2),
    },
}  # fmt: skip


@pytest.mark.parametrize("book", ["sovereign", "sovereign-early", "aachen", "aachen-early"])
def test_all_armour_has_the_figures_of_the_list(book: str) -> None:
    pieces = equipment(RULESETS[book].book_folders).armour
    found = {
        name: (piece.ac, piece.shield, piece.sneak, piece.exert, piece.enc)
        for name, piece in pieces.items()
    }
    assert found == ARMOUR[book.removesuffix("-early")]


LEVELS = tuple(range(1, 11))
EXPERT = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5)
MAGE = (0, 0, 0, 0, 1, 1, 1, 1, 1, 2)
HALF = (1, 2, 2, 3, 4, 5, 5, 6, 6, 7)
# die a level, attack by level, Veteran's Luck (or Swerving) a fight, Killing Blow
CLASSES = {
    "sovereign": {
        "warrior": ("1d6+2", LEVELS, 1, True), "expert": ("1d6", EXPERT, 0, False),
        "mage": ("1d6-1", MAGE, 0, False), "expert/mage": ("1d6", EXPERT, 0, False),
        "mage/mage": ("1d6-1", MAGE, 0, False), "warrior/expert": ("1d6+2", HALF, 0, False),
        "warrior/mage": ("1d6+2", HALF, 0, False), "warrior/duelist": ("1d6", HALF, 0, False),
        "duelist": ("1d6", (1, 1, 2, 2, 3, 3, 4, 4, 5, 5), 0, False),
    },
    "aachen": {
        "fighter": ("1d6+2", LEVELS, 1, False), "dabster": ("1d6", EXPERT, 0, False),
        "caster": ("1d6-1", (0, 0, 1, 1, 2, 2, 3, 3, 3, 4), 0, False),
        "fighter/dabster": ("1d6+1", HALF, 0, False), "fighter/caster": ("1d6+1", HALF, 0, False),
        "dabster/caster": ("1d6", EXPERT, 0, False),
    },
}  # fmt: skip


@pytest.mark.rule("AAC-022", "SOV-108")
@pytest.mark.parametrize("book", ["sovereign", "sovereign-early", "aachen", "aachen-early"])
def test_every_class_has_the_figures_of_the_list(book: str) -> None:
    found = {
        name: (
            f"{one.hp.die.count}d{one.hp.die.sides}"
            + (f"{one.hp.die.bonus:+}" if one.hp.die.bonus else ""),
            tuple(one.attack), one.luck, one.killing_blow,
        )
        for name, one in equipment(RULESETS[book].book_folders).classes.items()
    }  # fmt: skip
    assert found == CLASSES[book.removesuffix("-early")]


@pytest.mark.parametrize("book", ["aachen", "aachen-early"])
def test_aachens_opponents_have_the_figures_of_the_page(book: str) -> None:
    """HD, HP, AC, attack, save, morale, move; its bandit and wolf save by their hit dice."""
    found = shipped_creatures(RULESETS[book].book_folders, book)
    rows = {
        name: (
            one.hit_dice, one.hp, one.ac, one.attack, one.saves[0], one.morale, one.speed_ft,
            tuple(weapon.name for weapon in one.weapons if not weapon.unarmed),
        )
        for name, one in found.items()
        if name in ("goblin", "bear", "bandit", "wolf")
    }  # fmt: skip
    assert rows == {
        "bear": (4, 18, 13, 3, 13, 7, 40, ("claw", "bite")),
        "goblin": (1, 3, 13, 0, 15, 7, 30, ("seax", "goblin bow")),
        "bandit": (1, 4, 11, 0, 15, 8, 30, ("seax", "javelin")),
        "wolf": (3, 13, 12, 2, 14, 6, 40, ("bite",)),
    }
