"""Sentences: every event and every refusal has one, and each reads well."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import shieldwall
from shieldwall.books import RULESETS
from shieldwall.content import load_encounter, read_encounter
from shieldwall.display.markers import Marks
from shieldwall.engine.events.action_events import Moved
from shieldwall.engine.events.all_events import EVENT_TYPES
from shieldwall.engine.events.attack_events import AttackRolled, Fell, Harmed
from shieldwall.engine.events.clock_events import (
    FightEnded,
    HouseActionUsed,
    OrderSet,
    RefereeRuled,
)
from shieldwall.engine.events.event import Event, Term
from shieldwall.engine.option import OPTIONS
from shieldwall.engine.points import DECLARING, ROLLED
from shieldwall.engine.refusals import REASONS
from shieldwall.engine.state.state import State, Unit
from shieldwall.engine.tape.request import PASS, Choice, Refusal
from shieldwall.fight import Fight
from shieldwall.fight_start import initial_state
from shieldwall.gm.order_entries import ORDER_ENTRIES
from shieldwall.minds import make_mind
from shieldwall.text.notation import Names
from shieldwall.text.sentences import (
    EXTRAS,
    choice_words,
    die_sentence,
    option_sentence,
    refusal_sentence,
    sentence,
    start,
    who,
    whose,
    why,
)

PACKAGE = Path(shieldwall.__file__).parent
HALL = (PACKAGE / "content/data/encounters/hall.yaml").read_text(encoding="utf-8")
BAND = HALL.replace("skeleton", "goblin").replace("sergeant", "orc")
STATE = initial_state(read_encounter(BAND, "band.yaml"))
NAMES = Names(STATE)
ALDA = NAMES.index["alda"]
GOBLIN = NAMES.index["goblin-1"]
ORC = NAMES.index["orc"]
SAMPLES: dict[str, object] = {
    "unit": ORC, "side": 1, "weapon": 0, "square": 0, "squares": (0, 1), "int": 1, "flag": True,
    "word": "hit", "sides": (0, 1), "units": (ALDA,),
}  # fmt: skip


def sample(kind: type[Event]) -> Event:
    return kind(**{name: SAMPLES[field] for name, field in kind.FIELDS})


def reasons_used() -> Iterator[str]:
    """Every reason the engine may give: the strings in the first argument of a Refusal."""
    sources = [
        path
        for room in ("engine", "abilities", "gm", "books")
        for path in (PACKAGE / room).rglob("*.py")
    ]
    for path in [*sources, PACKAGE / "fight.py"]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            is_refusal = isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal"
            if isinstance(node, ast.Call) and is_refusal and node.args:
                yield from strings_in(node.args[0], tree)


def strings_in(node: ast.expr, tree: ast.Module) -> Iterator[str]:
    """Those written there, and those the name there is set to."""
    if isinstance(node, ast.Name):
        for other in ast.walk(tree):
            if isinstance(other, ast.Assign) and ast.unparse(other.targets[0]) == node.id:
                yield from strings_in(other.value, tree)
    branches = (node.body, node.orelse) if isinstance(node, ast.IfExp) else (node,)
    for branch in branches:
        if isinstance(branch, ast.Constant) and isinstance(branch.value, str):
            yield branch.value


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: str(kind.KIND))
def test_every_kind_of_event_is_told_in_a_sentence(kind: type[Event]) -> None:
    assert sample(kind).template(), "its entry has no sentence"
    told = sentence(NAMES, STATE, sample(kind))
    assert told[0].isupper(), told
    assert told.endswith("."), told
    assert "{" not in told, told


def test_no_sentence_is_left_over_for_an_event_that_is_not_there() -> None:
    kinds = {kind.KIND for kind in EVENT_TYPES}
    samples = [*map(sample, EVENT_TYPES), HouseActionUsed(ORC, ALDA, "trip")]
    texts = "".join(event.template() for event in samples)
    assert [word for word in EXTRAS if f"{{{word}" not in texts] == ["sum"], "only a save has terms"
    assert len(kinds) == len(EVENT_TYPES), "no name is given twice"


def test_every_reason_of_refusal_in_the_engine_has_a_sentence() -> None:
    used = set(reasons_used())
    assert {"too-far", "door-is-open", "door-is-closed"} <= used
    assert sorted(used - set(REASONS)) == []


def test_no_sentence_is_left_over_for_a_reason_nobody_gives() -> None:
    assert sorted(set(REASONS) - set(reasons_used())) == []


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_refusal_reads_with_and_without_the_choice(reason: str) -> None:
    refusal = Refusal(reason, "SOV-000", ALDA, ORC, 30, 35)
    choice = Choice(ALDA, "attack", ORC, 0)
    for told in (
        refusal_sentence(NAMES, STATE, refusal),
        refusal_sentence(NAMES, STATE, refusal, choice),
        refusal_sentence(NAMES, STATE, Refusal(reason, "SOV-000")),
    ):
        assert told.endswith("(SOV-000)")
        assert told[0].isupper() or told[0] in "'0123456789"
        assert "{" not in told


@pytest.mark.parametrize(
    ("refusal", "text"),
    [
        (Refusal("move-spent", "SOV-036", ALDA), "Alda has already used the Move Action (SOV-036)"),
        (
            Refusal("too-far", "SOV-084", ALDA, 99, 30, 35),
            "D5 is 35 ft away; 30 ft of movement left (SOV-084)",
        ),
        (
            Refusal("no-charge", "SOV-063", ALDA, 99, 60, 65),
            "D5 is 65 ft away; a charge goes at most 60 ft (SOV-063)",
        ),
        (
            Refusal("no-charge", "SOV-063", ALDA, 99),
            "Alda has no clear straight line: D5 is in the way (SOV-063)",
        ),
        (Refusal("no-foe", "SOV-047", ALDA, ORC), "The orc is not a foe of Alda (SOV-047)"),
    ],
)
def test_a_refusal_names_what_it_turns_on(refusal: Refusal, text: str) -> None:
    assert refusal_sentence(NAMES, STATE, refusal) == text


def test_a_refusal_names_the_weapon_that_was_chosen() -> None:
    refusal = Refusal("out-of-reach", "SOV-047", ALDA, ORC, 80, 5)
    told = refusal_sentence(NAMES, STATE, refusal, Choice(ALDA, "attack", ORC, 0))
    assert told == "The orc is 80 ft away; the sword reaches 5 ft (SOV-047)"


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            AttackRolled(GOBLIN, ALDA, 0, "melee", 14, 17, 15, True),
            "Goblin 1 hits Alda with a short sword (17 vs AC 15).",
        ),
        (
            AttackRolled(ORC, ALDA, 0, "thrown", 2, 3, 15, False),
            "The orc throws a hand axe at Alda and misses (3 vs AC 15).",
        ),
        (Harmed(ALDA, GOBLIN, 4, 3, "hit"), "Alda takes 4 damage. 3 HP left."),
        (Harmed(ALDA, GOBLIN, 2, 0, "shock"), "Alda takes 2 Shock damage. 0 HP left."),
        (Fell(ORC, ALDA, "dead"), "The orc is slain by Alda."),
        (Fell(ALDA, ORC, "down"), "Alda goes down and lies dying."),
        (Moved(ORC, (0, 1, 26), 15), "The orc moves to C2, 15 ft."),
        (OrderSet((1, 0)), "Order: the foes, then the party."),
        (FightEnded("defeat", 0), "The party wins."),
        (
            FightEnded("round-limit", -1),
            "The last round is over: the fight is undecided.",
        ),
    ],
)
def test_what_happened_is_told_as_a_referee_would(event: Event, text: str) -> None:
    assert sentence(NAMES, STATE, event) == text


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("condition orc blind for 3 rounds", "the orc is now blind for 3 rounds"),
        ("condition orc blind off", "the orc is no longer blind"),
        ("fate orc fled", "the orc has fled"),
        ("fate orc surrendered", "the orc has surrendered"),
        ("fate orc standing", "the orc is back in the fight"),
        ("fate orc down", "the orc is now down"),
        ("give orc main", "the orc gets a Main Action"),
        ("leader orc no", "the orc no longer leads its side"),
        ("stops alda always", "Alda is always asked for a reaction"),
        ("solid E5 8", "E5 is now filled 8 ft high"),
        ("solid E5 none", "E5 is now clear"),
        ("wall D4-D5 low wall", "low wall put up at D4-D5"),
        ("wall D4-D5 none", "wall at D4-D5 removed"),
        ("dark off", "it is no longer dark"),
        ("fog on", "fog of war: on"),
        ("force orc attack alda with hand axe", "the orc has to attack alda with hand axe"),
        ("free, nothing", "it is free; nothing more happens"),
        ("move, prone orc", "it costs a Move Action; the orc is now prone"),
        (
            "main, provokes, check dex exert 10, damage orc 1d6+1, push orc C4",
            "it costs a Main Action, provokes and needs a DEX/Exert check of 10; on a success the "
            "orc takes 1d6+1 damage and the orc is pushed to C4",
        ),
        (
            "move+main, check str exert opposed orc, tell the rope holds",
            "it costs a Move and a Main Action and needs a STR/Exert check against the orc; on a "
            "success the rope holds",
        ),
    ],
)
def test_an_order_of_the_gm_is_told_in_a_sentence(order: str, line: str) -> None:
    assert sentence(NAMES, STATE, RefereeRuled(order, "")) == f"GM: {line}."


def test_no_order_is_told_as_it_was_typed() -> None:
    """The few that have an event with a sentence of their own are told by that."""
    for verb, entry in ORDER_ENTRIES.items():
        typed = entry.usage.split(",")[0].replace("ogre", "orc")
        told = sentence(NAMES, STATE, RefereeRuled(typed, ""))
        assert (told == f"GM: {typed}.") == (verb in ("add", "tell")), told


def test_a_number_is_explained_term_by_term_with_the_rules() -> None:
    event = AttackRolled(ALDA, ORC, 0, "shot", 12, 14, 15, False)
    for what, value, cite in (
        ("d20", 12, "SOV-108"),
        ("attack bonus", 2, "SOV-108"),
        ("dex", 1, "SOV-110"),
        ("shoot", 1, "SOV-108"),
        ("half cover", -2, "SOV-103"),
    ):
        event.terms.append(Term(what, value, cite))
    assert why(event) == (
        "14 = d20 12 (SOV-108) + attack bonus 2 (SOV-108) + DEX 1 (SOV-110) + Shoot 1 (SOV-108) "
        "− half cover 2 (SOV-103)"
    )
    assert why(Moved(ALDA, (0,), 5)) == ""


def test_the_terms_of_every_number_in_a_fight_add_up() -> None:
    fight = Fight(read_encounter(HALL, "hall.yaml"), 3)
    fight.play([make_mind("simple") for _ in fight.setup.sides])
    explained = 0
    for event in fight.events:
        if isinstance(event, AttackRolled | Harmed):
            total = event.total if isinstance(event, AttackRolled) else event.amount
            assert why(event).startswith(f"{total} = "), (event, why(event))
            explained += 1
    assert explained > 10


def test_units_are_called_by_their_names() -> None:
    assert [who(STATE, unit) for unit in (ALDA, GOBLIN, ORC, -1)] == [
        "Alda", "Goblin 1", "the orc", "nobody",
    ]  # fmt: skip
    assert whose(STATE, GOBLIN) == "Goblin 1's"
    assert start("the orc") == "The orc"


def test_a_choice_is_told_in_words() -> None:
    choice = Choice(ALDA, "charge", ORC, 0, (99,))
    assert option_sentence(NAMES, STATE, choice) == ("Alda: charge the orc → D5 (sword).")
    assert option_sentence(NAMES, STATE, Choice(ORC, "done")) == "The orc: end turn."


def test_a_die_rolled_by_hand_is_asked_for_by_what_it_is_for() -> None:
    state: State = STATE.copy()
    state.clock.active = ORC
    assert die_sentence(state, [], "initiative", 8) == "d8 for the initiative of the party"
    assert die_sentence(state, [], "initiative", 8, ALDA) == "d8 for Alda's initiative"
    assert die_sentence(state, [], "attack", 20, ORC) == "d20 for the orc's attack"
    struck: list[Event] = [AttackRolled(ORC, ALDA, 0, "melee", 14, 17, 15, True)]
    assert die_sentence(state, struck, "damage", 8, ALDA) == "d8 for Alda's damage"
    assert die_sentence(state, [], "dread", 20) == "d20: dread"
    assert die_sentence(state, [], "save", 20, ALDA) == "d20 for Alda's save"


def test_the_tenth_of_a_kind_has_a_mark_of_its_own() -> None:
    setup = load_encounter("hall")
    marks = Marks(setup, in_advance=False)
    goblins = [Unit(STATE.units[GOBLIN].sheet, f"rat-{n}", n, 1, 1) for n in (1, 9, 10, 11, 35)]
    assert [marks.name(unit) for unit in goblins] == ["r1", "r9", "ra", "rb", "rz"]


def test_there_are_words_for_every_action_and_reaction_of_every_book() -> None:
    verbs: set[str] = set()
    for rules in RULESETS.values():
        verbs |= {spec.verb for spec in rules.action_list}
        verbs |= {spec.verb for spec in rules.reaction_list}
    assert sorted(verbs - OPTIONS.keys()) == []


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (Choice(ALDA, "cast", ALDA, note="mend flesh"), "cast mend flesh on oneself"),
        (Choice(ALDA, "cast", GOBLIN, note="sleep"), "cast sleep on Goblin 1"),
        (Choice(ALDA, "cast", path=(0,), note="fireball"), "cast fireball at A1"),
        (Choice(ALDA, "stow", weapon=0), "stow the sword"),
        (Choice(ALDA, "wait", GOBLIN), "wait for the foes"),
        (Choice(ALDA, "drink", note="elixir"), "drink the elixir"),
        (Choice(ALDA, "drink", GOBLIN, note="elixir"), "give the elixir to Goblin 1"),
        (Choice(ALDA, "shove", GOBLIN, 0, note="prone"), "shove Goblin 1 to the ground"),
        (Choice(ALDA, "shove", GOBLIN, 0, (1,), note="push"), "shove Goblin 1 to B1"),
    ],
)
def test_a_choice_is_told_with_all_it_names(choice: Choice, words: str) -> None:
    assert choice_words(NAMES, STATE, choice) == words


def test_who_declares_nothing_is_not_said_to_let_something_pass() -> None:
    silent = Choice(ALDA, PASS)
    assert choice_words(NAMES, STATE, silent, DECLARING) == "declare nothing"
    assert choice_words(NAMES, STATE, silent, ROLLED) == "pass"
