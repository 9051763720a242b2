"""The books in words: values of dials, open questions, differences between books."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from shieldwall.books import RULESETS, RULINGS
from shieldwall.books.rulings import Ruling, rulings_of
from shieldwall.books.shared.conditional_actions import Unwritten
from shieldwall.books.shared.procedures import procedure_of
from shieldwall.books.waivable_rules import WAIVABLE
from shieldwall.content.combatants.feats import Feat, shipped_feats
from shieldwall.content.formats.file_schema import Values
from shieldwall.content.formats.yaml_tree import Scalar
from shieldwall.content.house_rules.rule_texts import RuleText, rule_text, texts_of
from shieldwall.content.library import WeaponSpec, equipment
from shieldwall.engine.action_spec import COST_NAMES, ActionSpec
from shieldwall.engine.dials import COST_WORDS, DIAL_ENTRIES
from shieldwall.engine.enforcement import ON
from shieldwall.engine.points import POINT_NAMES
from shieldwall.engine.reaction_spec import ReactionSpec
from shieldwall.engine.rounds.flow import RoundEnd
from shieldwall.engine.ruleset import Ruleset, Stage

NOT_SET: Final = "—"


def value_text(name: str, value: int) -> str:
    """The value of a dial, as a word if it has one."""
    ruling = RULINGS.get(name)
    if ruling is not None:
        for option in ruling.options:
            if option.value == value:
                return option.word
    entry = DIAL_ENTRIES[name]
    if entry.words == COST_WORDS:
        return COST_NAMES[value]
    if entry.words:
        return entry.words[value]
    # What may be negative is added to a roll or a figure.
    return f"{value:+d}" if entry.span is not None and entry.span[0] < 0 else str(value)


@dataclass(frozen=True)
class DialFact:
    name: str
    about: str
    value: int
    word: str
    cite: str


def dial_facts(book: Ruleset) -> list[DialFact]:
    """All dials of a book, in its own order."""
    return [
        DialFact(
            dial.name,
            DIAL_ENTRIES[dial.name].title,
            int(dial.value),
            value_text(dial.name, int(dial.value)),
            dial.cite,
        )
        for dial in book.dials
    ]


@dataclass(frozen=True)
class GeneralFact:
    name: str
    sentence: str
    cite: str


def general_facts(book: Ruleset) -> list[GeneralFact]:
    """The general rules of a book, in its own order."""
    return [GeneralFact(rule.name, rule.sentence, book.cite(rule.cite)) for rule in book.general]


@dataclass(frozen=True)
class ActionFact:
    verb: str
    title: str
    cost: str
    provokes: bool
    cite: str
    left_open: str
    """The ruling needed because the book does not define the action; "" if it does."""


def action_facts(book: Ruleset) -> list[ActionFact]:
    return [action_fact(book, spec) for spec in book.action_list]


def action_fact(book: Ruleset, spec: ActionSpec) -> ActionFact:
    gap = ""
    if isinstance(spec, Unwritten) and not spec.is_open(book):
        gap = spec.ruling
    cost = COST_NAMES[int(spec.cost)]
    return ActionFact(spec.verb, spec.title, cost, spec.provokes, book.cite(spec.cite), gap)


def moments(spec: ReactionSpec) -> str:
    return ", ".join(POINT_NAMES[point] for point in spec.points)


def stage_names(book: Ruleset) -> list[str]:
    """The flow in words; the tasks at the end of a round in order."""
    return [stage_name(stage) for stage in book.flow.stages]


def stage_name(stage: Stage) -> str:
    if not isinstance(stage, RoundEnd):
        return stage.name
    tasks = ", ".join(procedure_of(task).words for task in stage.tasks)
    return f"{stage.name}: {tasks}" if tasks else stage.name


INJURY, NERVE, AFTERMATH = (
    "at 0 HP",
    "morale after damage",
    "how a fight ends",
)


def policies(book: Ruleset) -> dict[str, str]:
    return {what: procedure_of(policy).words for what, policy in policies_of(book).items()}


def policies_of(book: Ruleset) -> dict[str, Callable[..., None]]:
    return {INJURY: book.injury, NERVE: book.morale, AFTERMATH: book.aftermath}


# Open questions.


@dataclass(frozen=True)
class RulingFact:
    ruling: Ruling
    taken: dict[str, str]
    """By book: its choice."""


def ruling_facts(book: Ruleset | None = None) -> list[RulingFact]:
    """All rulings, or those of one book, with each book's decision."""
    wanted = RULINGS if book is None else rulings_of(book, RULINGS)
    facts = []
    for ruling in wanted.values():
        taken = {}
        for other in RULESETS.values():
            option = ruling.taken_by(other)
            if option is not None:
                taken[other.name] = option.word
        facts.append(RulingFact(ruling, taken))
    return facts


# Differences between two books.


@dataclass(frozen=True)
class Difference:
    kind: str
    what: str
    first: str
    second: str
    ids: tuple[str, ...]
    name: str = ""
    """For a dial or ruling."""

    def told(self, word: str) -> str:
        """One of its values; for a ruling, with its meaning."""
        ruling = RULINGS.get(self.name)
        option = None if ruling is None else ruling.option(word)
        return word if option is None else f"{word}: {option.meaning}"


def difference(first: Ruleset, second: Ruleset) -> list[Difference]:
    """All differences between two books, as in a change log."""
    return [
        *dial_differences(first, second),
        *general_differences(first, second),
        *action_differences(first, second),
        *reaction_differences(first, second),
        *flow_differences(first, second),
        *policy_differences(first, second),
        *waiver_differences(first, second),
        *list_differences(first, second),
        *text_differences(first, second),
    ]


def own_ids(found: list[Difference]) -> str:
    """A sentence on rules that differ only in their id."""
    named: dict[str, list[str]] = {}
    for row in found:
        if row.kind == "id":
            named.setdefault(row.second, []).append(row.first)
    told = "; ".join(f"{', '.join(ones)} as {other}" for other, ones in sorted(named.items()))
    return f"Under ids of their own: {told}." if told else ""


def both_ids(*ids: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for one in ids if one))


def dial_differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    found = []
    ones = {fact.name: fact for fact in dial_facts(first)}
    others = {fact.name: fact for fact in dial_facts(second)}
    for name in (*ones, *(name for name in others if name not in ones)):
        one, other = ones.get(name), others.get(name)
        if one is not None and other is not None and one.value == other.value:
            continue
        ids = both_ids("" if one is None else one.cite, "" if other is None else other.cite)
        found.append(
            Difference(
                "dial",
                DIAL_ENTRIES[name].title,
                NOT_SET if one is None else one.word,
                NOT_SET if other is None else other.word,
                ids,
                name,
            )
        )
    return found


def general_differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """General rules that only one of them has."""
    ones = {fact.name: fact for fact in general_facts(first)}
    others = {fact.name: fact for fact in general_facts(second)}
    found = []
    for name, fact in {**others, **ones}.items():
        if (name in ones) != (name in others):
            told = ("yes" if name in ones else "no", "yes" if name in others else "no")
            found.append(Difference("rule", fact.sentence, *told, both_ids(fact.cite), name))
    return found


def action_differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    found = []
    verbs = [spec.verb for spec in first.action_list]
    verbs += [spec.verb for spec in second.action_list if spec.verb not in verbs]
    for verb in verbs:
        a, b = first.actions.get(verb), second.actions.get(verb)
        one = None if a is None else action_fact(first, a)
        other = None if b is None else action_fact(second, b)
        title = (one or other or ActionFact("", "", "", False, "", "")).title
        ids = both_ids("" if one is None else one.cite, "" if other is None else other.cite)
        if one is None or other is None:
            texts = ["none" if fact is None else action_text(fact) for fact in (one, other)]
            found.append(Difference("action", f"{title} ({verb})", texts[0], texts[1], ids))
        elif action_text(one) != action_text(other):
            texts = [action_text(one), action_text(other)]
            found.append(Difference("action", f"{title} ({verb})", texts[0], texts[1], ids))
    return found


def action_text(fact: ActionFact) -> str:
    """`Main, provokes`."""
    text = f"{fact.cost}, provokes" if fact.provokes else fact.cost
    return f"{text}, left open (ruling {fact.left_open})" if fact.left_open else text


def reaction_differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    found = []
    ones = {spec.verb: spec for spec in first.reaction_list}
    others = {spec.verb: spec for spec in second.reaction_list}
    for verb in (*ones, *(verb for verb in others if verb not in ones)):
        one, other = ones.get(verb), others.get(verb)
        texts = ["none" if spec is None else moments(spec) for spec in (one, other)]
        if texts[0] != texts[1]:
            spec = one if one is not None else other
            assert spec is not None
            ids = both_ids(
                "" if one is None else first.cite(one.cite),
                "" if other is None else second.cite(other.cite),
            )
            found.append(Difference("reaction", f"{spec.title} ({verb})", texts[0], texts[1], ids))
    return found


def flow_differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """Stages only in one of them, and differences in where the round restarts."""
    ones, others = stage_names(first), stage_names(second)
    found = []
    for name in ones:
        if name not in others:
            found.append(Difference("flow", f"stage {name}", "yes", "no", ()))
    for name in others:
        if name not in ones:
            found.append(Difference("flow", f"stage {name}", "no", "yes", ()))
    if not found and ones != others:
        found.append(Difference("flow", "stages", "; ".join(ones), "; ".join(others), ()))
    loops = (ones[first.flow.loop], others[second.flow.loop])
    if loops[0] != loops[1]:
        found.append(Difference("flow", "a round begins with", loops[0], loops[1], ()))
    return found


def waiver_differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """Rules that one of them waives or only warns about."""
    found = []
    for rule, what in WAIVABLE.items():
        modes = (first.waived.get(rule, ON), second.waived.get(rule, ON))
        if modes[0] != modes[1]:
            ids = both_ids(first.cite(rule), second.cite(rule))
            words = [WAIVED_WORDS[mode] for mode in modes]
            found.append(Difference("enforced", what, words[0], words[1], ids))
    return found


WAIVED_WORDS: Final = ("enforced", "only a warning", "not enforced")


def policy_differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    found = []
    others = policies_of(second)
    for what, policy in policies_of(first).items():
        if policy is not others[what]:
            one, other = procedure_of(policy), procedure_of(others[what])
            ids = both_ids(*one.cites, *other.cites)
            found.append(Difference("policy", what, one.words, other.words, ids))
    for skill in sorted({*first.skill_names, *second.skill_names}):
        names = (first.skill_names.get(skill, skill), second.skill_names.get(skill, skill))
        if names[0] != names[1]:
            ids = both_ids(*(book.facts.text.skills_rule for book in (first, second)))
            found.append(Difference("name", f"the skill {skill}", names[0], names[1], ids))
    for rule in sorted({*first.concordance, *second.concordance}):
        if first.cite(rule) != second.cite(rule):
            found.append(
                Difference("id", f"rule {rule} is", first.cite(rule), second.cite(rule), ())
            )
    return found


def list_differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """Weapons and abilities of two editions; other books have entirely different lists."""
    if first.book_folders[0] != second.book_folders[0]:
        return []
    ids = both_ids(*first.facts.text.lists_rules, *second.facts.text.lists_rules)
    found = []
    lists = [
        ("weapon", weapon_texts(first), weapon_texts(second)),
        ("ability", ability_texts(first), ability_texts(second)),
    ]
    for kind, ones, others in lists:
        for name in (*ones, *(name for name in others if name not in ones)):
            texts = (ones.get(name, "none"), others.get(name, "none"))
            if texts[0] != texts[1]:
                found.append(Difference(kind, f"{kind} {name}", texts[0], texts[1], ids))
    return found


def text_differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """Rules that both use, though only one of the two drafts has them."""
    others = {rule.ident for rule in shared_texts(second)}
    found = []
    for rule in shared_texts(first):
        if rule.ident in others and borrowed(first, rule) != borrowed(second, rule):
            words = [whose(book, rule) for book in (first, second)]
            found.append(Difference("text", rule.title, words[0], words[1], (rule.ident,)))
    return found


def weapon_texts(book: Ruleset) -> dict[str, str]:
    return {name: weapon_text(spec) for name, spec in equipment(book.book_folders).weapons.items()}


def weapon_text(spec: WeaponSpec) -> str:
    """`1d6, Shock 2/13, 10 ft reach, 30/60 ft thrown`."""
    dice = spec.damage
    parts = [f"{dice.count}d{dice.sides}" + (f"{dice.bonus:+d}" if dice.bonus else "")]
    if spec.shock[0]:
        parts.append(f"Shock {spec.shock[0]}/{spec.shock[1]}")
    if spec.grip.reach > 5:
        parts.append(f"{spec.grip.reach} ft reach")
    ranges = spec.ranges
    if ranges.long_range:
        bands = [ranges.normal_range, ranges.medium_range, ranges.long_range]
        thrown = " thrown" if ranges.thrown else ""
        parts.append("/".join(str(band) for band in bands if band) + f" ft{thrown}")
    if spec.grip.two_handed:
        parts.append("two hands")
    return ", ".join(parts)


def ability_texts(book: Ruleset) -> dict[str, str]:
    return {name: ability_text(feat) for name, feat in shipped_feats(book.book_folders).items()}


def ability_text(feat: Feat) -> str:
    """Level by level: text and figures."""
    return " ".join(
        f"{number}. {text} {written(values)}".strip()
        for number, (text, values) in enumerate(zip(feat.texts, feat.levels), 1)
    )


def written(values: Values) -> str:
    """`(bare-ac: 15 + level/2 up)`."""
    parts = [
        f"{key}: {node.text}"
        for key, (_, node) in values.node.entries.items()
        if key != "text" and isinstance(node, Scalar) and node.text != "yes"
    ]
    return f"({', '.join(parts)})" if parts else ""


# The rules themselves.

GAPS: Final = "gaps"
"""The file of rules for gaps in the books."""


def text_of(ident: str) -> RuleText | None:
    """The text of a rule, or of a gap and its ruling."""
    return rule_text(ident) or texts_of(GAPS).get(ident)


def shared_texts(book: Ruleset) -> list[RuleText]:
    """The rules of its files that only one of two drafts has."""
    files = book.facts.text.rule_files
    return [rule for name in files for rule in texts_of(name).values() if rule.only]


def borrowed(book: Ruleset, rule: RuleText) -> str:
    """The draft from which a book borrows a rule; "" for its own."""
    return "" if rule.only == book.facts.text.edition else rule.only


def borrowed_rules(book: Ruleset) -> list[RuleText]:
    return [rule for rule in shared_texts(book) if borrowed(book, rule)]


def whose(book: Ruleset, rule: RuleText) -> str:
    """`its own text`, or `not in this draft: borrowed from Aachen`."""
    lender = borrowed(book, rule)
    return f"not in this draft: borrowed from {RULESETS[lender].title}" if lender else OWN_TEXT


OWN_TEXT: Final = "its own text"


def about(book: Ruleset) -> str:
    """The description of a book in one line; house rules have none."""
    text = book.facts.text
    return text.about if book.name == text.edition else ""


def ids_of(book: Ruleset) -> list[str]:
    """The rule ids of a book: of its dials, general rules, actions and rulings."""
    found = [fact.cite for fact in dial_facts(book)]
    found += [fact.cite for fact in general_facts(book)]
    found += [fact.cite for fact in action_facts(book)]
    found += [book.cite(spec.cite) for spec in book.reaction_list]
    for ruling in rulings_of(book, RULINGS).values():
        found += ruling.cites
    for name in (*book.facts.text.rule_files, GAPS):
        found += texts_of(name)
    return sorted(set(found))
