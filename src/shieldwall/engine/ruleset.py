"""Rulesets: dials with citations, actions, reactions and the flow of a fight.

The five books are instances of these classes (`shieldwall.books`). The engine never asks which book
is played; it reads a dial or calls a function the book provides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from shieldwall.engine.action_spec import NO_ACTION, ActionSpec
from shieldwall.engine.dials import DIAL_ENTRIES, DialEntry
from shieldwall.engine.events.event import Term
from shieldwall.engine.general_rule import GENERAL_RULES, GeneralRule, ruling_at
from shieldwall.engine.listing import ASKED
from shieldwall.engine.points import POINTS
from shieldwall.engine.reaction_spec import ReactionSpec, mask_of
from shieldwall.engine.rule_ids import NO_IDS, RuleIds
from shieldwall.engine.tape.request import Choice, Refusal, Request

if TYPE_CHECKING:
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.state.sheet import Sheet
    from shieldwall.engine.state.state import Unit


# Who adds what to initiative.
NOBODY_ADDS: Final = 0
PLAYERS_ADD: Final = 1
EVERYBODY_ADDS: Final = 2

# Who acts first on a tie.
TIE_GM: Final = 0
TIE_PLAYERS: Final = 1

# Which foe binds a shooter (SOV-049).
BOUND_BY_ARMED: Final = 0
BOUND_BY_ANY: Final = 1
BOUND_BY_NOBODY: Final = 2
BOUND_IN_CONTACT: Final = 3

# What Disengage covers (SOV-086).
FROM_THOSE_IN_REACH: Final = 0
FROM_ALL: Final = 1

# The skill of a Screen check (SOV-071).
BRAWL_OR_STAB: Final = 0
ANY_COMBAT_SKILL: Final = 1

# What is added to an attack roll (SOV-108, AAC-025, DOL-025).
BY_WEAPON: Final = 0
THROWS_AS_SHOTS: Final = 1
BY_RANGE: Final = 2

# When a unit that would retreat stays (SOV-144, SVE-021).
WHERE_FLIGHT_IS_VAIN: Final = 0
WHERE_IT_WILL_LIVE: Final = 1

# When a move provokes (SOV-067, SOV-085).
BY_STARTING_ADJACENT: Final = 0
BY_LEAVING_REACH: Final = 1
BY_LEAVING_MELEE: Final = 2

# Which side tries for surprise by default (AAC-005): the named attackers, otherwise the GM's side.
ATTACKERS_OR_GM: Final = 2

# Who wins a tied roll (AAC-004).
ROLL_AGAIN: Final = 0
HIGHER_SKILL: Final = 1
PLAYERS_PREVAIL: Final = 2


# Who fights on despite losses (SOV-145).
FOES_LOST_MORE: Final = 0
MORE_STANDING: Final = 1
NOBODY_FIGHTS_ON: Final = 2


SAVE_PAIRS: Final[tuple[tuple[int, int], ...]] = ((0, 2), (1, 3), (3, 4))
"""Physical: STR or CON. Evasion: DEX or INT. Mental: INT or WIS."""


class Dial:
    """A value set by a book, and the rule it comes from."""

    def __init__(self, name: str, value: int, cite: str) -> None:
        self.name = name
        self.value = value
        self.cite = cite


@mypyc_attr(allow_interpreted_subclasses=True)
class Stage:
    """A stage of the flow. `step` does one thing and returns whether the stage is over."""

    def __init__(self, name: str) -> None:
        self.name = name

    def step(self, battle: Battle) -> bool:
        raise AssertionError("every stage has a step")

    def opening(self, battle: Battle) -> Request | None:
        """The request that the next step starts with; None if something else comes first.

        Calling it changes nothing that the step would not change in the same way again.
        """
        return None


class Flow:
    """The stages of a fight in order; after the last, the next round starts at `loop`."""

    def __init__(self, stages: tuple[Stage, ...], loop: int) -> None:
        self.stages = stages
        self.loop = loop


class OwnDial:
    """A dial read only by books: name, description, range and default in one entry.

    The value set by a book is in `Ruleset.own`; dials read by the engine are fields of `Ruleset`.
    """

    def __init__(
        self,
        name: str,
        title: str,
        span: tuple[int, int] | None = None,
        words: tuple[str, ...] = (),
        default: int = 0,
    ) -> None:
        self.name = name
        self.default = default
        self.book: dict[str, int] | None = None
        self.value: i64 = default
        """Cache: the dials of the last ruleset asked about, and the value there."""
        DIAL_ENTRIES[name] = DialEntry(title, span, words)

    def of(self, rules: Ruleset) -> i64:
        """Its value in a ruleset."""
        if rules.own is not self.book:
            self.book = rules.own
            self.value = rules.own.get(self.name, self.default)
        return self.value


class RulesetError(ValueError):
    """A ruleset that cannot be played, with all its problems."""

    def __init__(self, name: str, problems: list[str]) -> None:
        super().__init__(f"ruleset {name}: " + "; ".join(problems))
        self.problems = problems


@dataclass(eq=False)
class Policies:
    """What a book does at 0 HP, after harm, at the end of a fight, and with broken units."""

    injury: Callable[[Battle, Unit, int, bool], None]
    """Called when a unit reaches 0 HP, with the attacker and whether the unit is spared."""
    morale: Callable[[Battle, Unit], None]
    """Called after harm, for the morale of the hurt unit and its group."""
    aftermath: Callable[[Battle, int], None]
    """Called when only one team is left (-1: none) to end the fight."""
    why_not_broken: Callable[[Battle, Unit, Choice], Refusal | None] | None = None
    """Why a broken unit may not make a choice; None if broken units may do anything."""


@dataclass(eq=False)
class BookText:
    """A book's description, and where its rules are written."""

    edition: str = ""
    """The draft whose text it has; house rules keep the draft of their book."""
    about: str = ""
    """The description in one line."""
    rule_files: tuple[str, ...] = ()
    """The files of `data/rules` with its rules."""
    skills_rule: str = ""
    """The rule that names its skills."""
    lists_rules: tuple[str, ...] = ()
    """The rules by which its lists differ from those of other editions."""


NO_TEXT: Final = BookText()


@dataclass(eq=False)
class BookFacts:
    """Ids, names and folders of a book."""

    concordance: dict[str, str] = field(default_factory=dict)
    """This book's ids for rules that shared code cites by their Sovereign id."""
    book_folders: tuple[str, ...] = ("",)
    """The folders of its weapons, classes and creatures; later folders override earlier ones."""
    skill_names: dict[str, str] = field(default_factory=dict)
    """This book's names of skills that shared code names differently."""
    save_pairs: tuple[tuple[int, ...], ...] = SAVE_PAIRS
    """The attributes of each saving throw; the better one counts."""
    ids: RuleIds = NO_IDS
    """The ids of the rules the engine cites."""
    text: BookText = NO_TEXT


class Ruleset:
    """One book, or one edition of it."""

    # The dials the engine reads, with the values of a book that does not set them.
    initiative_die: i64 = 0
    alert_party_ambush_immune: i64 = 1
    initiative_bonus: i64 = 0
    initiative_tie: i64 = 0
    short_range_inclusive: i64 = 1
    attack_adds: i64 = 0
    abreast: i64 = 2
    members_interleave: i64 = 0
    split_move: i64 = 0
    difficult_cost: i64 = 0
    fallen_foe_cost: i64 = 0
    giant_factor: i64 = 0
    prone_speed_divisor: i64 = 1
    prone_distant_shot: i64 = 0
    prone_long: i64 = 0
    prone_adjacent: i64 = 0
    prone_ranged_adjacent: i64 = 0
    prone_attacker: i64 = 0
    long_range: i64 = 0
    half_cover: i64 = 0
    full_cover: i64 = 0
    full_cover_none_of_corners: i64 = 0
    cover_in_melee: i64 = 0
    high_ground: i64 = 0
    engaged_shot: i64 = 0
    binding_foe: i64 = 0
    unarmed_feat_threatens: i64 = 0
    large_reach: i64 = 5
    untrained_attack: i64 = 0
    nat20: i64 = 0
    charge_to_hit: i64 = 0
    charge_rate: i64 = 0
    charge_least: i64 = 0
    run_provokes: i64 = 0
    least_damage: i64 = 0
    shield_cancels_hit_floor: i64 = 0
    instants_order: i64 = 0
    unspent_main_for_instants: i64 = 0
    met_on_the_way: i64 = 1
    snap_to_hit: i64 = 0
    defense_ac: i64 = 0
    swarm_to_hit: i64 = 0
    swarm_damage: i64 = 0
    swarm_bonus_cap: i64 = 0
    screen_skill: i64 = 0
    screen_resumes: i64 = 0
    opposed_base: i64 = 0
    dying_rounds: i64 = 0
    fall_die: i64 = 0
    dual_to_hit: i64 = 0
    dual_damage: i64 = 0
    unseen_target: i64 = 0
    spare_by_default: i64 = 0
    short_range: i64 = 0
    medium_range: i64 = 0
    melee_distance: i64 = 0
    optional_combat_rules: i64 = 0
    nat20_saves: i64 = 1

    def __init__(
        self,
        name: str,
        title: str,
        dials: tuple[Dial, ...],
        flow: Flow,
        actions: tuple[ActionSpec, ...],
        reactions: tuple[ReactionSpec, ...],
        policies: Policies,
        facts: BookFacts,
        general: tuple[GeneralRule, ...] = (),
    ) -> None:
        self.name = name
        self.title = title
        self.dials = dials
        self.flow = flow
        self.policies = policies
        self.facts = facts
        self.set_general(general)
        # Fields of the records are copied to the ruleset: they are read at every roll.
        self.injury = policies.injury
        self.morale = policies.morale
        self.aftermath = policies.aftermath
        self.why_not_broken = policies.why_not_broken
        self.concordance = facts.concordance
        self.book_folders = facts.book_folders
        self.skill_names = facts.skill_names
        self.save_pairs = facts.save_pairs
        self.ids = facts.ids
        self.family = name
        """The book it is an edition of; its own name for an independent book."""
        self.waived: dict[str, int] = {}
        """Rules this table does not enforce, by Sovereign id (see `enforcement`)."""
        self.reduced = False
        """Whether house rules removed actions, so that minds must check which ones exist."""
        self.action_list = actions
        self.action_needs = vec[i64](capacity=0)
        """What each action needs (`needs_of_actions`)."""
        self.actions: dict[str, ActionSpec] = {spec.verb: spec for spec in actions}
        self.reaction_list = reactions
        self.reactions: list[tuple[ReactionSpec, ...]] = [
            tuple(spec for spec in reactions if point in spec.points) for point in range(POINTS)
        ]
        """Reactions by point, so that a window without reactions costs one lookup."""
        self.reaction_bits: list[vec[i64]] = [
            vec[i64]([1 << number for number, spec in enumerate(reactions) if point in spec.points])
            for point in range(POINTS)
        ]
        """The bit of each reaction in `usable_by`, in the same order."""
        self.at_point = vec[i64]([mask_of(reactions, point) for point in range(POINTS)])
        self.with_main: i64 = 0
        self.with_hold: i64 = 0
        self.with_luck: i64 = 0
        self.after_roll: i64 = 0
        self.on_harm: i64 = 0
        self.for_target: i64 = 0
        self.for_friends: i64 = 0
        self.for_the_two: i64 = 0
        self.optional: i64 = 0
        """Bit mask of the reactions that need a resource, to skip them cheaply."""
        for number, spec in enumerate(reactions):
            bit: i64 = 1 << number
            self.with_main |= bit if spec.needs_main else 0
            self.with_hold |= bit if spec.needs_hold else 0
            self.with_luck |= bit if spec.needs_luck else 0
            self.after_roll |= bit if spec.answers_rolls else 0
            self.on_harm |= bit if spec.answers_harm else 0
            self.for_target |= bit if spec.for_the_target else 0
            self.for_friends |= bit if spec.for_friends else 0
            self.for_the_two |= bit if spec.for_the_two else 0
            self.optional |= bit if spec.optional else 0
        self.cites: dict[str, str] = {dial.name: dial.cite for dial in dials}
        self.own: dict[str, int] = {}
        """The values of dials that only books read (`OwnDial`)."""

        problems = [
            f"no dial is called {dial.name}" for dial in dials if dial.name not in DIAL_ENTRIES
        ]
        if len(self.cites) != len(dials):
            problems.append("a dial is set twice")
        if problems:
            raise RulesetError(name, problems)
        for dial in dials:
            self.set_dial(dial.name, dial.value)

    def set_general(self, general: tuple[GeneralRule, ...]) -> None:
        self.general = general
        self.has_shock = any(rule.deals_shock() for rule in general)
        self.at_why_no_shot = ruling_at(general, "why_no_shot")
        self.at_to_hit = ruling_at(general, "to_hit")
        self.at_ignores_shield = ruling_at(general, "ignores_shield")
        self.at_cover = ruling_at(general, "cover")
        self.at_attack_rolled = ruling_at(general, "attack_rolled")
        self.at_melee_speed = ruling_at(general, "melee_speed")
        self.at_revived = ruling_at(general, "revived")
        self.at_tidy = ruling_at(general, "tidy")
        self.rolls_noted: i64 = len(self.at_attack_rolled)
        self.tidied: i64 = len(self.at_tidy)
        """Numbers of rules: asked in every attack and after every choice, where they cost less."""

    def set_dial(self, name: str, value: int) -> None:
        if hasattr(self, name):
            setattr(self, name, value)
        else:
            # Another dictionary: dials keep the value they found in the last one.
            self.own = {**self.own, name: value}

    def dial(self, name: str) -> int:
        """The value of a dial by name."""
        found = self.own.get(name)
        return int(getattr(self, name)) if found is None else found

    def action(self, verb: str) -> ActionSpec:
        """The action of a verb; `NoAction` if the book has none."""
        return self.actions.get(verb, NO_ACTION)

    def needs_of_actions(self) -> vec[i64]:
        """What a unit must have for each action, in the order of the list (`engine.listing`)."""
        if len(self.action_needs) == 0:
            found = vec[i64](capacity=len(self.action_list))
            for spec in self.action_list:
                needs = spec.needs_by(self)
                found = append(found, needs if spec.out_of_turn else needs | ASKED)
            self.action_needs = found
        return self.action_needs

    def usable_by(self, sheet: Sheet) -> i64:
        """Bit mask of the reactions that a unit with this sheet could ever use."""
        if sheet.usable_by is not self:
            found: i64 = 0
            for number in range(len(self.reaction_list)):
                # With waived rules, any unit might use it.
                if self.waived or self.reaction_list[number].can_ever_use(sheet):
                    found |= 1 << number
            sheet.usable = found
            sheet.usable_by = self
        return sheet.usable

    def cite(self, rule: str) -> str:
        """This book's id of a rule that shared code cites."""
        return self.concordance.get(rule, rule)

    def name_terms(self, terms: list[Term]) -> None:
        """Give terms the names and ids of this book."""
        if self.concordance or self.skill_names:
            for term in terms:
                term.cite = self.concordance.get(term.cite, term.cite)
                term.what = self.skill_names.get(term.what, term.what)

    def but(
        self,
        name: str,
        title: str,
        *changed: Dial,
        flow: Flow | None = None,
        without: tuple[str, ...] = (),
        actions: tuple[ActionSpec, ...] = (),
        reactions: tuple[ReactionSpec, ...] = (),
        policies: Policies | None = None,
        facts: BookFacts | None = None,
    ) -> Ruleset:
        """Another edition: a copy with these dials, actions and policies.

        `without` removes actions and reactions by verb, and unused dials by name. `actions` and
        `reactions` replace those with the same verb; new ones come last. A dial with the name of a
        general rule adds the rule, or takes it away if its value is 0.
        """
        switched = {dial.name: dial.value for dial in changed if dial.name in GENERAL_RULES}
        news = {dial.name: dial for dial in changed if dial.name not in switched}
        unknown = tuple(dial for dial in news.values() if dial.name not in self.cites)
        kept = [dial for dial in self.dials if dial.name not in without]
        dials = tuple(news.get(dial.name, dial) for dial in kept) + unknown
        known = {spec.verb for spec in self.action_list} | set(self.cites)
        known |= {spec.verb for spec in self.reaction_list}
        problems = [f"there is no {verb} to take away" for verb in without if verb not in known]
        if problems:
            raise RulesetError(name, problems)
        new_actions = {spec.verb: spec for spec in actions}
        new_reactions = {spec.verb: spec for spec in reactions}
        kept_actions = [
            new_actions.pop(spec.verb, spec)
            for spec in self.action_list
            if spec.verb not in without
        ]
        kept_reactions = [
            new_reactions.pop(spec.verb, spec)
            for spec in self.reaction_list
            if spec.verb not in without
        ]
        made = Ruleset(
            name,
            title,
            dials,
            self.flow if flow is None else flow,
            tuple(kept_actions) + tuple(new_actions.values()),
            tuple(kept_reactions) + tuple(new_reactions.values()),
            self.policies if policies is None else policies,
            self.facts if facts is None else facts,
            switched_rules(self.general, switched),
        )
        made.waived = self.waived
        made.reduced = self.reduced
        made.family = self.family
        return made


def switched_rules(
    general: tuple[GeneralRule, ...], switched: dict[str, int]
) -> tuple[GeneralRule, ...]:
    """The general rules with some added (not 0) or taken away (0), by name."""
    kept = [rule for rule in general if switched.get(rule.name, 1)]
    for name, value in switched.items():
        if value and GENERAL_RULES[name] not in kept:
            kept.append(GENERAL_RULES[name])
    return tuple(kept)
