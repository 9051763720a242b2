"""Rules a table does not enforce: waived with a warning, or off; and forced choices."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.rules.magic_scene import mage
from tests.scene import (
    AXE,
    BOW,
    CROSSBOW,
    SWORD,
    UNARMED,
    fighter,
    foe,
    listed,
    may,
    play_setup,
    setup,
    told,
    unit,
    where,
    why_not,
)

import shieldwall
from shieldwall.books.shared.cited_rules import SHARED_IDS
from shieldwall.books.waivable_rules import WAIVABLE
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import DOWN
from shieldwall.fight import BadRuling, Fight
from shieldwall.text.notation import NotationError, read_choice
from shieldwall.text.sentences import sentence

SOURCES = Path(shieldwall.__file__).parent


def waiving(made: Setup, **modes: str) -> Setup:
    """`waiving(made, SOV_050="warn")`."""
    made.enforce = tuple(sorted((name.replace("_", "-"), mode) for name, mode in modes.items()))
    return made


def bound() -> Setup:
    return setup("h a . . g", a=fighter(weapons=(BOW,)), g=foe(), h=foe())


SHOT = "> a shoot g with small bow\n! attack d20 1\n"


def test_every_rule_that_can_be_waived_is_asked_for_somewhere_and_no_other() -> None:
    asked: set[str] = set()
    for folder in ("engine", "gm", "books"):
        for path in (SOURCES / folder).rglob("*.py"):
            text = path.read_text("utf-8")
            asked |= set(re.findall(r'\bholds\(\s*"([A-Z]+-\d+)"', text))
            named = re.findall(r"\bholds\(\s*[\w.]*\bids\.(\w+)", text)
            asked |= {getattr(SHARED_IDS, name) for name in named}
    assert asked == set(WAIVABLE)


@pytest.mark.rule("SOV-050")
def test_an_enforced_rule_forbids() -> None:
    fight = play_setup(waiving(bound(), SOV_050="on"), "")
    assert why_not(fight, "a shoot g with small bow") == "bound SOV-050"
    assert not any(" shoot " in text for text in listed(fight))


@pytest.mark.rule("SOV-050")
def test_a_rule_that_is_off_does_not_count_and_nothing_is_said() -> None:
    fight = play_setup(waiving(bound(), SOV_050="off"), "")
    assert may(fight, "a shoot g with small bow")
    assert any(" shoot " in text for text in listed(fight))
    assert warning(fight, "a shoot g with small bow") == ""
    fight = play_setup(waiving(bound(), SOV_050="off"), SHOT)
    assert told(fight, "waived") == []
    assert len(told(fight, "attack")) == 1


@pytest.mark.rule("SOV-050")
def test_a_rule_that_warns_lets_it_pass_and_the_log_says_so() -> None:
    fight = play_setup(waiving(bound(), SOV_050="warn"), "")
    assert may(fight, "a shoot g with small bow")
    assert warning(fight, "a shoot g with small bow") == "bound SOV-050"
    assert warning(fight, "a run C1") == ""
    fight = play_setup(waiving(bound(), SOV_050="warn"), SHOT)
    assert told(fight, "waived") == [
        "waived unit=a reason=bound rule=SOV-050 other=-1 have=0 need=0"
    ]
    event = next(event for event in fight.events if event.KIND == "waived")
    said = sentence(fight.names, fight.state, event)
    assert said.startswith("Warning only: ")
    assert "SOV-050" in said


def warning(fight: Fight, text: str) -> str:
    request = fight.request
    assert request is not None
    refusal = request.options.warning(read_choice(fight.names, request, text))
    return "" if refusal is None else f"{refusal.reason} {refusal.cite}"


@pytest.mark.rule("SOV-050", "SOV-017")
def test_the_next_reason_still_counts_where_one_is_waived() -> None:
    made = setup("h a # g", a=fighter(weapons=(BOW,)), g=foe(), h=foe())
    fight = play_setup(waiving(made, SOV_050="off"), "")
    assert why_not(fight, "a shoot g with small bow") == "no-line SOV-017"


@pytest.mark.rule("SOV-047")
def test_what_cannot_be_carried_out_is_never_waived() -> None:
    made = setup("a . . g h", a=fighter(), g=foe(), h=foe(hp=1))
    fight = play_setup(waiving(made, SOV_047="off"), "")
    assert may(fight, "a attack g with sword"), "out of reach is what the rule is about"
    assert why_not(fight, "a attack a with sword") == "no-foe SOV-047"
    assert why_not(fight, "g attack a with sword") == "not-its-side SOV-030"


def hurt_mage() -> Setup:
    return setup("a g", a=mage("arcane spark", ac=12), g=foe(hp=20, hit_dice=2))


HURT = "> g attack a with sword\n! attack d20 1\n> g done\n"
FAR_SLING = "a " + ". " * 70 + "g"


@pytest.mark.parametrize(
    ("rule", "scene", "tape", "choice"),
    [
        ("SOV-017", lambda: setup("a # g", a=fighter(weapons=(BOW,)), g=foe()), "", "a shoot g"),
        ("SOV-045", lambda: setup("a g", a=mage("arcane spark", armoured=True), g=foe()), "",
         "a cast g : arcane spark"),
        ("SOV-047", lambda: setup("a . . g", a=fighter(), g=foe()), "", "a attack g with sword"),
        ("SOV-050", bound, "", "a shoot g with small bow"),
        ("SOV-054", hurt_mage, HURT, "a cast g : arcane spark"),
        ("SOV-056", lambda: setup("a b c\nd g e\n. . .", a=fighter(), b=fighter(), c=fighter(),
                                  d=fighter(), e=fighter(), g=foe(ac=19, hp=20)),
         "".join(f"> {name} swarm g with sword\n> {name} done\n" for name in "abcd"),
         "e swarm g with sword"),
        ("SOV-064", lambda: setup("a g", a=fighter(), g=foe()), "", "a charge A1 g with sword"),
        ("SOV-084", lambda: setup("a . . . . . . . g", a=fighter(), g=foe()), "",
         "a run B1-C1-D1-E1-F1-G1-H1"),
        ("SOV-087", lambda: setup("b a g", a=fighter(), b=fighter(hp=2), g=foe()), "",
         "a stabilise b"),
        ("SOV-090", lambda: setup("a . . . g", a=fighter(weapons=(CROSSBOW,)), g=foe()),
         "> a shoot g with crossbow\n! attack d20 1\n> a done\n> g done\n",
         "a shoot g with crossbow"),
        ("SOV-094", lambda: setup("a . . . . g", a=fighter(weapons=(SWORD, CROSSBOW)), g=foe()),
         "", "a pick-up D1"),
        ("SOV-102", lambda: setup(FAR_SLING, a=fighter(weapons=(BOW,)), g=foe()), "", "a shoot g"),
        ("SOV-105", lambda: setup("a . g", a=fighter(), g=foe()), "", "a hide"),
        ("SOV-127", lambda: setup("a g", a=fighter(), g=foe()), "", "a grapple g with sword"),
        ("SOV-130", lambda: setup("a g", a=fighter(weapons=(SWORD, UNARMED)), g=foe()),
         "> a grapple g with unarmed\n! attack d20 19\n! grapple d6 6\n! grapple d6 6\n> a done\n"
         "> g done\n! damage d2 1\n", "a attack g with sword"),
        ("SOV-134", lambda: setup("a . g", a=fighter(weapons=(SWORD, SWORD), stab=0), g=foe()), "",
         "a dual with sword#2"),
        ("SOV-137", lambda: poised(setup("a g", a=fighter(), g=foe())), "",
         "a execute g with sword"),
        ("SOV-138", lambda: setup("a g", surprised="foes", a=fighter(), g=foe()), "",
         "a execute g with sword"),
    ],
)  # fmt: skip
def test_each_rule_is_waived_by_its_id(
    rule: str, scene: Callable[[], Setup], tape: str, choice: str
) -> None:
    fight = started(scene(), rule, tape)
    assert why_not(fight, choice).endswith(f" {rule}")
    made = scene()
    made.enforce = ((rule, "off"),)
    fight = started(made, rule, tape)
    assert why_not(fight, choice) == ""


def poised(made: Setup) -> Setup:
    made.poised = ("a",)
    return made


def started(made: Setup, rule: str, tape: str) -> Fight:
    """The scene with what a few of the rules need besides."""
    first = "" if rule == "SOV-138" else "foes" if rule == "SOV-054" else "party"
    fight = play_setup(made, tape, first)
    if rule == "SOV-087":
        fight.rule("hp b 0")
        assert unit(fight, "b").status == DOWN
    if rule == "SOV-094":
        from shieldwall.engine.state.state import Dropped

        state = fight.state
        state.dropped = [Dropped(3, state.units[0].weapons[1])]
    return fight


@pytest.mark.rule("SOV-053")
@pytest.mark.parametrize("mode", ["on", "off"])
def test_the_undisciplined_snap_where_the_table_allows_it(mode: str) -> None:
    made = setup("a g", stops="always", a=fighter(), g=foe(creature=True))
    fight = play_setup(waiving(made, SOV_053=mode), "> a attack g with sword\n")
    assert may(fight, "g snap a with sword") == (mode == "off")


# What the referee forces.


@pytest.mark.rule("SOV-045", "SOV-050")
def test_the_referee_has_a_forbidden_shot_made_and_the_log_tells_why() -> None:
    fight = play_setup(bound(), "* force a shoot g # she leaps onto the table\n! attack d20 1\n")
    assert told(fight, "ruling", "attack")[0] == (
        "ruling what=force_a_shoot_g_with_small_bow note=she_leaps_onto_the_table"
    )
    assert len(told(fight, "attack")) == 1
    assert unit(fight, "a").mains == 0
    assert why_not(fight, "a shoot g with small bow") == "main-spent SOV-035"


@pytest.mark.rule("SOV-045")
def test_what_is_forced_needs_neither_the_turn_nor_a_main() -> None:
    made = setup("a g", a=fighter(), g=foe(ac=19))
    fight = play_setup(
        made,
        """
        > a attack g with sword
        ! attack d20 1
        * force g attack a
        ! attack d20 2
        * force g attack a
        ! attack d20 3
        """,
    )
    attacks = [text.split()[1] for text in told(fight, "attack")]
    assert attacks == ["unit=a", "unit=g", "unit=g"]
    assert fight.state.clock.active == unit(fight, "a").index, "the turn goes on"
    assert (unit(fight, "g").mains, unit(fight, "g").moves) == (0, 1)


@pytest.mark.rule("SOV-045", "SOV-084")
def test_a_forced_run_goes_beyond_the_rate_step_by_step() -> None:
    made = setup("a . . . . . . . . g", a=fighter(), g=foe())
    fight = play_setup(made, "* force a run B1-C1-D1-E1-F1-G1-H1-I1\n")
    assert where(fight, "a") == "I1"
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 0)


@pytest.mark.rule("SOV-045")
def test_units_that_can_still_answer_what_is_forced() -> None:
    made = setup("a g", a=fighter(ac=12), g=foe(), stops="always")
    fight = play_setup(
        made,
        """
        * force g attack a with sword
        > a pass
        ! attack d20 12
        > a total-defense
        """,
    )
    assert told(fight, "attack", "total-defense", "harm")[1:] == ["total-defense unit=a"]
    assert fight.request is not None
    assert fight.request.unit == unit(fight, "a").index


@pytest.mark.rule("SOV-045")
def test_only_the_unit_that_is_forced_is_let_off() -> None:
    """The archer's neighbour is bound as ever."""
    made = setup("h a . g\nk b . .", stops="always", a=fighter(weapons=(BOW,)),
                 b=fighter(weapons=(BOW,)), g=foe(ac=19), h=foe(), k=foe())  # fmt: skip
    fight = play_setup(made, "* force a shoot g\n")
    assert fight.request is not None
    assert why_not(fight, "b snap g with small bow") != ""


def test_what_is_forced_is_undone_saved_and_replayed(tmp_path: Path) -> None:
    from shieldwall.store.save_file import replay_file, save_fight

    fight = Fight(bound(), seed=3)
    while fight.request is not None and fight.state.clock.active != 0:
        fight.push("a prone" if "a prone" in listed(fight) else listed(fight)[-1])
    before = fight.state.copy()
    entries = len(fight.entries)
    fight.rule("force a shoot g", "a table")
    assert len(told(fight, "attack")) == 1
    path = tmp_path / "f.fight"
    save_fight(fight, str(path))
    assert "* force a shoot g with small bow # a table" in path.read_text("utf-8")
    again = replay_file(str(path))
    assert again.state == fight.state
    assert again.events == fight.events
    fight.pop()
    assert fight.state == before
    assert len(fight.entries) == entries


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("force a attack g with axe", NotationError),
        ("force nobody attack g", NotationError),
        ("force a attack b with war axe", "no-foe"),
        ("force a soar", "no-such-action"),
        ("force d attack g", "out-of-the-fight"),
        ("force a run A9", NotationError),
        ("force", "order-unclear"),
    ],
)
def test_what_cannot_be_forced_is_refused_with_the_reason(
    what: str, reason: str | type[NotationError]
) -> None:
    made = setup("a . g b d", a=fighter(weapons=(AXE,)), b=fighter(), d=fighter(), g=foe())
    fight = play_setup(made, "* hp d 0\n")
    entries = fight.tape
    if isinstance(reason, str):
        with pytest.raises(BadRuling) as caught:
            fight.rule(what)
        assert caught.value.refusal.reason == reason
    else:
        with pytest.raises(reason):
            fight.rule(what)
    assert fight.tape == entries


def test_no_unit_is_forced_before_the_fight_has_begun() -> None:
    fight = Fight(bound(), by_hand=True)
    with pytest.raises(BadRuling) as caught:
        fight.rule("force a shoot g")
    assert caught.value.refusal.reason == "fight-not-begun"
