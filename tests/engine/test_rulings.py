"""GM orders on the tape: applied between steps, undone, saved and replayed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.engine.arena import DRAWN, arena, quick_choice
from tests.engine.promises import check_fork, check_replay, check_saved, snapshot
from tests.scene import (
    fighter,
    foe,
    last,
    play,
    setup,
    terms,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.points import RULING, TURN
from shieldwall.engine.state.state import ACTIVE, ALWAYS, DEAD, DOWN, NEVER
from shieldwall.engine.tape.entries import Rolled, Ruled
from shieldwall.fight import BadRuling, Fight, NothingToUndo
from shieldwall.fight_start import seat_names
from shieldwall.minds import make_mind
from shieldwall.store.save_file import (
    SaveError,
    TapeFile,
    load_fight,
    replay_tape,
    save_fight,
    tape_text,
)
from shieldwall.text.notation import entry_text, parse_ruled
from shieldwall.text.sentences import refusal_sentence, sentence


def duel(tape: str = "", drawing: str = "a g . .", stops: str = "never") -> Fight:
    return play(drawing, tape, stops=stops, a=fighter(hp=8), g=foe(hp=6))


# What can be ruled.


@pytest.mark.rule("SOV-106")
def test_a_modifier_counts_for_the_next_attack_and_no_other() -> None:
    fight = duel(
        """
        * modifier a +3 # the sun is in its eyes
        > a attack g with sword
        ! attack d20 2
        > a done
        > g done
        > a attack g with sword
        ! attack d20 3
        """
    )
    first, second = [event for event in fight.events if event.KIND == "attack"]
    assert [term.key() for term in first.terms][-1] == ("situation", 3, "SOV-106")
    assert [term.what for term in second.terms] == ["d20", "attack bonus"]
    assert told(fight, "ruling") == ["ruling what=modifier_a_+3 note=the_sun_is_in_its_eyes"]


@pytest.mark.rule("SOV-106")
def test_a_modifier_turns_a_miss_into_a_hit_by_its_exact_amount() -> None:
    for modifier, damage in (("+1", ""), ("+2", "! damage d8 3\n"), ("-2", "")):
        fight = duel(
            f"* modifier a {modifier}\n> a attack g with sword\n! attack d20 9\n{damage}> a done\n"
        )
        assert fight.state.units[0].effects == []
        assert terms(fight)["situation"] == int(modifier)


@pytest.mark.rule("SOV-106")
def test_modifiers_of_several_rulings_add_up() -> None:
    fight = duel("* modifier a +3\n* modifier a -1\n> a attack g with sword\n! attack d20 2\n")
    assert [term.value for term in last(fight, "attack").terms if term.what == "situation"] == [
        3,
        -1,
    ]
    assert getattr(last(fight, "attack"), "total") == 5  # noqa: B009


def test_hit_points_are_what_the_referee_says() -> None:
    fight = duel()
    fight.rule("hp g 2", "it came here wounded")
    assert unit(fight, "g").hp == 2
    assert fight.entries[-1] == Ruled("hp g 2", "it came here wounded")
    fight.rule("hp g 6")
    assert unit(fight, "g").hp == 6


def test_one_ruled_down_falls_and_the_fight_may_be_over() -> None:
    fight = duel()
    fight.rule("hp g 0")
    assert unit(fight, "g").status == DEAD
    assert told(fight, "falls", "ends") == [
        "falls unit=g by=g how=dead",
        "ends reason=defeat team=0",
    ]
    assert fight.request is None


def test_a_dying_unit_regains_consciousness() -> None:
    fight = play("a b g", "* hp a 0\n* hp a 3\n", a=fighter(), b=fighter(), g=foe())
    assert (unit(fight, "a").status, unit(fight, "a").hp, unit(fight, "a").prone) == (
        ACTIVE,
        3,
        True,
    )
    assert told(fight, "falls", "revived") == [
        "falls unit=a by=a how=down",
        "revived unit=a by=a",
    ]


def test_the_turn_of_a_unit_that_is_ruled_down_is_over() -> None:
    fight = play("a b g", "> a prone\n", a=fighter(), b=fighter(), g=foe())
    fight.rule("hp a 0")
    assert unit(fight, "a").status == DOWN
    assert told(fight, "turn-over") == ["turn-over unit=a"]
    assert why_not(fight, "b done") == ""


def test_units_are_put_where_the_referee_says() -> None:
    fight = duel()
    fight.rule("move g D1")
    assert where(fight, "g") == "D1"
    assert why_not(fight, "a attack g with sword") == "out-of-reach SOV-047"
    fight.rule("prone g")
    assert unit(fight, "g").prone
    fight.rule("stand g")
    assert not unit(fight, "g").prone
    assert told(fight, "placed", "prone", "stands") == [
        "placed unit=g at=D1",
        "prone unit=g",
        "stands unit=g",
    ]


def test_a_fight_may_be_ended() -> None:
    fight = duel()
    fight.rule("end truce", "they have talked")
    outcome = fight.outcome
    assert outcome is not None
    assert outcome.key() == ("truce", -1)
    assert sentence(fight.names, fight.state, fight.events[-1]) == "The fight is over (truce)."
    with pytest.raises(BadRuling):
        fight.rule("hp g 1")
    fight.pop()
    assert fight.outcome is None
    assert fight.entries == duel().entries


def test_a_seat_is_asked_as_often_as_it_wishes() -> None:
    """With stops `always`, a is asked when it is attacked; with `never`, it is not."""
    for word, number, asked in (("always", ALWAYS, True), ("never", NEVER, False)):
        fight = play("a g", "> a done\n", stops="never", a=fighter(), g=foe())
        fight.rule(f"stops a {word}")
        assert unit(fight, "a").stops == number
        fight.dice_by_hand(True)
        fight.push("g attack a with sword")
        assert (fight.request is not None and fight.request.unit == 0) == asked


def test_units_that_fled_may_be_chased_after_a_ruling_too() -> None:
    """The last foe is ruled down, another had left: the winners are asked, within the ruling."""
    fight = play("a g h", "> h leave\n", first="foes", a=fighter(), g=foe(), h=foe())
    before = snapshot(fight)
    fight.rule("hp g 0")
    request = fight.request
    assert request is not None
    assert (request.point, fight.outcome) == (RULING, None)
    check_replay(fight)
    fight.push("a let-go")
    assert fight.outcome is not None
    assert fight.outcome.key() == ("retreat", 0)
    check_replay(fight)
    fight.pop()
    fight.pop()
    assert snapshot(fight) == before


# When they take effect.


def test_what_is_asked_is_asked_again_and_knows_of_the_ruling() -> None:
    fight = duel()
    before = fight.request
    assert before is not None
    fight.rule("move a C1")
    after = fight.request
    assert after is not None
    assert (after.point, after.unit) == (TURN, before.unit)
    assert why_not(fight, "a run D1") == ""
    assert where(fight, "a") == "C1"


def test_a_ruling_in_the_middle_of_an_action_waits_for_its_end() -> None:
    """The current attack is finished as it was; nothing of it is lost."""
    fight = play(
        "a g",
        "> a attack g with sword\n",
        stops="always",
        a=fighter(),
        g=foe(hp=30, disciplined=True),
    )
    assert fight.request is not None
    asked = [(request.unit, request.point) for request in fight.requests]
    before = snapshot(fight)
    fight.rule("hp g 1")
    assert [(request.unit, request.point) for request in fight.requests] == asked
    assert unit(fight, "g").hp == 30
    assert told(fight, "ruling") == []
    while fight.requests[0].point != TURN:
        fight.push(f"{fight.names.units[fight.requests[0].unit]} pass")
    order = [text.split()[0] for text in told(fight, "harm", "ruling")]
    assert order == ["harm", "ruling"]
    assert unit(fight, "g").hp == 1
    check_replay(fight)
    while any(isinstance(entry, Ruled) for entry in fight.entries):
        fight.pop()
    assert snapshot(fight) == before


def test_answers_that_wait_for_others_are_kept() -> None:
    """The runner leaves two reaches at once; one of the two masters has answered."""
    fight = Fight(arena("two masters"), 4, by_hand=True)
    fight.push_die(8)
    fight.push_die(1)
    fight.push("a run C2")
    fight.push("a run F3")
    fight.push("g strike a with sword")
    sealed = fight.sealed()
    assert len(sealed) == 1
    fight.rule("stops a matters")
    assert fight.sealed() == sealed
    assert fight.request is not None
    assert fight.names.units[fight.request.unit] == "h"


# The tape.


def test_a_ruling_is_a_line_with_a_star_and_its_reason() -> None:
    fight = duel()
    fight.rule("stops a always", "so she wished")
    fight.rule("prone g")
    text = tape_text(fight)
    assert "\n* stops a always # so she wished\n" in text
    assert "\n* prone g\n" in text
    for entry in fight.entries:
        if isinstance(entry, Ruled):
            assert parse_ruled(entry_text(fight.names, entry)[2:]) == entry
    check_replay(fight)


def test_the_dice_after_a_ruling_are_others_but_do_not_depend_on_its_reason() -> None:
    made = setup("a g", a=fighter(hp=60), g=foe(hp=60))

    def rolls(*rulings: tuple[str, str]) -> list[int]:
        fight = Fight(made, 5)
        for what, note in rulings:
            fight.rule(what, note)
        before = len(fight.entries)
        fight.play([make_mind("simple") for _ in seat_names(made)])
        return [entry.value for entry in fight.entries[before:] if isinstance(entry, Rolled)][:12]

    plain = rolls()
    ruled = rolls(("hp g 60", "because"))
    assert ruled != plain
    assert rolls(("hp g 60", "for another reason")) == ruled
    assert rolls(("hp g 60", "because"), ("hp g 60", "because")) != ruled


@pytest.mark.parametrize(
    ("ruling", "reason"),
    [
        ("", "order-unclear"),
        ("hp  a 3", "note-not-plain"),
        ("dance a", "order-unclear"),
        ("hp", "order-unclear"),
        ("hp a", "order-unclear"),
        ("hp a many", "order-unclear"),
        ("hp a -1", "order-unclear"),
        ("hp a 9", "more-than-it-has"),
        ("hp nobody 3", "order-unclear"),
        ("modifier a 3", "order-unclear"),
        ("modifier a +3 more", "order-unclear"),
        ("move a B1", "no-place-for"),
        ("move a E1", "order-unclear"),
        ("stand a", "is-standing"),
        ("stops a sometimes", "order-unclear"),
        ("end", "order-unclear"),
        ("damage a 1d6", "order-unclear"),
        ("prone a # why", "note-not-plain"),
    ],
)
def test_a_ruling_that_means_nothing_is_refused_and_changes_nothing(
    ruling: str, reason: str
) -> None:
    fight = duel()
    before = snapshot(fight)
    with pytest.raises(BadRuling) as caught:
        fight.rule(ruling)
    assert caught.value.refusal.reason == reason
    assert refusal_sentence(fight.names, fight.state, caught.value.refusal).endswith(")")
    assert snapshot(fight) == before
    if "#" not in ruling:
        text = f"shieldwall-tape 1\n\n! initiative d8 8\n! initiative d8 1\n* {ruling}\n"
        with pytest.raises(SaveError) as failed:
            replay_tape(TapeFile("damaged", text), fight.setup)
        assert failed.value.line == 5


def test_a_reason_that_would_break_the_tape_is_refused() -> None:
    fight = duel()
    for note in ("a\nb", "under_score", "# mark", " blank"):
        with pytest.raises(BadRuling):
            fight.rule("prone g", note)
    assert fight.entries == duel().entries


def test_the_dead_cannot_be_ruled_on() -> None:
    fight = play("a g h", "* hp g 0\n", a=fighter(), g=foe(), h=foe())
    for ruling in ("hp g 3", "prone g", "move g C1", "modifier g +1"):
        with pytest.raises(BadRuling) as caught:
            fight.rule(ruling)
        assert caught.value.refusal.reason == "out-of-the-fight"


# Like any other entry.


def test_rulings_are_taken_back_one_by_one() -> None:
    fight = duel()
    trail = [snapshot(fight)]
    for ruling in ("hp g 3", "prone g", "move g D1"):
        fight.rule(ruling)
        trail.append(snapshot(fight))
    for moment in reversed(trail[:-1]):
        fight.pop()
        assert snapshot(fight) == moment
    with pytest.raises(NothingToUndo):
        fight.pop()


def test_rulings_before_the_first_die_count() -> None:
    fight = Fight(setup("a g", a=fighter(), g=foe()), by_hand=True)
    fight.rule("prone g")
    assert unit(fight, "g").prone
    fight.push_die(8)
    fight.rule("hp g 1", "between two dice of one step")
    assert unit(fight, "g").hp == 4
    fight.push_die(1)
    assert unit(fight, "g").hp == 1
    fight.pop()
    fight.pop()
    fight.pop()
    assert unit(fight, "g").prone
    check_replay(fight)


def test_a_save_whose_rules_have_changed_goes_on_with_its_rulings(tmp_path: Path) -> None:
    path = tmp_path / "fight.save"
    fight = duel("* hp g 3 # wounded\n> a attack g with sword\n! attack d20 2\n")
    save_fight(fight, str(path))
    text = path.read_text("utf-8")
    path.write_text(text.replace("= attack unit=a", "= attack unit=g"), "utf-8")
    again = load_fight(str(path))
    assert again.replayable_to is not None
    lines = [entry_text(again.names, entry) for entry in again.entries]
    assert lines == [entry_text(fight.names, entry) for entry in fight.entries]
    assert "* hp g 3 # wounded" in lines
    assert again.state == fight.state


ORDERS = ("hp {} 1", "hp {} 3", "prone {}", "stand {}", "stops {} always", "stops {} matters",
          "modifier {} +2", "modifier {} -4", "hp {} 0", "move {} B2")  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_random_play_with_rulings_keeps_every_promise(name: str, tmp_path: Path) -> None:
    fight = Fight(arena(name), 3)
    chance = Random(3)
    given = 0
    for number in range(50):
        if fight.outcome is not None:
            break
        before = snapshot(fight)
        try:
            fight.rule(chance.choice(ORDERS).format(chance.choice(fight.names.units)))
        except BadRuling:
            assert snapshot(fight) == before
        else:
            given += 1
            after = snapshot(fight)
            if not before[5]:
                fight.pop()
                assert snapshot(fight) == before
                if chance.random() < 0.5:
                    told = after[2]
                    assert isinstance(told, list)
                    # A ruling may have required its own dice.
                    entry = [one for one in told if isinstance(one, Ruled)][-1]
                    fight.rule(entry.what, entry.note)
                    assert snapshot(fight) == after
        if fight.outcome is None:
            fight.push(quick_choice(fight, chance))
        if number % 5 == 0:
            check_replay(fight)
            if fight.outcome is None:
                check_fork(fight, chance)
                check_saved(fight, chance, tmp_path)
    assert given > 5
