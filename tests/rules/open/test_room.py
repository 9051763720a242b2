"""Cover, height and room without a map (SOV-012, G-02, G-04)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.open_scene import field, open_setup, play_open
from tests.rules.magic_scene import mage
from tests.scene import (
    BOW,
    SPEAR,
    fighter,
    foe,
    may,
    play_setup,
    terms,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.ruleset import Dial
from shieldwall.engine.space.grid import TOTAL, GridMap
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight

SHOT = """
> a shoot g with small bow
! attack d20 2
"""


@pytest.mark.rule("SOV-012", "SOV-103")
@pytest.mark.parametrize(("cover", "term", "value"), [(2, "half cover", -2), (4, "full cover", -4)])
def test_the_cover_of_a_place_counts_against_shots_from_elsewhere(
    cover: int, term: str, value: int
) -> None:
    ground = field(cover={100: cover})
    fight = play_open("a 60, g 100", SHOT, ground, a=fighter(weapons=(BOW,)), g=foe())
    assert terms(fight)[term] == value


@pytest.mark.rule("SOV-012", "SOV-103")
def test_units_that_share_a_place_share_its_cover() -> None:
    ground = field(cover={100: 4})
    fight = play_open("a 100, g 100", SHOT, ground, a=fighter(weapons=(BOW,)), g=foe())
    assert "full cover" not in terms(fight)


@pytest.mark.rule("SOV-012", "SOV-017")
def test_no_unit_shoots_into_or_out_of_total_cover() -> None:
    ground = field(cover={100: TOTAL})
    a, g = fighter(weapons=(BOW,)), foe(weapons=(BOW,))
    fight = play_open("a 60, g 100", "", ground, a=a, g=g)
    assert why_not(fight, "a shoot g with small bow") == "no-line SOV-017"
    other = play_open("a 60, g 100", "", ground, first="foes", a=a, g=g)
    assert why_not(other, "g shoot a with small bow") == "no-line SOV-017"


@pytest.mark.rule("SOV-012", "SOV-019")
def test_high_ground_is_half_cover_from_below_and_none_from_above() -> None:
    ground = field(height={100: 10})
    below = play_open("a 60, g 100", SHOT, ground, a=fighter(weapons=(BOW,)), g=foe())
    assert terms(below)["half cover"] == -2
    above = play_open("a 100, g 60", SHOT, ground, a=fighter(weapons=(BOW,)), g=foe())
    assert "half cover" not in terms(above)


def three_and_two(ground: GridMap, engaged: str) -> Setup:
    return open_setup(
        "a 60, b 60, c 60, g 65, h 65", ground, engaged=engaged,
        a=fighter(), b=fighter(), c=fighter(), g=foe(), h=foe(),
    )  # fmt: skip


@pytest.mark.rule("SOV-012")
def test_a_ten_foot_passage_holds_two_abreast() -> None:
    ground = field(passage=10)
    fight = play_setup(three_and_two(ground, "a-g b-h"), "")
    assert why_not(fight, "c run 60ft g") == "no-room-abreast SOV-012"
    one = play_setup(three_and_two(ground, "a-g"), "")
    assert may(one, "c run 60ft h")


@pytest.mark.rule("SOV-012")
def test_three_fit_where_the_table_says_so(edition: Callable[..., str]) -> None:
    ground = field(passage=10)
    made = three_and_two(ground, "a-g b-h")
    made.rules = edition(Dial("abreast", 3, "SOV-012"))
    assert may(play_setup(made, ""), "c run 60ft g")


@pytest.mark.rule("SOV-012")
def test_a_spear_fights_from_the_second_rank() -> None:
    ground = field(passage=10)
    fight = play_open(
        "a 60, b 60, c 60, g 65, h 65", "", ground, engaged="a-g b-h",
        a=fighter(), b=fighter(), c=fighter(weapons=(SPEAR,)), g=foe(), h=foe(),
    )  # fmt: skip
    assert may(fight, "c attack g with spear")


@pytest.mark.rule("SOV-012")
def test_those_in_front_bar_the_way_to_those_behind_them() -> None:
    ground = field(passage=10)
    fight = play_open(
        "a 60, b 60, g 65, h 65, i 70", "", ground, engaged="a-g b-h",
        a=fighter(), b=fighter(), g=foe(), h=foe(), i=foe(),
    )  # fmt: skip
    assert why_not(fight, "a run 65ft i") == "others-bar-the-way SOV-012"


@pytest.mark.rule("SOV-012", "SOV-003")
def test_no_unit_runs_past_foes_who_fill_a_passage() -> None:
    ground = field(passage=10)
    full = play_open("a 60, g 70, h 70", "", ground, a=fighter(), g=foe(), h=foe())
    assert why_not(full, "a run 85ft") == "way-barred SOV-003"
    assert may(full, "a run 70ft")
    half = play_open("a 60, g 70", "", ground, a=fighter(), g=foe())
    assert may(half, "a run 85ft")
    open_ground = play_open("a 60, g 70, h 70", "", a=fighter(), g=foe(), h=foe())
    assert may(open_ground, "a run 85ft")


@pytest.mark.rule("SOV-003", "SOV-105")
def test_an_unknown_unit_fills_no_passage() -> None:
    """Otherwise the refusal would reveal the hidden unit next to the visible one."""
    made = open_setup("a 60, g 70, h 70", field(passage=10), a=fighter(), g=foe(), h=foe())
    made.hidden = ("h",)
    assert may(play_setup(made, ""), "a run 85ft")


@pytest.mark.rule("SOV-012")
def test_eight_find_room_around_a_man_and_no_ninth() -> None:
    around = list("bcdefijk")
    everybody = ["a", *around]
    sheets = {name: fighter() for name in everybody}
    sheets["g"] = foe()

    def crowd(count: int) -> Fight:
        made = open_setup(
            ", ".join(f"{name} 60" for name in everybody) + ", g 65",
            party=" ".join(everybody),
            engaged=" ".join(f"{name}-g" for name in around[:count]),
            **sheets,  # type: ignore[arg-type]
        )
        return play_setup(made, "")

    assert why_not(crowd(8), "a run 60ft g") == "no-room-beside SOV-012"
    assert may(crowd(7), "a run 60ft g")


@pytest.mark.rule("SOV-012", "SOV-069", "SOV-072")
def test_one_screens_a_friend_of_the_same_group() -> None:
    fight = play_open(
        "a 60, b 60, g 65",
        """
        > a screen b
        > a done
        > b done
        > g attack b with sword
        ! screen d6 1
        ! screen d6 1
        ! attack d20 2
        """,
        engaged="b-g",
        a=fighter(stab=1),
        b=fighter(),
        g=foe(),
    )
    assert told(fight, "redirected") == ["redirected unit=a ward=b by=g"]


@pytest.mark.rule("SOV-012", "SOV-069")
def test_one_goes_to_the_friend_one_screens() -> None:
    fight = play_open("a 60, b 85, c 120, g 200", "", a=fighter(stab=1), b=fighter(), c=fighter(),
                      g=foe())  # fmt: skip
    assert may(fight, "a screen 80ft b")
    assert why_not(fight, "a screen 90ft c") == "ward-too-far SOV-069"


@pytest.mark.rule("SOV-012", "SOV-126")
def test_a_unit_that_is_pushed_stands_face_to_face_with_no_unit() -> None:
    fight = play_open(
        "a 60, b 60, g 65",
        """
        > a shove 70ft g with sword : push
        ! attack d20 19
        ! shove d6 6
        ! shove d6 6
        """,
        engaged="a-g b-g",
        a=fighter(),
        b=fighter(),
        g=foe(),
    )
    assert where(fight, "g") == "70ft"
    assert distance(unit(fight, "a"), unit(fight, "g")) == 2
    assert distance(unit(fight, "b"), unit(fight, "g")) == 2


@pytest.mark.rule("SOV-012")
def test_what_needs_squares_is_refused_by_name() -> None:
    """A wall of vines needs a map."""
    fight = play_open("a 60, g 100", "", a=mage("vine growth", level=3), g=foe())
    assert why_not(fight, "a cast 80ft 90ft : vine growth") == "needs-a-map SOV-012"
