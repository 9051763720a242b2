"""Shoving, grappling and carrying larger targets has a penalty."""

import pytest
from tests.scene import SWORD, UNARMED, fighter, foe, play, terms, told, unit

HANDS = (UNARMED, SWORD)

HELD = """
> a grapple g with unarmed
! attack d20 15
! grapple d6 6
! grapple d6 6
> a done
> g done
! damage d2 1
= round number=2
"""


@pytest.mark.rule("SOV-133")
@pytest.mark.parametrize(("size", "penalty"), [(1, 0), (2, -2), (3, -4), (4, -4)])
def test_a_larger_foe_is_harder_to_shove(size: int, penalty: int) -> None:
    """One size up takes 2 from the test of strength, more takes 4; the attack roll is as usual."""
    rows = "\n".join(". . . . . ." for _ in range(5))
    fight = play(
        "a g . . . .\n" + rows,
        """
        > a shove g with sword : prone
        ! attack d20 11
        ! shove d6 5
        ! shove d6 3
        """,
        a=fighter(),
        g=foe(ac=12, size=size),
    )
    assert terms(fight, "attack") == {"d20": 11, "attack bonus": 1}
    assert terms(fight, "check") == {"2d6": 8, "str": 0, "brawl": 0} | (
        {"situation": penalty} if penalty else {}
    )
    assert unit(fight, "g").prone == (penalty == 0)


@pytest.mark.rule("SOV-133")
def test_size_helps_no_unit_that_shoves() -> None:
    """A giant shoves a man with its own strength and no bonus for the difference."""
    fight = play(
        "a . g .\n. . . .",
        """
        > a shove g with sword : prone
        ! attack d20 15
        ! shove d6 4
        ! shove d6 3
        """,
        a=fighter(size=2),
        g=foe(),
    )
    assert told(fight, "check") == ["check unit=a what=shove total=7 needed=8 passed=no"]


@pytest.mark.rule("SOV-133", "SOV-127")
@pytest.mark.parametrize(("size", "needs"), [(1, 8), (2, 10), (3, 12)])
def test_a_larger_foe_is_harder_to_hold(size: int, needs: int) -> None:
    drawing = "a g . . .\n. . . . .\n. . . . ."
    for total, caught in ((needs - 1, False), (needs, True)):
        fight = play(
            drawing,
            f"""
            > a grapple g with unarmed
            ! attack d20 15
            ! grapple d6 6
            ! grapple d6 {total - 6}
            """,
            a=fighter(weapons=HANDS),
            g=foe(size=size),
        )
        assert unit(fight, "g").locked == caught


@pytest.mark.rule("SOV-133", "SOV-128")
@pytest.mark.parametrize(("size", "needs"), [(2, 6), (3, 4)])
def test_a_larger_victim_breaks_free_more_easily(size: int, needs: int) -> None:
    """The penalty lowers what its check must reach."""
    drawing = "a g . . .\n. . . . .\n. . . . ."
    for total, free in ((needs - 1, False), (needs, True)):
        fight = play(
            drawing,
            f"""
            > a grapple g with unarmed
            ! attack d20 15
            ! grapple d6 6
            ! grapple d6 6
            > a done
            > g break-free
            ! break free d6 {total // 2}
            ! break free d6 {total - total // 2}
            """,
            a=fighter(weapons=HANDS),
            g=foe(size=size),
        )
        assert unit(fight, "g").locked is not free


@pytest.mark.rule("SOV-133", "SOV-132")
@pytest.mark.parametrize(("size", "penalty"), [(2, -2), (3, -4)])
def test_a_larger_victim_is_harder_to_move(size: int, penalty: int) -> None:
    drawing = "\n".join([". a g . . . .", *[". . . . . . ."] * 3])
    fight = play(
        drawing,
        HELD + "> a haul D1 : throw\n! carry d6 5\n! carry d6 4\n",
        a=fighter(weapons=HANDS),
        g=foe(hp=9, size=size),
    )
    assert terms(fight, "check")["situation"] == penalty
    assert told(fight, "check")[-1].startswith(f"check unit=a what=carry total={9 + penalty} ")
    assert unit(fight, "g").prone is False


@pytest.mark.rule("SOV-132", "SOV-002")
def test_a_large_victim_is_carried_to_where_it_has_room() -> None:
    """Its whole body ends next to its carrier, on no wall and on no other unit."""
    drawing = """
    . . . . . . #
    . . . . a g .
    # . . . . . .
    """
    fight = play(
        drawing,
        HELD + "> a haul C2 : carry\n! carry d6 6\n! carry d6 6\n",
        a=fighter(weapons=HANDS),
        g=foe(hp=9, size=2),
    )
    victim = unit(fight, "g")
    grid = fight.state.grid
    taken = {(int(victim.x) + dx, int(victim.y) + dy) for dx in range(2) for dy in range(2)}
    assert all(not grid.is_solid(y * int(grid.width) + x) for x, y in taken)
    assert (int(unit(fight, "a").x), int(unit(fight, "a").y)) not in taken
