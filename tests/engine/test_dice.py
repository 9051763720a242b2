"""The dice: published vectors of the generator, exactly fair faces, independent streams."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scene import BOW, fighter, foe, setup

from shieldwall.engine.battle import Battle
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.tape.dice import GOLDEN, HALF, WORD, Dice, fold, splitmix64, substream
from shieldwall.engine.tape.oracles import Live
from shieldwall.fight_start import initial_state, rules_of, seat_names
from shieldwall.minds import make_mind
from shieldwall.sim import simulate

# PractRand's own output (`RNG_output sfc64`), as several libraries quote it.
PUBLISHED = {
    0: [
        0x3ACFA029E3CC6041, 0xF5B6515BF2EE419C, 0x1259635894A29B61, 0x0B6AE75395F8EBD6,
        0x225622285CE302E2, 0x520D28611395CB21, 0xDB909C818901599D, 0x8FFD195365216F57,
        0xE8C4AD5E258AC04A, 0x8F8EF2C89FDB63CA, 0xF9865B01D98D8E2F, 0x46555871A65D08BA,
        0x66868677C6298FCD, 0x2CE15A7E6329F57D, 0x0B2F1833CA91CA79, 0x4B0890AC9BF453CA,
    ],
    0x87BC440D3F300CE1: [
        0x145AD72A58EF02AF, 0x794B77692BB3BA6C, 0xB0B276C99FD67B27, 0x818BD0F2B8956C45,
        0xADE42A16CB2BDAB7, 0xF934D7FC2D39ED86, 0xB989400313436B9D, 0x3910B9DC0AF18AA0,
    ],
}  # fmt: skip


class PlainSfc64:
    """The generator as it is defined, on whole 64-bit words."""

    def __init__(self, seed: int) -> None:
        self.a = self.b = self.c = seed
        self.counter = 1
        for _ in range(12):
            self.word()

    def word(self) -> int:
        made = (self.a + self.b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = self.b ^ (self.b >> 11)
        self.b = (self.c + (self.c << 3)) & WORD
        self.c = (((self.c << 24) | (self.c >> 40)) + made) & WORD
        return made


@pytest.mark.parametrize("seed", PUBLISHED, ids=hex)
def test_the_generator_gives_the_published_words(seed: int) -> None:
    dice = Dice(seed)
    assert [dice.word() for _ in PUBLISHED[seed]] == PUBLISHED[seed]


@given(st.integers(0, WORD))
def test_halves_add_up_to_the_generator_as_it_is_defined(seed: int) -> None:
    dice = Dice(seed)
    plain = PlainSfc64(seed)
    assert [dice.word() for _ in range(40)] == [plain.word() for _ in range(40)]


def test_the_counter_carries_from_its_low_half_into_the_high_one() -> None:
    dice = Dice(0)
    plain = PlainSfc64(0)
    dice.n_low = HALF
    dice.n_high = HALF - 1
    plain.counter = (HALF - 1) << 32 | HALF
    assert [dice.word() for _ in range(4)] == [plain.word() for _ in range(4)]


def test_splitmix64_gives_the_published_stream() -> None:
    """The stream adds the golden constant before each output; ours is the output function."""
    published = [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
        16408922859458223821,
    ]  # fmt: skip
    made = [splitmix64((1234567 + number * GOLDEN) & WORD) for number in range(1, 6)]
    assert made == published
    assert [splitmix64(1234567 + number * GOLDEN) for number in range(1, 6)] == published


def test_a_seed_gives_the_same_dice_for_ever() -> None:
    """High half first, then the low one. A save made today draws these dice in years to come."""
    dice = Dice(47)
    assert [int(dice.roll(20)) for _ in range(12)] == [18, 12, 1, 15, 14, 1, 8, 12, 4, 13, 5, 17]
    assert [substream(47, number) for number in range(3)] == [
        10974554818482549522,
        1340599016600913470,
        15829492242168833160,
    ]
    assert fold(0, "initiative") == 0xB144A52C1F09460C


# Faces.


def face_of(half: int, sides: int) -> int:
    """The face of half a word; 0 if it is rejected and another one is drawn."""
    dice = Dice(0)
    dice.low = half
    dice.spare = True
    face = int(dice.roll(sides))
    return 0 if dice.spare or dice.n_low != 13 else face


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 7, 8, 10, 12, 20, 30, 100])
def test_every_face_is_shown_by_exactly_as_many_halves_of_a_word(sides: int) -> None:
    """Larger halves never show smaller faces, so the ends of a face's range count its halves."""
    share = (HALF + 1) // sides
    counted = 0
    for face in range(1, sides + 1):
        end = -(-face * (HALF + 1) // sides)
        first, last = end - share, end - 1
        assert face_of(first, sides) == face
        assert face_of(last, sides) == face
        if first > 0:
            assert face_of(first - 1, sides) in (0, face - 1)
        if last < HALF:
            assert face_of(last + 1, sides) in (0, face + 1)
        counted += last - first + 1
    assert counted == HALF + 1 - (HALF + 1) % sides


def test_only_halves_that_would_favour_a_face_are_refused() -> None:
    """Of 2 to the 32 halves a d6 refuses 4, a d20 16, a d8 none."""
    for sides, refused in ((6, 4), (20, 16), (8, 0)):
        limit = (HALF + 1) % sides
        assert limit == refused
        ends = [-(-face * (HALF + 1) // sides) for face in range(sides)]
        assert sum(face_of(half, sides) == 0 for half in ends) == refused


def test_faces_of_a_long_run_are_as_even_as_chance_has_it() -> None:
    """Chi-square of 20,000 d20 from a fixed seed; 43.8 has one chance in a thousand."""
    dice = Dice(2024)
    seen = [0] * 20
    for _ in range(20_000):
        seen[int(dice.roll(20)) - 1] += 1
    assert sum((count - 1000) ** 2 for count in seen) / 1000 < 43.8


# Streams.


def small() -> Setup:
    return setup(
        """
        a . . . g
        b . . . h
        """,
        a=fighter(hp=9),
        b=fighter(hp=6, weapons=(BOW,)),
        g=foe(hp=5),
        h=foe(hp=5),
    )


def test_streams_of_one_seed_and_of_neighbouring_seeds_are_all_different() -> None:
    streams = {substream(seed, number) for seed in range(20) for number in range(500)}
    assert len(streams) == 20 * 500
    firsts = {Dice(stream).word() for stream in streams}
    assert len(firsts) == 20 * 500


def test_fight_number_seven_is_the_same_for_every_player_at_any_time() -> None:
    made = small()
    minds = [make_mind("simple") for _ in seat_names(made)]

    def end(number: int) -> tuple[object, ...]:
        battle = Battle(
            initial_state(made), rules_of(made), Live(Dice(substream(47, number)), minds), None, 0
        )
        battle.play()
        return battle.state.key()

    forwards = [end(number) for number in range(12)]
    backwards = [end(number) for number in reversed(range(12))]
    assert forwards == backwards[::-1]
    assert len(set(forwards)) > 6, "the fights should differ from each other"
    assert simulate(made, 12, 47).checksum == simulate(made, 12, 47).checksum
    assert simulate(made, 12, 47).checksum != simulate(made, 12, 48).checksum
