"""Feats on sheets: their sum, and their form in files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.content.helpers import MAP, load, problems_of, units
from tests.content.helpers import encounter as whole
from tests.feat_gifts import gifts_of_feats
from tests.gifted import sizes

from shieldwall.abilities.registry import ABILITY_KINDS
from shieldwall.books import RULESETS
from shieldwall.content import ContentError, load_party, setup_from_text, setup_to_text
from shieldwall.content.combatants.ability_fields import FigureKind
from shieldwall.content.combatants.feats import shipped_feats
from shieldwall.content.combatants.kindreds import shipped_kindreds
from shieldwall.content.formats.file_schema import Place
from shieldwall.content.library import equipment
from shieldwall.engine.abilities import NO_ABILITIES
from shieldwall.engine.state.sheet import SHOOT, SKILL_NAMES, STAB, Sheet, Weapon

NAMES = [
    "alert", "armored magic", "armsmaster", "assassin", "close combatant", "deadeye", "die hard",
    "gifted chirurgeon", "impervious defense", "nullifier", "shocking assault",
    "unarmed combatant", "valiant defender", "whirlwind assault",
]  # fmt: skip

ARTS = ["iron resolution", "swift casting", "forced engagement", "whirling evasion"]


def party(tmp_path: Path, *lines: str) -> Sheet:
    """The one character of a party file, plain but for these lines."""
    path = tmp_path / "party.yaml"
    rows = "".join(f"    {line}\n" for line in lines)
    path.write_text(
        "characters:\n  - name: Edda\n"
        "    attributes: {str: 10, dex: 10, con: 10, int: 10, wis: 10}\n" + rows,
        encoding="utf-8",
    )
    return load_party(str(path))[0].sheet


def problem(tmp_path: Path, *lines: str) -> str:
    with pytest.raises(ContentError) as caught:
        party(tmp_path, *lines)
    [found] = caught.value.problems
    return found.message


def hands(sheet: Sheet) -> Weapon:
    [found] = [weapon for weapon in sheet.weapons if weapon.unarmed]
    return found


def test_the_feats_are_those_of_the_book_with_a_word_on_each_level() -> None:
    feats = shipped_feats()
    assert list(feats) == NAMES + ARTS
    for name, feat in feats.items():
        once = name == "gifted chirurgeon" or name in ARTS
        assert len(feat.levels) == (1 if once else 2), name
        assert len(set(feat.texts)) == len(feat.levels), name
        assert all(text.endswith(".") for text in feat.texts), name


def test_some_feat_class_or_kindred_gives_every_ability() -> None:
    fields = {kind.name for kind in ABILITY_KINDS if kind.section == "traits"}
    given = set()
    for book in RULESETS.values():
        for feat in shipped_feats(book.book_folders).values():
            given |= {key for row in feat.levels for key in row.given()}
        for class_ in equipment(book.book_folders).classes.values():
            given |= set() if class_.given is None else set(class_.given.given())
        for kindred in shipped_kindreds(book.book_folders).values():
            given |= set() if kindred.given is None else set(kindred.given.given())
    unused = {name for name in fields if name.replace("_", "-") not in given}
    assert unused == {"unarmed_hit", "unarmed_damage"}, "for creatures and the GM's own"


def test_one_without_feats_shares_the_neutral_traits(tmp_path: Path) -> None:
    assert party(tmp_path, "class: warrior").abilities is NO_ABILITIES
    assert all(unit.sheet.abilities is NO_ABILITIES for unit in load().placements)


def test_a_full_expert_rolls_again_and_half_an_expert_does_not(tmp_path: Path) -> None:
    for name, able in (("expert", True), ("expert/mage", False), ("warrior/expert", False)):
        assert party(tmp_path, f"class: {name}").abilities.amount("rerolls") == able


def test_the_second_level_keeps_what_the_first_gives(tmp_path: Path) -> None:
    skills = "skills: {stab: 3}"
    one = party(tmp_path, "class: mage", skills, "feats: {armsmaster: 1}").abilities
    two = party(tmp_path, "class: mage", skills, "feats: {armsmaster: 2}").abilities
    assert sizes(one, "draws_melee", "melee_damage", "finds_gaps", "melee_hit") == (1, 3, 0, 0)
    assert sizes(two, "draws_melee", "melee_damage", "finds_gaps", "melee_hit") == (1, 3, 1, 1)


def test_the_bonuses_of_several_feats_add_up(tmp_path: Path) -> None:
    """Stab 2 of the armsmaster and the 2 of a shocking assault; hands get the latter alone."""
    feats = "feats: {armsmaster: 1, shocking assault: 2}"
    traits = party(tmp_path, "class: mage", "skills: {stab: 2}", feats).abilities
    assert sizes(traits, "melee_shock", "unarmed_shock") == (4, 2)


def test_an_untrained_skill_takes_nothing_away(tmp_path: Path) -> None:
    traits = party(tmp_path, "class: mage", "feats: {armsmaster: 1, deadeye: 1}").abilities
    assert sizes(traits, "melee_damage", "thrown_damage", "shot_damage") == (0, 0, 0)


def test_die_hard_is_worth_2_hit_points_a_level_unless_they_are_given(tmp_path: Path) -> None:
    lines = ("class: warrior", "level: 3")
    plain = party(tmp_path, *lines).hp
    assert party(tmp_path, *lines, "feats: {die hard: 1}").hp == plain + 6
    assert party(tmp_path, *lines, "feats: {die hard: 1}", "hp: 7").hp == 7


@pytest.mark.rule("G-51")
@pytest.mark.parametrize(("level", "ac"), [(1, 15), (3, 15), (4, 16), (6, 16), (7, 17), (10, 18)])
def test_impervious_defense_is_14_and_a_third_of_the_level_rounded_up(
    tmp_path: Path, level: int, ac: int
) -> None:
    lines = ("class: mage", f"level: {level}", "feats: {impervious defense: 1}")
    assert party(tmp_path, *lines).ac == ac
    assert party(tmp_path, *lines, "shield: yes").ac == ac + 1
    assert party(tmp_path, *lines, "armour: leather").ac == 12


@pytest.mark.parametrize(
    ("brawl", "dice", "shock"),
    [
        (-1, (1, 6, 0), (0, 0)),
        (0, (1, 6, 0), (0, 0)),
        (1, (1, 8, 0), (1, 15)),
        (4, (1, 12, 1), (4, 15)),
    ],
)
def test_trained_hands_grow_with_brawl(
    tmp_path: Path, brawl: int, dice: tuple[int, ...], shock: tuple[int, ...]
) -> None:
    sheet = party(
        tmp_path, "class: expert", f"skills: {{brawl: {brawl}}}", "feats: {unarmed combatant: 1}"
    )
    fists = hands(sheet)
    assert (int(fists.dice), int(fists.sides), int(fists.bonus)) == dice
    assert (int(fists.shock), int(fists.shock_ac)) == shock


@pytest.mark.rule("SOV-117")
def test_a_killing_blow_is_added_to_trained_hands_and_their_shock(tmp_path: Path) -> None:
    sheet = party(
        tmp_path,
        "class: warrior",
        "level: 3",
        "skills: {brawl: 1}",
        "feats: {unarmed combatant: 1}",
    )
    assert (int(hands(sheet).bonus), int(hands(sheet).shock)) == (2, 3)


@pytest.mark.parametrize(
    ("level", "armour", "hampered"),
    [
        (0, "armour: leather", True),
        (0, "shield: yes", True),
        (1, "armour: chain", False),
        (1, "shield: yes", False),
        (1, "armour: plate", True),
        (2, "armour: plate", False),
    ],
)
def test_armored_magic_says_what_one_may_cast_in(
    tmp_path: Path, level: int, armour: str, hampered: bool
) -> None:
    feats = (f"feats: {{armored magic: {level}}}",) if level else ()
    assert party(tmp_path, "class: mage", armour, *feats).armoured == hampered


def test_small_weapons_are_known_as_such(tmp_path: Path) -> None:
    sheet = party(
        tmp_path,
        "class: mage",
        "weapons: [dagger, stiletto, throwing blade, blackjack, sword, spear]",
    )
    assert [weapon.small for weapon in sheet.weapons] == [True] * 4 + [False] * 3


# What a file may say.


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("feats: {armsmister: 1}", "unknown feat 'armsmister'; did you mean armsmaster?"),
        ("feats: {alert: 3}", "'3' is not a whole number from 1 to 2"),
        ("feats: {gifted chirurgeon: 2}", "gifted chirurgeon has one level only"),
        ("feats: alert", "expected feats by name, each with its level: 1 or 2"),
    ],
)
def test_a_feat_that_is_not_there_is_named_with_a_better_one(
    tmp_path: Path, line: str, message: str
) -> None:
    assert problem(tmp_path, "class: mage", line) == message


@pytest.mark.parametrize(
    ("text", "value"),
    [("2", 2), ("stab", 3), ("shoot", 0), ("level", 5), ("level/2", 2), ("level/2 up", 3),
     ("14 + level/3 up", 16), ("1 + stab", 4),
     ("-2", -2), ("2 from level 5", 2), ("2 from level 6", 0)],
)  # fmt: skip
def test_a_figure_may_grow_with_skill_or_level(text: str, value: int) -> None:
    skills = [0] * len(SKILL_NAMES)
    skills[STAB] = 3
    skills[SHOOT] = -1
    figure = FigureKind().parse(text, Place("f", []))
    assert figure is not None
    assert figure.value(skills, 5) == value


@pytest.mark.parametrize(
    "text", ["", "stabb", "level/0", "2d6", "--1", "level up", "2 from level", "1 +"]
)
def test_what_is_no_figure_is_refused(text: str) -> None:
    place = Place("f", [])
    assert FigureKind().parse(text, place) is None
    assert len(place.problems) == 1


def test_a_creature_has_traits_of_its_own_by_the_same_words() -> None:
    more = (
        "creatures:\n"
        "  brute: {hd: 3, skill: 2, weapons: [club], traits: {melee-damage: level/2 up,\n"
        "    shot-damage: stab, shock-proof: yes, hand-dice: [1d6, 1d8, 1d10]}}\n"
    )
    sheet = load(MAP, units("what: brute, at: A1"), more).placements[0].sheet
    assert (sheet.abilities.amount("melee_damage"), sheet.abilities.amount("shot_damage")) == (2, 2)
    assert sheet.abilities.amount("shock_proof")
    assert hands(sheet).sides == 10


def test_a_trait_that_is_not_there_is_named_with_a_better_one() -> None:
    more = "creatures:\n  brute: {hd: 3, weapons: [club], traits: {shock-prof: yes}}\n"
    found = problems_of(whole(MAP, units("what: brute, at: A1"), more))
    assert any("unknown key; did you mean shock-proof?" in text for text in found)


def test_a_creature_with_a_name_of_its_own_keeps_its_traits() -> None:
    more = "creatures:\n  brute: {hd: 3, weapons: [club], traits: {shock-proof: yes}}\n"
    rows = units("what: brute, at: A1, name: Grim")
    assert load(MAP, rows, more).placements[0].sheet.abilities.amount("shock_proof")


# In the text of a set-up.


def with_traits() -> str:
    more = (
        "creatures:\n  brute: {hd: 3, weapons: [club], "
        "traits: {guard: 2, shock-proof: yes, whirlwind: no}}\n"
    )
    return setup_to_text(load(MAP, units("what: brute, at: A1"), more))


def test_a_set_up_text_holds_the_traits_that_are_not_neutral() -> None:
    text = with_traits()
    data = json.loads(text)
    assert data["sheets"][0]["traits"] == {"guard": 2, "shock_proof": True}
    assert data["sheets"][1]["traits"] == {}
    twin = setup_from_text(text)
    assert setup_to_text(twin) == text
    assert twin.placements[0].sheet.abilities.amount("guard") == 2
    assert twin.placements[-1].sheet.abilities is NO_ABILITIES


@pytest.mark.parametrize(
    ("traits", "message"),
    [
        ({"guard": 0}, "sheets[1].traits.guard: damaged: expected a whole number from 1 to 99"),
        ({"shock_proof": 1}, "sheets[1].traits.shock_proof: damaged: expected true or false"),
        (
            {"shock_proof": False},
            "damaged: it says more than a set-up does, or says it another way",
        ),
        ({"luckless": True}, "damaged: it says more than a set-up does, or says it another way"),
        ([], "sheets[1].traits: damaged: expected named values"),
    ],
)
def test_damaged_traits_are_refused(traits: object, message: str) -> None:
    data = json.loads(with_traits())
    data["sheets"][0]["traits"] = traits
    with pytest.raises(ContentError) as caught:
        setup_from_text(json.dumps(data))
    assert message in str(caught.value)


def test_feats_are_found_by_name_for_tools() -> None:
    assert gifts_of_feats([0] * 9, 1, die_hard=2).hp == 2
    assert gifts_of_feats([0] * 9, 1).abilities is NO_ABILITIES
    with pytest.raises(ValueError, match="unknown feat 'sleep'"):
        gifts_of_feats([0] * 9, 1, sleep=1)
