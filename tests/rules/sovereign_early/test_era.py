"""Differences in the lists of the earlier edition: a spear, three feats."""

import pytest
from tests.feat_gifts import gifts_of_feats
from tests.rules.sovereign_early.early import BOOK, early
from tests.scene import SWORD, fighter, foe, terms, told, unit, why_not

from shieldwall.books import RULESETS
from shieldwall.content import load_encounter
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.library import equipment
from shieldwall.engine.abilities import Abilities
from shieldwall.engine.action_spec import MAIN
from shieldwall.engine.state.sheet import Sheet, make_weapon
from shieldwall.engine.state.state import ACTIVE

SHELVES = RULESETS[BOOK].book_folders
HEALER = (0, 0, 0, 0, 0, 0, 2, 0, 0)


def feat(**feats: int) -> Abilities:
    return gifts_of_feats([0] * 9, 1, SHELVES, **feats).abilities


@pytest.mark.rule("SVE-026")
def test_a_spear_does_not_reach_10_ft_in_this_edition() -> None:
    assert equipment(SHELVES).weapons["spear"].grip.reach == 5
    assert equipment().weapons["spear"].grip.reach == 10
    reaches = {
        rules: {
            weapon.name: int(weapon.reach_ft)
            for placement in load_encounter("yard", rules).placements
            for weapon in placement.sheet.weapons
        }["spear"]
        for rules in (BOOK, "sovereign")
    }
    assert reaches == {BOOK: 5, "sovereign": 10}
    spears = [
        weapon
        for sheet in shipped_creatures(SHELVES).values()
        for weapon in sheet.weapons
        if weapon.name == "spear"
    ]
    assert all(spear.reach_ft == 5 for spear in spears)


@pytest.mark.rule("SVE-026", "G-51")
@pytest.mark.parametrize(("level", "ac"), [(1, 16), (2, 16), (3, 17), (10, 20)])
def test_impervious_defense_is_15_and_half_the_level_rounded_up(level: int, ac: int) -> None:
    assert gifts_of_feats([0] * 9, level, SHELVES, impervious_defense=1).bare_ac == ac


def surgeon(level: int) -> Sheet:
    made = fighter(kit=True, abilities=feat(gifted_chirurgeon=level))
    made.skills = HEALER
    return made


FELLED = "> g attack a with sword\n! attack d20 18\n! damage d8 8\n> g done\n"


@pytest.mark.rule("SVE-026")
def test_a_chirurgeon_of_the_second_level_brings_the_dying_round_and_not_frail() -> None:
    """A Main: 1d6 and Heal 2, a point of strain."""
    fight = early(
        "g a b\n. . .",
        FELLED + "> b mend a\n! mending d6 3\n",
        first="foes",
        a=fighter(hp=8, ac=5),
        b=surgeon(2),
        g=foe(),
    )
    assert told(fight, "healed", "strain", "revived") == [
        "healed unit=a by=b amount=5 left=5",
        "strain unit=a total=1 most=10",
        "revived unit=a by=b",
    ]
    saved = unit(fight, "a")
    assert (saved.status, saved.prone, saved.frail) == (ACTIVE, True, False)
    assert unit(fight, "b").mains == 0


@pytest.mark.rule("SVE-026")
def test_mending_needs_the_second_level_a_comrade_at_hand_and_a_wound() -> None:
    fight = early(
        "g a b",
        FELLED,
        first="foes",
        a=fighter(hp=8, ac=5),
        b=surgeon(1),
        g=foe(),
    )
    assert why_not(fight, "b mend a") == "not-learnt SVE-026"
    fight = early("a b . c g", "", a=fighter(), b=surgeon(2), c=fighter(), g=foe(weapons=(SWORD,)))
    assert why_not(fight, "b mend a") == "not-hurt SVE-026"
    assert why_not(fight, "b mend b") == "no-ward SVE-026"
    assert why_not(fight, "b mend g") == "no-ward SVE-026"
    far = early("g a . b", FELLED, first="foes", a=fighter(hp=8, ac=5), b=surgeon(2), g=foe())
    assert why_not(far, "b mend a") == "not-beside SVE-026"


@pytest.mark.rule("SVE-026")
def test_a_patient_who_dies_of_the_blow_mending_drew_is_past_mending() -> None:
    """`g` screens its surgeon, who is struck at for mending it."""
    doctor = foe(kit=True, abilities=feat(gifted_chirurgeon=2))
    fight = early(
        "a h\n. g",
        "> a attack g with sword\n! attack d20 18\n! damage d8 2\n> a done\n> g screen h\n"
        "> g done\n> h mend g\n> a strike h with sword\n! screen d6 1\n! screen d6 1\n"
        "! attack d20 18\n! damage d8 8\n",
        a=fighter(),
        g=foe(hp=8, ac=5, stab=1),
        h=doctor,
    )
    assert told(fight, "falls", "healed", "strain") == ["falls unit=g by=a how=dead"]
    assert (unit(fight, "g").hp, unit(fight, "h").mains) == (0, 0)


@pytest.mark.rule("SVE-026", "SOV-088")
def test_mending_next_to_an_armed_foe_provokes() -> None:
    fight = early(
        "a b\ng .",
        "> g attack a with sword\n! attack d20 18\n! damage d8 2\n> g done\n"
        "> b mend a\n> g strike b with sword\n! attack d20 1\n! mending d6 1\n",
        first="foes",
        a=fighter(hp=8, ac=5),
        b=surgeon(2),
        g=foe(),
    )
    assert told(fight, "opportunity") == ["opportunity unit=g target=b"]
    assert unit(fight, "a").hp == 8, "no more than there was"


@pytest.mark.rule("SVE-026")
def test_a_body_that_bears_no_more_strain_cannot_be_mended() -> None:
    fight = early(
        "g a b",
        FELLED,
        first="foes",
        a=fighter(hp=8, ac=5, constitution=0),
        b=surgeon(2),
        g=foe(),
    )
    assert why_not(fight, "b mend a") == "too-strained SVE-026"


POISONER = feat(poisoner=1)
VENOM = "> a envenom with sword\n> a done\n> g done\n"


@pytest.mark.rule("SVE-026")
@pytest.mark.parametrize(
    ("save", "amount"), [(15, 5), (14, 10)], ids=["saved for half, down", "not saved"]
)
def test_venom_is_2d6_and_the_level_on_a_hit(save: int, amount: int) -> None:
    """3 + 4 and level 3; a Physical save of 15 halves it."""
    fight = early(
        "a g",
        VENOM + "> a attack g with sword\n! attack d20 18\n! damage d8 1\n! venom d6 3\n"
        f"! venom d6 4\n! save d20 {save}\n",
        a=fighter(abilities=POISONER, hit_dice=3),
        g=foe(hp=40, ac=14),
    )
    assert told(fight, "harm")[1:] == [
        f"harm unit=g by=a amount={amount} left={39 - amount} cause=venom"
    ]
    assert terms(fight, "harm")["level"] == 3
    assert unit(fight, "a").effects == [], "spent"


@pytest.mark.rule("SVE-026")
def test_venom_works_through_shock_and_is_spent_by_it() -> None:
    fight = early(
        "a g",
        VENOM + "> a attack g with sword\n! attack d20 2\n! venom d6 1\n! venom d6 1\n"
        "! save d20 1\n> a done\n> g done\n> a attack g with sword\n! attack d20 2\n",
        a=fighter(abilities=POISONER),
        g=foe(hp=40),
    )
    assert [line.split()[-1] for line in told(fight, "harm")] == [
        "cause=shock", "cause=venom", "cause=shock",
    ]  # fmt: skip


@pytest.mark.rule("SVE-026")
def test_only_a_poisoner_only_a_blade_and_only_once() -> None:
    claw = make_weapon("claw", 1, 4, natural=True)
    fight = early("a g", "", a=fighter(), g=foe())
    assert why_not(fight, "a envenom with sword") == "not-learnt SVE-026"
    able = fighter(abilities=POISONER, weapons=(SWORD, claw))
    fight = early("a g", "", a=able, g=foe())
    assert why_not(fight, "a envenom with claw") == "no-blade SVE-026"
    again = early("a g", VENOM, a=able, g=foe())
    assert why_not(again, "a envenom with sword") == "is-venomous SVE-026"


@pytest.mark.rule("SVE-026")
def test_a_miss_without_shock_keeps_the_venom_on_the_blade() -> None:
    fight = early(
        "a g",
        VENOM + "> a attack g with sword\n! attack d20 2\n",
        a=fighter(abilities=POISONER),
        g=foe(hp=40, ac=14),
    )
    assert told(fight, "harm") == []
    assert len(unit(fight, "a").effects) == 1


@pytest.mark.rule("SVE-026")
def test_mending_and_poisoning_each_take_the_main() -> None:
    hurt = "> g attack a with sword\n! attack d20 18\n! damage d8 2\n> g done\n"
    mended = early(
        "g a b\n. . .",
        hurt + "> b mend a\n! mending d6 1\n",
        first="foes",
        a=fighter(hp=8, ac=5),
        b=surgeon(2),
        g=foe(),
    )
    assert (unit(mended, "b").mains, unit(mended, "b").moves) == (0, 1)
    poisoned = early("a g", "> a envenom with sword\n", a=fighter(abilities=POISONER), g=foe())
    assert (unit(poisoned, "a").mains, unit(poisoned, "a").moves) == (0, 1)
    assert told(poisoned, "opportunity") == [], "not even beside a foe"
    rows = poisoned.rules.actions
    assert [(rows[verb].cost, rows[verb].provokes) for verb in ("mend", "envenom")] == [
        (MAIN, True),
        (MAIN, False),
    ]
