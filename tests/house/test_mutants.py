"""`make mutants`: every change has tests, and no allowed exception is out of date."""

import pytest
from tests.ability_mutants import ROOT, WORD, is_named
from tests.coverage_report import read_markers
from tests.gifted import gifted
from tests.mutants import ALLOWED, all_mutants, read_allowed
from tests.mutation_plugin import NO_RULE, change

from shieldwall.abilities.body_conditions import SLOWED
from shieldwall.abilities.registry import ABILITIES_BY_NAME
from shieldwall.books.sovereign.sovereign_book import SOVEREIGN
from shieldwall.buildinfo import build_info
from shieldwall.engine.abilities import Abilities, Ability
from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.condition import Condition

pytestmark = pytest.mark.skipif(
    build_info().kind != "pure", reason="a compiled book cannot be taken apart"
)


def test_every_change_falls_under_a_rule_that_some_test_names() -> None:
    named = {ident for marks in read_markers().values() for _, ident in marks} | set(NO_RULE)
    files = list((ROOT / "tests").rglob("test_*.py"))
    unnamed = [one for one in all_mutants() if not named & set(one.cites)]
    assert [
        str(one)
        for one in unnamed
        if not any(
            is_named(word.removeprefix(WORD), path)
            for word in one.cites
            if word.startswith(WORD)
            for path in files
        )
    ] == []


def test_an_ability_and_a_point_of_a_condition_can_be_taken_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Abilities, "find", Abilities.find)
    monkeypatch.setattr(Ability, "__init__", Ability.__init__)
    monkeypatch.setattr(ABILITIES_BY_NAME["leads"], "leads", ABILITIES_BY_NAME["leads"].leads)
    monkeypatch.setattr(type(SLOWED), "pace", type(SLOWED).pace)
    led = gifted(leads=2)
    assert [ability.leads() for ability in led.at_leads] == [2]
    change(SOVEREIGN, "no ability", "leads", 0)
    assert [ability.leads() for ability in led.at_leads] == [0]
    assert led.find("leads") is None
    change(SOVEREIGN, "no point", "slowed.pace", 0)
    assert type(SLOWED).pace is Condition.pace


def test_only_changes_that_are_made_are_excused() -> None:
    made = {str(one) for one in all_mutants()}
    assert [name for name in read_allowed(ALLOWED) if name not in made] == []


def test_a_changed_dial_goes_over_to_what_is_made_of_the_book() -> None:
    book = SOVEREIGN.but("copy", "A copy", Dial("swarm_to_hit", 2, "SOV-057"))
    change(book, "dial", "swarm_to_hit", 3)
    made = book.but("house", "House rules", Dial("defense_ac", 3, "SOV-079"))
    assert (book.swarm_to_hit, made.swarm_to_hit, SOVEREIGN.swarm_to_hit) == (3, 3, 2)
