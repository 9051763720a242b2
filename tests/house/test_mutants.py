"""What `make mutants` changes: everything it may find has tests, and no excuse is out of date."""

import pytest
from tests.coverage_report import read_markers
from tests.mutants import ALLOWED, all_mutants, read_allowed
from tests.mutation_plugin import NO_RULE, change

from shieldwall.books.sovereign.sovereign_book import SOVEREIGN
from shieldwall.buildinfo import build_info
from shieldwall.engine.ruleset import Dial

pytestmark = pytest.mark.skipif(
    build_info().kind != "pure", reason="a compiled book cannot be taken apart"
)


def test_every_change_falls_under_a_rule_that_some_test_names() -> None:
    named = {ident for marks in read_markers().values() for _, ident in marks} | set(NO_RULE)
    assert [str(one) for one in all_mutants() if not named & set(one.cites)] == []


def test_only_changes_that_are_made_are_excused() -> None:
    made = {str(one) for one in all_mutants()}
    assert [name for name in read_allowed(ALLOWED) if name not in made] == []


def test_a_changed_dial_goes_over_to_what_is_made_of_the_book() -> None:
    book = SOVEREIGN.but("copy", "A copy", Dial("swarm_to_hit", 2, "SOV-057"))
    change(book, "dial", "swarm_to_hit", 3)
    made = book.but("house", "House rules", Dial("defense_ac", 3, "SOV-079"))
    assert (book.swarm_to_hit, made.swarm_to_hit, SOVEREIGN.swarm_to_hit) == (3, 3, 2)
