"""Comparisons: the same dice for all variants, and the effect of a change."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.cli.typist import Typist, run

from shieldwall.cli.main import cli
from shieldwall.content import load_encounter, setup_from_text, setup_to_text
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.tape.dice import GOLDEN, Dice, splitmix64
from shieldwall.engine.tape.oracles import Live
from shieldwall.engine.tape.paired_dice import Paired, face
from shieldwall.fight import Fight
from shieldwall.fight_start import rules_of, seat_names
from shieldwall.minds import make_mind
from shieldwall.sim.ablation import ablations
from shieldwall.sim.comparison import MEASURES, SCALE, SURVIVAL, Comparison, average, difference
from shieldwall.sim.intervals import Mean
from shieldwall.sim.job import Job
from shieldwall.sim.report.comparison_text import bar_text, nice_ticks, sentence, tornado
from shieldwall.sim.rule_switches import Switches
from shieldwall.sim.runs import Run
from shieldwall.sim.variants import Variant, make_variant
from shieldwall.sim.worker_pool import BatchRunner
from shieldwall.store.save_file import save_fight

DUEL = Job(setup_to_text(load_encounter("duel")), 1)


YARD = setup_to_text(load_encounter("yard"))


def by(book: str) -> Setup:
    return load_encounter("duel", book)


def compared(text: str, fights: int = 150) -> Any:
    comparison = Comparison(DUEL, BatchRunner())
    comparison.play_base(fights)
    return comparison.play(make_variant(DUEL, text, by), fights)


def ask(*arguments: str) -> Any:
    ended = run("compare", *arguments, "--json")
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


# The dice.


def test_each_purpose_has_dice_of_its_own() -> None:
    one = Paired(47, [], {})
    other = Paired(47, [], {})
    attacks = [one.roll("attack", 20) for _ in range(30)]
    between = []
    for _ in range(30):
        between.append(other.roll("attack", 20))
        other.roll("damage", 8)
    assert attacks == between
    assert attacks != [Paired(48, [], {}).roll("attack", 20) for _ in range(30)]


def test_the_dice_for_comparing_are_fair() -> None:
    counts: Counter[int] = Counter()
    for seed in range(300):
        dice = Paired(seed, [], {})
        counts.update(int(dice.roll("attack", 6)) for _ in range(20))
    expected = 6000 / 6
    chi = sum((counts[number] - expected) ** 2 / expected for number in range(1, 7))
    assert set(counts) == set(range(1, 7))
    assert chi < 20.5, "one in a thousand for five degrees of freedom"


def test_a_face_from_a_word_takes_no_biased_word() -> None:
    assert face(0xFFFFFFFF_00000000, 20) == 20
    assert face(0x80000001_00000000, 20) == 11
    assert face(0, 8) == 1, "all words serve a die of a power of two"
    # 2^32 leaves 16 over when divided by 20: the words whose product ends in less are passed over.
    assert face(0x80000000_00000000, 20) == face(splitmix64(0x80000000_00000000 + GOLDEN), 20)


def test_paired_fights_are_the_same_fights_on_average() -> None:
    """Other dice, the same chances: the two kinds of runs agree within their intervals."""
    plain = Run(DUEL, BatchRunner()).play(600)
    paired = Comparison(DUEL, BatchRunner()).play_base(600)
    low, high = plain.share(plain.won).low, plain.share(plain.won).high
    other = paired.share(paired.won)
    assert other.low < high
    assert low < other.high
    assert paired.checksum != plain.checksum


# Comparing.


def test_without_a_change_every_fight_comes_out_alike() -> None:
    found = compared("hp.sergeant=100")
    assert found.same == found.fights == 150
    for each in found.differences:
        assert each.change.value == 0.0
        assert each.change.low < 0.0 < each.change.high
    assert "had the same result" in sentence(found)


def test_common_dice_save_variance() -> None:
    found = compared("hp.sergeant=120", 300)
    main = found.of(SURVIVAL)
    assert main.change.value < 0
    assert 0 < found.same < 300
    assert main.saved > 0.5
    apart = Comparison(DUEL, BatchRunner())
    base = apart.play_base(300)
    # The same two variants with dice of their own share nothing.
    variant = make_variant(DUEL, "hp.sergeant=120", by)
    own = Run(Job(variant.job.setup_text, 99), BatchRunner()).play(300)
    alone = (base.share(base.won).half_width ** 2 + own.share(own.won).half_width ** 2) ** 0.5
    victory = found.of("victory").change
    assert (victory.high - victory.low) / 2 < 0.75 * alone


def test_the_difference_of_columns() -> None:
    found = difference("victory", [0, 0, 1, 1] * 25, [0, 1, 1, 1] * 25, binary=True)
    assert found.change.value == pytest.approx(0.25)
    assert (found.base.value, found.variant.value) == (0.5, 0.75)
    assert 0 < found.saved < 1
    assert found.is_clear
    survival = difference(SURVIVAL, [50, 100] * 50, [75, 100] * 50, binary=False)
    assert survival.change.value == pytest.approx(0.125)
    assert survival.base.value == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("initiative_tie=players", "initiative_tie=players instead of gm"),
        ("rules=sovereign-early", "rules=sovereign-early"),
        ("hp.sergeant=50%, distance=15", "hp.sergeant=50%, distance=15"),
    ],
)
def test_a_variant_is_named_by_what_it_changes(text: str, label: str) -> None:
    variant = make_variant(DUEL, text, by)
    assert variant.label == label
    assert variant.job.setup_text != DUEL.setup_text


def test_a_ruling_of_the_house_is_what_a_variant_replaces() -> None:
    """The quick blades have decided both; what stays as it is replaces nothing."""
    house = Job(setup_to_text(load_encounter("duel", "quick-blades")), 1)
    variant = make_variant(house, "nat20=no, initiative_tie=players", by)
    assert variant.label == "nat20=no instead of yes, initiative_tie=players"
    changed = rules_of(setup_from_text(variant.job.setup_text))
    assert (int(changed.nat20), int(changed.snap_to_hit)) == (0, -2)


def test_a_variant_changes_what_it_says() -> None:
    setup = setup_from_text(make_variant(DUEL, "hp.sergeant=50%, distance=15", by).job.setup_text)
    alda, sergeant = setup.placements
    assert int(sergeant.sheet.hp) == (int(load_encounter("duel").placements[1].sheet.hp) + 1) // 2
    assert max(abs(alda.x - sergeant.x), abs(alda.y - sergeant.y)) == 3
    three = setup_from_text(make_variant(DUEL, "number.sergeant=3", by).job.setup_text)
    assert [p.ident for p in three.placements] == ["alda", "sergeant", "sergeant-2", "sergeant-3"]
    party = setup_from_text(make_variant(DUEL, "party=adventurers", by).job.setup_text)
    assert len(party.placements) == 5
    early = setup_from_text(make_variant(DUEL, "rules=sovereign-early", by).job.setup_text)
    assert early.rules == "sovereign-early"
    switched = make_variant(DUEL, "without=snap, dial.defense_ac=3", by).job.switches
    rules = switched.applied(rules_of(load_encounter("duel")))
    assert rules.defense_ac == 3
    assert "snap" not in [spec.verb for spec in rules.reaction_list]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("initiative_ti=players", "did you mean initiative_tie"),
        ("initiative_tie=nobody", "is no option of initiative_tie; use gm or players"),
        ("without=snapp", "did you mean snap"),
        ("number.orc=3", "no foe is called 'orc'"),
        ("number.sergeant=0", "that side would be empty"),
        ("distance=900", "the map is too small for 900 ft"),
        ("hp.sergeant=lots", "should be a whole number"),
        ("snap", "should read NAME=VALUE"),
        ("mind=simpel", "did you mean simple?"),
        ("rules=sovereing", "did you mean sovereign"),
    ],
)
def test_mistakes_are_told_with_what_would_be_right(text: str, message: str) -> None:
    ended = run("compare", "duel", "--with", text, "-n", "5")
    assert ended.returncode == 2
    assert message in " ".join(ended.stderr.split())
    assert "Traceback" not in ended.stderr


def test_the_command_says_the_difference_and_what_the_dice_saved() -> None:
    shown = " ".join(
        run("compare", "duel", "--with", "hp.sergeant=150", "-n", "200").stdout.split()
    )
    assert "hp.sergeant=150: -" in shown
    assert "points of survival (-" in shown
    assert "had the same result. The shared dice removed" in shown
    alone = ask("duel", "--with", "hp.sergeant=150", "-n", "200", "--workers", "1")
    many = ask("duel", "--with", "hp.sergeant=150", "-n", "200", "--workers", "2")
    assert alone == many
    assert set(alone["variants"][0]["measures"]) == set(MEASURES)


# Switching rules off.


def test_an_action_that_is_switched_off_is_never_taken() -> None:
    job = Job(YARD, 1, switches=Switches((), ("charge", "snap")))
    game = job.game()
    battle = game.battle(Live(Dice(1), []), None)
    assert "charge" not in game.rules.actions
    assert game.rules.action("charge").candidates(battle, game.start.units[0]) == []
    run_of = Run(job, BatchRunner())
    sample = run_of.play(12).sample
    verbs = {verb for _, verb in sample.uses}
    assert "attack" in verbs
    assert not verbs & {"charge", "snap"}


def test_morale_is_switched_off_like_a_rule() -> None:
    from shieldwall.content.skirmish import skirmish

    text = setup_to_text(skirmish("adventurers", "4 goblin"))
    as_it_is = Run(Job(text, 1), BatchRunner()).play(12)
    unshaken = Run(Job(text, 1, switches=Switches((), ("morale",))), BatchRunner()).play(12)
    assert as_it_is.sample.sides_broke[1] > 0
    assert unshaken.sample.sides_broke[1] == 0


def test_every_rule_that_can_be_switched_off_is_one_variant() -> None:
    found = ablations(DUEL)
    labels = [variant.label for variant in found]
    assert len(labels) == len(set(labels))
    for wanted in ("Charge (SOV-063)", "Total Defense (SOV-078)", "Morale"):
        assert wanted in labels
    assert not any("Melee Attack" in label for label in labels)


def test_ablation_ranks_by_weight_and_names_what_never_came_up(tmp_path: Path) -> None:
    page = tmp_path / "duel.html"
    arguments = ["compare", "duel", "--ablate", "-n", "60", "--workers", "1", "--mind", "fearless"]
    shown = CliRunner().invoke(cli, [*arguments, "--report", str(page)]).stdout
    rows = [line for line in shown.splitlines() if "|" in line]
    sizes = [abs(float(line.split("|")[1].replace("#", "").split()[0])) for line in rows]
    assert sizes == sorted(sizes, reverse=True)
    (luck,) = [line for line in rows if "Veteran's Luck" in line]
    low, high = re.findall(r"[-+]\d+\.\d", luck.split("(")[-1])
    assert float(low) < 0, "without it the champion fares worse"
    assert float(low) < float(high)
    assert "Changed nothing in 60 fights:" in shown
    assert "What each rule is worth" in page.read_text(encoding="utf-8")


def test_the_tornado_has_a_bar_for_each_that_moved() -> None:
    comparison = Comparison(DUEL, BatchRunner())
    comparison.play_base(60)
    found = [
        comparison.play(make_variant(DUEL, text, by), 60)
        for text in ("hp.sergeant=200", "hp.sergeant=100", "without=luck")
    ]
    chart = tornado(found, "A title", 60)
    bars = [mark for mark in chart.marks if type(mark).__name__ == "Bar"]
    assert len(bars) == 2
    assert "hp.sergeant=200" in chart.says
    assert "hp.sergeant=100" not in chart.says


def test_bars_of_characters() -> None:
    assert bar_text(Mean(-0.5, -1, 0), 1.0, 4) == "  ##|    "
    assert bar_text(Mean(1.0, 0, 1), 1.0, 4) == "    |####"
    assert nice_ticks(0.043) == pytest.approx(
        [-0.04, -0.03, -0.02, -0.01, 0, 0.01, 0.02, 0.03, 0.04]
    )


def test_the_minds_do_without_what_they_usually_count_on() -> None:
    """Without runs and charges no unit is attacked, and none dies."""
    still = Variant("no run", Job(DUEL.setup_text, 1, switches=Switches((), ("run", "charge"))))
    comparison = Comparison(DUEL, BatchRunner())
    comparison.play_base(5)
    found = comparison.play(still, 5)
    assert found.fights == 5
    assert found.of(SURVIVAL).variant.value == 1.0
    assert not {verb for _, verb in found.result.sample.uses} & {"run", "charge"}


def test_an_average_share_lies_between_nothing_and_all() -> None:
    """Three of five: the plain interval would end above all."""
    found = average([SCALE, SCALE, SCALE, 0, 0], SCALE, 1.96)
    assert found.value == pytest.approx(0.6)
    assert 0.6 < found.high <= 1.0
    assert 0.0 < found.low < 0.6


def test_a_saved_fight_is_compared_from_that_very_moment(tmp_path: Path) -> None:
    """Hit points are those of the save, whatever is changed; the first attack is still to come."""
    path = tmp_path / "duel.fight"
    fight = Fight(load_encounter("duel"), seed=3)
    minds = [make_mind("simple") for _ in seat_names(fight.setup)]
    while fight.state.clock.round < 2:
        request = fight.request
        assert request is not None
        fight.push(minds[request.seats[0]](request))
    fight.rule("hp alda 3")
    save_fight(fight, str(path))
    coward = ["--with", "mind.champion=coward", "--mind", "fearless", "-n", "60"]
    (found,) = ask(str(path), *coward, "--workers", "1")["variants"]
    here = found["measures"][SURVIVAL]
    fresh = ask("duel", *coward, "--workers", "1")["variants"][0]
    assert here["base"]["mean"] < fresh["measures"][SURVIVAL]["base"]["mean"]
    assert here["change"]["mean"] > 0, "a coward runs away"
    twice = ask(str(path), *coward, "--workers", "2")["variants"]
    assert twice[0]["checksum"] == found["checksum"]
    for change, message in (
        ("rules=aachen", "A saved fight goes on by its own book"),
        ("party=adventurers", "A saved fight brings its own people"),
        ("number.sergeant=2", "A saved fight brings its own people"),
        ("hp.sergeant=50", "A saved fight brings its own people"),
        ("distance=30", "A saved fight brings its own people"),
    ):
        ended = run("compare", str(path), "--with", change, "-n", "20")
        assert ended.returncode == 2, (change, ended.stdout)
        assert message in " ".join(ended.stderr.split())


def test_ctrl_c_to_a_comparison_says_what_is_known() -> None:
    with Typist("compare", "duel", "--with", "without=luck", "-n", "100000000") as typist:
        typist.wait_for("/s")
        typist.interrupt()
        assert typist.end() == 130
        assert "Traceback" not in typist.seen
