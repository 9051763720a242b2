"""The figures of docs/when-total-defense-pays.md match the solved duels."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.total_defense_plots import HP, SWORD, solved

pytestmark = pytest.mark.long_play
ROOT = Path(__file__).parents[2]
PAGE = " ".join((ROOT / "docs/when-total-defense-pays.md").read_text(encoding="utf-8").split())


@pytest.mark.parametrize(
    ("ac", "said"),
    [(10, "{begins} to {waits} at AC 10"),
     (16, "At AC 16 little is left of it ({begins} to {waits})"),
     (18, "at AC 18 nothing ({begins} to {waits}, and {undecided} of the fights are undecided)")],
)  # fmt: skip
def test_the_chances_by_armour_are_those_of_the_page(ac: int, said: str) -> None:
    text = SWORD.format(ac=ac, hp=8)
    duel = solved(text, text)
    figures = {
        "begins": duel.chance(first=0).win,
        "waits": duel.chance(first=1).win,
        "undecided": duel.chance(first=0).undecided,
    }
    shown = {key: f"{100 * value:.0f} %" for key, value in figures.items()}
    assert said.format(**shown) in PAGE


def test_in_the_best_armour_both_wait_and_nobody_wins() -> None:
    text = SWORD.format(ac=20, hp=8)
    assert solved(text, text).chance(first=0).undecided == pytest.approx(1)
    assert "At AC 20 the best play for both is to wait." in PAGE


@pytest.mark.parametrize(
    ("shock", "said"), [(1, "up to {} points with Shock 1"), (3, "and {} with")]
)
def test_against_shock_it_gains_nothing_and_costs_what_the_page_says(shock: int, said: str) -> None:
    duel = solved(f"AB+3 1d8 shock {shock}/15 AC 14 hp {HP}", f"AB+3 1d8 AC 14 hp {HP}")
    gains = duel.gains(0, "shock").values()
    assert len(gains) == 100
    assert max(gains) < 1e-9
    assert said.format(f"{-100 * min(gains):.0f}") in PAGE


def test_against_a_hit_it_always_gains() -> None:
    gains = [
        100 * gain
        for dice in ("1d4", "1d12")
        for gain in solved(f"AB+3 {dice} AC 14 hp {HP}", f"AB+3 1d8 AC 14 hp {HP}")
        .gains(0, "hit")
        .values()
    ]
    assert len(gains) == 200
    assert f"between {min(gains):.1f} and {max(gains):.1f} percentage points" in PAGE
