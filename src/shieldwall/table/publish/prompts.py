"""Prompts of a seat: choices in groups, with their costs and the attacks they provoke.

Built from the engine's own options, which use the knowledge of the unit's side; legality is never
decided here. On a large map with many foes there are thousands of choices, so the work is split
into slices.
"""

from __future__ import annotations

from typing import Final

from shieldwall.books.dolmenwood.phases import WaitOptions
from shieldwall.books.shared.pursuit import PursuitOptions
from shieldwall.display.choice_groups import Choices, ready_units
from shieldwall.engine.action_spec import FREE, MAIN, MAIN_AND_MOVE, MOVE, ActionSpec
from shieldwall.engine.attack.blow import Blow
from shieldwall.engine.move.movement import known_strikers, path_cost, place_of
from shieldwall.engine.option import (
    ENDS_MOMENT,
    ENDS_TURN,
    FOR_A_SIDE,
    FREE_TEXT,
    GIVES_UP,
    STRIKE,
    WALK,
    OptionEntry,
    option_of,
    verbs_with,
)
from shieldwall.engine.points import POINT_NAMES, RULING
from shieldwall.engine.ruleset import BY_STARTING_ADJACENT
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.reach import crowd
from shieldwall.engine.space.sight.cover import BLOCKED, FULL, HALF, NONE
from shieldwall.engine.space.threat import Threat, cover_from
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import DONE, REFEREE, Choice, Refusal, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.table.message_parts import (
    Ask,
    Ends,
    Greyed,
    OptionView,
    Spends,
    VerbGroup,
)
from shieldwall.table.publish.aim_shapes import area_of, ranges_of
from shieldwall.table.publish.board_looks import action_picture, action_rank
from shieldwall.table.time_slices import Pace
from shieldwall.text.notation import Names, choice_text
from shieldwall.text.sentences import (
    UNARMED,
    choice_words,
    refusal_sentence,
    request_sentence,
    start,
    weapon_words,
    who,
)

COSTS: Final = {FREE: "", MOVE: "Move", MAIN: "Main", MAIN_AND_MOVE: "Main and Move"}
SPENDS: Final[dict[int, list[Spends]]] = {
    FREE: [],
    MOVE: ["move"],
    MAIN: ["main"],
    MAIN_AND_MOVE: ["main", "move"],
}
COVERS: Final = {NONE: "", HALF: "half", FULL: "full", BLOCKED: "no line"}
MOST_CHARGES: Final = 12
"""Maximum charge squares listed per target and weapon; a choice may name others."""


class Asker:
    """One request from the view of one seat."""

    def __init__(
        self, names: Names, request: Request, knowledge: SeatKnowledge, pace: Pace | None = None
    ) -> None:
        self.names = names
        self.request = request
        self.knowledge = knowledge
        self.pace = pace or Pace()
        self.battle = request.battle
        self.state = request.battle.state
        self._choices: dict[int, Choices] = {}
        self._found: dict[tuple[int, str], list[Choice]] = {}

    def choices(self, unit: int) -> Choices:
        """The choices of a unit, cached."""
        if unit not in self._choices:
            self._choices[unit] = Choices(self.names, self.request, unit)
        return self._choices[unit]

    def ready(self) -> list[str]:
        """On a side's turn: the seat's units that can act now."""
        if not isinstance(self.request.options, TurnOptions):
            return []
        units = ready_units(self.request)
        return [
            unit.ident for unit in units if self.knowledge.gm or unit.ident in self.knowledge.units
        ]

    def text(self) -> str:
        """The question, without names of units unknown to the seat."""
        if not self.knowledge.knows_number(self.request.cause):
            return "A unit you cannot see is about to act."
        request, knowledge = self.request, self.knowledge
        blow = self._blow()
        if blow is None:
            return request_sentence(self.state, request)
        if not knowledge.knows(blow.attacker) or not knowledge.knows(blow.target):
            return "A unit you cannot see is about to act."
        total, armour = knowledge.shows_rolls(blow.attacker), knowledge.shows_ac(blow.target)
        return request_sentence(self.state, request, total, armour)

    def _blow(self) -> Blow | None:
        window = getattr(self.request.options, "window", None)
        return None if window is None else window.blow

    def target(self) -> str | None:
        """The target of the attack behind the question, if the seat knows it."""
        blow = self._blow()
        if (
            blow is None
            or not self.knowledge.knows(blow.attacker)
            or not self.knowledge.knows(blow.target)
        ):
            return None
        return str(self.names.units[blow.target.index])

    async def ask(self, ident: str, focus: str | None, deadline: float | None, whose: str) -> Ask:
        request = self.request
        unit = request.unit
        ready = self.ready()
        if focus is None and unit >= 0:
            focus = self.names.units[unit]
        elif focus is None and ready:
            focus = ready[0]
        shown = whose == ""
        cause = request.cause if self.knowledge.knows_number(request.cause) else -1
        return Ask(
            request=ident,
            unit=self.names.units[unit] if unit >= 0 else None,
            side=self._whole_side(),
            point=POINT_NAMES[request.point],
            text=self.text(),
            cause=self.names.units[cause] if cause >= 0 else None,
            target=self.target(),
            focus=focus,
            groups=await self.groups(focus) if shown else [],
            greyed=await self.greyed(focus) if shown else [],
            whose=whose,
            deadline=deadline,
            ready=ready,
            free_text=self._takes_words(focus),
        )

    def _whole_side(self) -> str:
        """The side a question is for, where one of its units only answers for it."""
        if not isinstance(self.request.options, (WaitOptions, PursuitOptions)):
            return ""
        return str(self.names.sides[self.state.units[self.request.unit].side])

    def _takes_words(self, focus: str | None) -> bool:
        if self.request.point == RULING and self.request.unit == REFEREE:
            return True
        return focus is not None and any(
            verb in self.battle.rules.actions for verb in verbs_with(FREE_TEXT)
        )

    # Options.

    async def groups(self, focus: str | None) -> list[VerbGroup]:
        number = self.names.index.get(focus or "", REFEREE)
        found = []
        for verb in self._verbs(number):
            options = [choice for choice in await self.of(number, verb) if self._is_known(choice)]
            if options:
                found.append(await self._group(verb, options))
        return sorted(found, key=lambda group: action_rank(group.verb, group.kind))

    def _verbs(self, unit: int) -> list[str]:
        if not isinstance(self.request.options, TurnOptions):
            return self.choices(unit).verbs()
        actions = [spec.verb for spec in self.battle.rules.action_list]
        return list(dict.fromkeys([*actions, *self.choices(unit).calls(), DONE]))

    async def of(self, unit: int, verb: str) -> list[Choice]:
        """The choices of one verb; of hundreds of charges only those with a short run-up."""
        key = (unit, verb)
        if key not in self._found:
            spec = self.battle.rules.actions.get(verb)
            await self.pace.rest()
            if spec is None or not isinstance(self.request.options, TurnOptions):
                self._found[key] = self.choices(unit).of(verb)
            else:
                self._found[key] = await self._legal(spec, self.state.units[unit])
        return self._found[key]

    async def _legal(self, spec: ActionSpec, unit: Unit) -> list[Choice]:
        candidates = spec.candidates(self.battle, unit)
        if spec.verb == "charge":
            width = self.names.width
            candidates = sorted(candidates, key=lambda one: _run_up(unit, one, width))
        found: list[Choice] = []
        counts: dict[tuple[int, int], int] = {}
        for choice in candidates:
            aim = (choice.target, choice.weapon)
            if spec.verb == "charge" and counts.get(aim, 0) >= MOST_CHARGES:
                continue
            await self.pace.rest()
            if spec.why_not(self.battle, unit, choice) is None:
                counts[aim] = counts.get(aim, 0) + 1
                found.append(choice)
        return found

    def _is_known(self, choice: Choice) -> bool:
        known = self.knowledge.knows_number(choice.target)
        return known and all(self.knowledge.knows_cell(cell) for cell in choice.path)

    async def _group(self, verb: str, options: list[Choice]) -> VerbGroup:
        rules = self.battle.rules
        spec = rules.actions.get(verb)
        option = option_of(verb)
        title, cost, provokes, cite = option.words.title, FREE, False, ""
        if spec is not None:
            title, provokes, cite = spec.title, spec.provokes, spec.cite
            cost = int(spec.cost) if int(spec.cost) in COSTS else FREE
        else:
            for reaction in rules.reaction_list:
                if reaction.verb == verb:
                    title, cite = reaction.title, reaction.cite
                    cost = MAIN if reaction.needs_main else FREE
        views = await (self._walks(options) if option.has(WALK) else self._views(options))
        views = _told_apart(views)
        return VerbGroup(
            verb=verb,
            kind=option.kind,
            name=option.words.name or start(verb.replace("-", " ")),
            title=title or start(verb.replace("-", " ")),
            rule=cite,
            cost=COSTS[cost],
            spends=SPENDS[cost],
            provokes=provokes,
            icon=action_picture(verb, option.kind, _usual_weapon(views, self._in_hand(options))),
            rank=option.rank,
            ends=_ends(option),
            words=option.has(FREE_TEXT),
            gives_up=option.has(GIVES_UP),
            options=views,
        )

    def _in_hand(self, options: list[Choice]) -> str:
        weapon = self.state.units[options[0].unit].weapon() if options[0].unit >= 0 else None
        return "" if weapon is None else str(weapon.name)

    async def _views(self, options: list[Choice]) -> list[OptionView]:
        found = []
        for choice in options:
            await self.pace.rest()
            found.append(self._view(choice))
        return found

    def _view(
        self, choice: Choice, feet: int | None = None, strikes: dict[str, int] | None = None
    ) -> OptionView:
        """An option; paths have their cost in feet and the attacks they provoke by step."""
        names, state = self.names, self.state
        by = strikes or {}
        target = choice.target
        aimed = not option_of(choice.verb).has(FOR_A_SIDE)
        warning = self.request.options.warning(choice)
        weapon = names.weapons[choice.unit][choice.weapon] if choice.weapon >= 0 else None
        price = self._price(choice)
        # There are hundreds, made from trusted data: skip validation.
        return OptionView.model_construct(
            choice=choice_text(names, choice),
            verb=choice.verb,
            label=self.label(choice) + self._faces(choice),
            row=start(choice_words(names, state, choice, self.request.point, squares=False))
            + self._faces(choice),
            note=choice.note,
            target=names.units[target] if target >= 0 and aimed else None,
            weapon=weapon,
            weapon_words=weapon_words(weapon or ""),
            bare=weapon == UNARMED,
            square=names.square(choice.path[-1]) if choice.path else None,
            path=[names.square(cell) for cell in choice.path],
            cost=COSTS[price],
            spends=SPENDS[price],
            feet=feet,
            provokes=list(by),
            strikes=by,
            ranges=ranges_of(state.units[choice.unit], choice) if choice.unit >= 0 else [],
            area=self._area(choice),
            cover=self._cover(choice) if target >= 0 and choice.unit >= 0 else "",
            warning="" if warning is None else refusal_sentence(names, state, warning, choice),
        )

    def _price(self, choice: Choice) -> int:
        """Its cost on a turn: a second attack may be free although the first was not."""
        spec = self.battle.rules.actions.get(choice.verb)
        if spec is None or choice.unit < 0 or not isinstance(self.request.options, TurnOptions):
            return FREE
        price = int(spec.price(self.battle, self.state.units[choice.unit], choice))
        return price if price in COSTS else FREE

    def _area(self, choice: Choice) -> list[str]:
        """Its area; walls in the fog do not affect it."""
        if choice.unit < 0 or not choice.note:
            return []
        walls = self.knowledge.shows_walls()
        cells = area_of(self.state, self.state.units[choice.unit], choice, walls)
        return [self.names.square(cell) for cell in cells if self.knowledge.knows_cell(cell)]

    def label(self, choice: Choice) -> str:
        """`Strike at Goblin 1 with a spear`."""
        return start(choice_words(self.names, self.state, choice, self.request.point))

    def _faces(self, choice: Choice) -> str:
        """Without a map, a move may end face to face with a foe."""
        if choice.target < 0 or not option_of(choice.verb).has(WALK):
            return ""
        return f", to face {who(self.state, choice.target)}"

    def _cover(self, choice: Choice) -> str:
        state = self.state
        actor, target = state.units[choice.unit], state.units[choice.target]
        if actor is target or not target.is_present() or choice.path:
            return ""
        return COVERS.get(int(cover_from(state.grid, actor, target)), "")

    # Moves.

    async def _walks(self, options: list[Choice]) -> list[OptionView]:
        """Moves with their cost in feet, and the foes whose reach they leave."""
        battle, state, names = self.battle, self.state, self.names
        mover = state.units[options[0].unit]
        filled = crowd(state, battle.rules, mover)
        watchers = known_strikers(battle, mover)
        here = int(place_of(state.grid, mover))
        by_start = battle.rules.run_provokes == BY_STARTING_ADJACENT
        spec = battle.rules.actions.get(options[0].verb)
        provokes = spec is not None and spec.provokes
        found = []
        for choice in options:
            await self.pace.rest()
            steps = int(path_cost(battle, mover, choice.path, filled)) if choice.path else 0
            struck: dict[Threat, int] = {}
            if provokes and by_start:
                struck = {one: 0 for one in watchers if _is_beside(one, mover, here)}
            elif provokes:
                struck = _left(watchers, mover, here, choice.path)
            by = {names.units[one.foe.index]: step for one, step in struck.items()}
            found.append(self._view(choice, steps * 5 if steps >= 0 else None, by))
        return found

    # Unavailable actions.

    async def greyed(self, focus: str | None) -> list[Greyed]:
        """The book's actions without any choice for the unit now, each with a reason."""
        if not isinstance(self.request.options, TurnOptions) or focus is None:
            return []
        unit = self.state.units[self.names.index[focus]]
        found = []
        for spec in self.battle.rules.action_list:
            choices = await self.of(int(unit.index), spec.verb)
            if any(self._is_known(choice) for choice in choices):
                continue
            await self.pace.rest()
            refusal = self._refusal(spec.verb, unit)
            if refusal is not None:
                found.append(self._greyed(spec, refusal))
        return found

    async def against(self, unit: int, target: int) -> list[Greyed]:
        """Why a unit cannot be attacked or charged now, from the side's knowledge."""
        if not isinstance(self.request.options, TurnOptions):
            return []
        actor, foe = self.state.units[unit], self.state.units[target]
        if not self.battle.are_foes(actor, foe):
            return []
        found = []
        for verb in verbs_with(STRIKE):
            spec = self.battle.rules.actions.get(verb)
            if spec is None or any(one.target == target for one in await self.of(unit, verb)):
                continue
            refusal = self._nearest_miss(spec, actor, foe)
            if refusal is not None:
                found.append(self._greyed(spec, refusal))
        return found

    def _nearest_miss(self, spec: ActionSpec, actor: Unit, foe: Unit) -> Refusal | None:
        """The reason for the best suited weapon; the one in hand first."""
        there = (int(place_of(self.state.grid, foe)),) if "p" in spec.uses else ()
        for weapon in sorted(range(len(actor.weapons)), key=lambda one: one != actor.wielded):
            if _is_for(actor.weapons[weapon], spec.verb):
                choice = Choice(int(actor.index), spec.verb, int(foe.index), weapon, there)
                return spec.why_not(self.battle, actor, choice)
        return None

    def _greyed(self, spec: ActionSpec, refusal: Refusal) -> Greyed:
        text = refusal_sentence(self.names, self.state, refusal)
        why, _, cite = text.rpartition(" (")
        return Greyed(verb=spec.verb, label=spec.title, why=why, cite=cite.rstrip(")"))

    def _refusal(self, verb: str, unit: Unit) -> Refusal | None:
        """The reason: for the likeliest target, else for the action as such."""
        spec = self.battle.rules.actions[verb]
        for choice in spec.candidates(self.battle, unit):
            if not self._is_known(choice):
                continue
            refusal = spec.why_not(self.battle, unit, choice)
            if refusal is None or refusal.reason != "lies-too-far":
                return refusal
            # The distance to an item would reveal where a hidden unit dropped it.
        return spec.why_not(self.battle, unit, self._likeliest(spec, unit))

    def _likeliest(self, spec: ActionSpec, unit: Unit) -> Choice:
        """The likeliest choice of an unavailable action: against the nearest foe."""
        plain = Choice(int(unit.index), spec.verb)
        foes = [
            foe
            for foe in self.state.units
            if foe.status == ACTIVE
            and self.battle.are_foes(unit, foe)
            and self.knowledge.knows_number(int(foe.index))
        ]
        if "t" not in spec.uses or "p" not in spec.uses or not foes:
            return plain
        foe = min(foes, key=lambda one: int(distance(unit, one)))
        weapon = int(unit.wielded) if "w" in spec.uses else -1
        there = int(place_of(self.state.grid, foe))
        return Choice(int(unit.index), spec.verb, int(foe.index), weapon, (there,))


def _told_apart(views: list[OptionView]) -> list[OptionView]:
    """Mark options with the same label, one with and one without a move."""
    moves: dict[str, set[bool]] = {}
    for view in views:
        moves.setdefault(view.row, set()).add(view.square is not None)
    if all(len(found) == 1 for found in moves.values()):
        return views
    found = []
    for view in views:
        said = "staying here" if view.square is None else "with a move first"
        alike = len(moves[view.row]) > 1
        found.append(view.model_copy(update={"apart": said}) if alike else view)
    return found


def _ends(option: OptionEntry) -> Ends:
    if option.has(ENDS_TURN):
        return "turn"
    return "moment" if option.has(ENDS_MOMENT) else ""


def _is_for(weapon: Weapon, verb: str) -> bool:
    if verb == "attack":
        return bool(weapon.melee)
    if verb == "throw":
        return bool(weapon.thrown)
    if verb == "shoot":
        return bool(weapon.long_range > 0 and not weapon.thrown)
    return bool(weapon.melee and not weapon.unarmed)


def _usual_weapon(options: list[OptionView], in_hand: str) -> str | None:
    """The weapon in hand, else the first that is not the bare hand."""
    named = [option.weapon for option in options if option.weapon is not None]
    armed = [name for name in named if name != "unarmed"] or named
    return in_hand if in_hand in named else next(iter(armed), None)


def _run_up(unit: Unit, choice: Choice, width: int) -> int:
    end = choice.path[-1] if choice.path else 0
    return max(abs(end % width - int(unit.x)), abs(end // width - int(unit.y)))


def _is_beside(threat: Threat, mover: Unit, here: int) -> bool:
    return distance(threat.foe, mover) <= 1 and threat.covers(mover, here)


def _left(
    watchers: list[Threat], mover: Unit, here: int, path: tuple[int, ...]
) -> dict[Threat, int]:
    """The foes whose reach the path leaves, with the step; each attacks once per move."""
    found: dict[Threat, int] = {}
    at = here
    for step, square in enumerate(path):
        for threat in watchers:
            if threat in found:
                continue
            if threat.covers(mover, at) and not threat.covers(mover, square):
                found[threat] = step
        at = square
    return found
