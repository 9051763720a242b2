"""Draw the pictures and print the figures of docs/when-total-defense-pays.md.

    python tools/total_defense_plots.py docs/pictures

Needs matplotlib. Every number comes from a solved duel (`shieldwall.odds.duels`); a few minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from shieldwall.cli.chances.duel import draw_gains
from shieldwall.cli.plots import new_figure
from shieldwall.engine.state.state import WHEN_IT_MATTERS
from shieldwall.odds.combatants import combatant
from shieldwall.odds.duels import Duel, duel_setup

HP = 10
SWORD = "AB+3 1d8 AC {ac} hp {hp}"
WEAPONS = {"dagger 1d4": "1d4", "sword 1d8": "1d8", "great sword 1d12": "1d12"}


def solved(first: str, second: str) -> Duel:
    setup = duel_setup(combatant(first), combatant(second), "sovereign", (), WHEN_IT_MATTERS)
    return Duel(setup, ("simple",))


def report(name: str, duel: Duel) -> None:
    best = duel.chance()
    begins, waits = duel.chance(first=0), duel.chance(first=1)
    simple = duel.chance(0, 0)
    print(
        f"{name}: best {best.win:.4f} / {best.loss:.4f} / {best.undecided:.4f}, "
        f"begins {begins.win:.4f} ({begins.undecided:.4f}), waits {waits.win:.4f} "
        f"({waits.undecided:.4f}), simple {simple.win:.4f}, error {best.error:.1e}",
        flush=True,
    )
    for against in ("hit", "shock"):
        gains = duel.gains(0, against)
        if gains:
            pays = [cell for cell, gain in gains.items() if gain > 1e-9]
            print(
                f"  against {against}: pays in {len(pays)} of {len(gains)} positions; "
                f"{100 * min(gains.values()):+.1f} to {100 * max(gains.values()):+.1f} points"
            )


def maps(out: Path) -> None:
    """Two equal fighters, with larger weapons of the attacker: where avoiding a hit pays."""
    figure = new_figure(15, 4.4)
    planes: Any = figure.subplots(1, 3)
    for place, (name, dice) in enumerate(WEAPONS.items()):
        duel = solved(f"AB+3 {dice} AC 14 hp {HP}", f"AB+3 1d8 AC 14 hp {HP}")
        report(name, duel)
        draw_gains(figure, planes[place], duel.gains(0, "hit"), duel.hp, 1)
        planes[place].set_title(f"A hit by a {name}")
    figure.savefig(out / "total-defense-hit.png")


def shock(out: Path) -> None:
    """The same against the Shock of a miss, small and large."""
    figure = new_figure(10.4, 4.4)
    planes: Any = figure.subplots(1, 2)
    for place, amount in enumerate((1, 3)):
        attacker = f"AB+3 1d8 shock {amount}/15 AC 14 hp {HP}"
        duel = solved(attacker, f"AB+3 1d8 AC 14 hp {HP}")
        report(f"shock {amount}", duel)
        draw_gains(figure, planes[place], duel.gains(0, "shock"), duel.hp, 1)
        planes[place].set_title(f"A miss that deals {amount} Shock")
    figure.savefig(out / "total-defense-shock.png")


def armour(out: Path) -> None:
    """The value of going first for equal fighters by armour, with best play and with constant
    attacks.
    """
    figure = new_figure(8, 4.4)
    plane: Any = figure.subplots()
    armours = list(range(10, 21, 2))
    rows: dict[str, list[float]] = {"begins": [], "waits": [], "undecided": [], "simple": []}
    for ac in armours:
        duel = solved(SWORD.format(ac=ac, hp=8), SWORD.format(ac=ac, hp=8))
        report(f"AC {ac}", duel)
        rows["begins"].append(100 * duel.chance(first=0).win)
        rows["waits"].append(100 * duel.chance(first=1).win)
        rows["undecided"].append(100 * duel.chance(first=0).undecided)
        rows["simple"].append(100 * duel.chance(0, 0, first=0).win)
    plane.plot(armours, rows["begins"], marker="o", label="wins, when it acts first, best play")
    plane.plot(armours, rows["waits"], marker="o", label="wins, when it acts second, best play")
    plane.plot(armours, rows["undecided"], marker="s", label="nobody wins, best play")
    plane.plot(armours, rows["simple"], "--", label="wins, when it acts first, both strike away")
    plane.set_xlabel("armour class of both (8 HP, +3, 1d8)")
    plane.set_ylabel("chance in %")
    plane.set_ylim(0, 100)
    plane.grid(alpha=0.3)
    plane.legend()
    figure.savefig(out / "total-defense-armour.png")


def main() -> None:
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    out.mkdir(parents=True, exist_ok=True)
    armour(out)
    shock(out)
    maps(out)


if __name__ == "__main__":
    main()
