"""The text and charts of a report, compared with the counts behind them."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.cli.typist import run

from shieldwall.content import load_encounter
from shieldwall.fight_start import rules_of
from shieldwall.sim.counts import ENDINGS, SimResult
from shieldwall.sim.report.answer_text import headline, percent
from shieldwall.sim.report.chart_marks import Bar, Drawing, Words, spread
from shieldwall.sim.report.chart_svg import to_svg
from shieldwall.sim.report.charts import ENDING_LOOKS, HEALTH, health_of, report_charts, stepped
from shieldwall.sim.report.report_figures import action_uses, brought_down, standing, threats
from shieldwall.sim.report.report_page import report_page
from shieldwall.sim.report.report_plot import in_columns
from shieldwall.sim.runs import simulate

SETUP = load_encounter("yard")
RULES = rules_of(SETUP)


@pytest.fixture(scope="module")
def result() -> SimResult:
    return simulate(SETUP, 60, 3)


def test_the_ends_are_all_the_fights(result: SimResult) -> None:
    assert sum(result.endings.values()) == 60
    assert result.endings[5] == result.party_killed
    assert sum(result.endings[place] for place in range(3)) == result.won
    assert result.endings[6] == result.captured
    assert len(ENDINGS) == 7


def test_the_first_sentence_has_the_chances(result: SimResult) -> None:
    said = headline(result)
    assert said.startswith(f"The party wins {percent(result.share(result.won))}; somebody dies in ")
    assert f"total party kill {percent(result.share(result.party_killed))}" in said
    assert re.search(r"; \w+ rounds?, usually \w+ to \w+\.$", said)


def test_a_share_is_never_said_without_its_interval(result: SimResult) -> None:
    assert percent(result.share(30)) == "50.0 % (37.7 to 62.3)"
    assert percent(result.share(0)) == "0.0 % (0.0 to 6.0)"


def test_who_stays_up_goes_from_all_to_units_that_did_not_fall(result: SimResult) -> None:
    last = max(result.rounds)
    for unit in result.our_units:
        curve = standing(result, unit, last)
        assert curve[0].count == 60
        assert all(a.count >= b.count for a, b in pairwise(curve))
        assert curve[-1].count == 60 - sum(unit.fell_in.values())


def test_what_is_left_of_each_adds_up(result: SimResult) -> None:
    for unit in result.our_units:
        shares = health_of(result, unit)
        assert sum(shares) == pytest.approx(1.0)
        assert shares[HEALTH.index("dies")] == unit.dies / 60
        assert min(shares) >= 0


def test_units_that_fall_are_brought_down_by_somebody(result: SimResult) -> None:
    for number, unit in enumerate(result.units[:4]):
        found = brought_down(result, number)
        assert sum(share.count for _, share in found) >= unit.falls
        assert {name for name, _ in found} <= {"sergeant", "veteran", "veteran archer"}


def test_the_threats_take_the_hit_points_the_party_lost(result: SimResult) -> None:
    taken = sum(threat.harm * len(threat.kind.units) for threat in threats(result))
    lost = sum(unit.hp - result.mean(unit.hp_left).value for unit in result.our_units)
    assert taken == pytest.approx(lost, rel=0.05)


def test_actions_are_counted_by_side_with_their_titles(result: SimResult) -> None:
    found = {(use.side, use.verb): use for use in action_uses(result, RULES)}
    attack = found[0, "attack"]
    assert attack.title == "Make a Melee Attack"
    assert attack.harm > 0.5
    assert attack.fights.value > 0.9
    assert found[0, "shoot"].title != found[0, "throw"].title


def test_the_page_stands_alone_and_says_it_all(result: SimResult) -> None:
    text = report_page(result, RULES)
    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert "prefers-color-scheme: dark" in text
    assert headline(result) in text
    assert text.count("<figure>") == 5
    for unit in result.our_units:
        assert unit.name in text
    for picture in re.findall(r"<svg.*?</svg>", text, re.S):
        root = ElementTree.fromstring(picture)
        assert root.tag == "svg"


def test_lines_differ_by_dashes_and_are_named_where_they_end(result: SimResult) -> None:
    chart = next(chart for chart in report_charts(result) if "Still up" in chart.title)
    drawn = to_svg(chart)
    heavy = [line for line in drawn.split("<") if 'stroke-width="2"' in line]
    assert len(heavy) == 4
    dashes = [re.search(r'dasharray="([^"]*)"', line) for line in heavy]
    assert len({found[1] if found else "" for found in dashes}) == 4
    words = [mark.text for mark in chart.marks if isinstance(mark, Words)]
    assert all(any(text.startswith(unit.name) for text in words) for unit in result.our_units)


def test_labels_are_moved_apart() -> None:
    assert spread([10.0, 11.0, 50.0], 17, 0, 100) == [10.0, 27.0, 50.0]
    assert spread([95.0, 99.0], 17, 0, 100) == [83.0, 100.0]
    assert stepped([(0, 1), (1, 2)]) == [(0, 1), (1, 1), (1, 2)]


def test_charts_are_in_two_columns_of_about_the_same_height() -> None:
    charts = [Drawing(10, tall, "", "") for tall in (100, 50, 40, 200)]
    left, right = in_columns(charts)
    assert [chart.height for chart in left] == [100, 50, 40]
    assert [chart.height for chart in right] == [200]
    assert in_columns(charts[:1]) == [charts[:1]]


def test_every_wide_part_of_the_endings_has_its_number(result: SimResult) -> None:
    """A part with a hatching has it on a plate."""
    chart = report_charts(result)[0]
    numbers = [mark for mark in chart.marks if isinstance(mark, Words) and mark.text.isdigit()]
    shares = [100 * result.endings[place] / 60 for place in range(len(ENDINGS))]
    assert [int(mark.text) for mark in numbers] == [round(part) for part in shares if part > 4.7]
    plates = [mark for mark in chart.marks if isinstance(mark, Bar) and mark.tone == "paper"]
    hatched = [ENDING_LOOKS[place][1] != "" for place, part in enumerate(shares) if part > 4.7]
    assert len(plates) == sum(hatched) > 0


def test_the_command_writes_page_and_picture(tmp_path: Path) -> None:
    page, picture = tmp_path / "duel.html", tmp_path / "duel.png"
    ended = run("sim", "duel", "-n", "30", "--report", str(page), "--plot", str(picture), "--json")
    assert ended.returncode == 0, ended.stderr
    data = json.loads(ended.stdout)
    assert data["checksum"] in page.read_text(encoding="utf-8")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 20_000
