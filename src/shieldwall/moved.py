"""Old module names: `import shieldwall.core.battle` still works, with a hint at the new name.

Scripts and minds written for an earlier layout keep working. A file that only changed its folder is
found by its name, which no other file has; the table has those with a new name.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Final

CONDITIONS: Final = (
    "engine.state.condition abilities.attack_conditions abilities.body_conditions "
    "abilities.declared_spells"
)
"""A module that was divided: where its names are now."""
MOVED: Final[dict[str, str]] = {
    "abilities.conditions": CONDITIONS,
    "content.arithmetic": "content.combatants.character_figures",
    "content.books": "content.house_rules.file_book",
    "content.changes": "content.setup_changes",
    "content.figures": "content.formats.number_text",
    "content.gifts": "content.combatants.ability_fields",
    "content.ground": "content.ground.map_file",
    "content.home": "content.user_folder",
    "content.mustering": "content.roster",
    "content.placing": "content.ground.placement",
    "content.powers": "content.magic.power_fields",
    "content.rulings": "content.house_rules.ruling_text",
    "content.schema": "content.formats.file_schema",
    "content.tree": "content.formats.yaml_tree",
    "core": "engine",
    "core.aiming": "engine.magic.targeting",
    "core.attack": "engine.attack.timeline",
    "core.blow": "engine.attack.numbers",
    "core.bodily": "engine.magic.body_effects",
    "core.chase": "books.shared.pursuit",
    "core.chase_check": "books.sovereign.early_pursuit",
    "core.declaring": "books.dolmenwood.declaration_step",
    "core.decrees": "engine.state.gm_changes",
    "core.disruption": "abilities.declared_spells",
    "core.edits": "gm.map_edits",
    "core.effect_kinds": CONDITIONS,
    "core.engaged": "books.dolmenwood.melees",
    "core.evading": "books.dolmenwood.evasion",
    "core.event_types": "engine.events.all_events",
    "core.events": "engine.events.event",
    "core.events_blows": "engine.events.attack_events",
    "core.events_clock": "engine.events.clock_events",
    "core.events_deeds": "engine.events.action_events",
    "core.events_magic": "engine.events.magic_events",
    "core.events_powers": "engine.events.power_events",
    "core.events_rounds": "engine.events.phase_events",
    "core.flight": "engine.move.flying",
    "core.getaway": "engine.move.escape",
    "core.house": "engine.state.house_rules",
    "core.items": "engine.wounds.dropped_items",
    "core.lookout": "engine.move.watchers",
    "core.magic": "engine.magic.spell_data",
    "core.morale": "books.shared.survival_morale",
    "core.morale_dice": "books.dolmenwood.round_end_checks",
    "core.morale_rolls": "books.aachen.casualty_checks",
    "core.nature": "engine.state.harm",
    "core.odometer": "engine.tape.enumeration",
    "core.oracle": "engine.tape.oracles",
    "core.paired": "engine.tape.paired_dice",
    "core.powers": "engine.magic.power_data",
    "core.ruling": "gm.order_grammar",
    "core.scatter": "abilities.weapon_properties",
    "core.senses": "engine.space.visibility",
    "core.space": "engine.space",
    "core.space.open": "engine.space.open_field",
    "core.space.shapes": "engine.space.wall_shapes",
    "core.space.sight": "engine.space.sight.cover",
    "core.space.sight_cone": "engine.space.sight.cones",
    "core.space.sight_exact": "engine.space.sight.exact_corner",
    "core.space.sight_glance": "engine.space.sight.fast_corner",
    "core.space.sight_line": "engine.space.sight.line_search",
    "core.space.sight_scene": "engine.space.sight.screens",
    "core.space.squares": "engine.space.square_names",
    "core.space.steps": "engine.space.step_costs",
    "core.spellwork": "engine.magic.spell_effects",
    "core.stance": "engine.move.interruption",
    "core.tape": "engine.tape.entries",
    "core.traits": "engine.abilities",
    "core.uncanny": "engine.magic.power_triggers",
    "engine.attack.melee": "books.dolmenwood.melees",
    "engine.magic.disruption": "abilities.declared_spells",
    "exchange.cards": "exchange.stat_cards",
    "exchange.checking": "exchange.file_checks",
    "exchange.draft": "exchange.creature_draft",
    "exchange.drawing": "exchange.map_files.map_drawing",
    "exchange.exporting": "exchange.exporters",
    "exchange.fifth": "exchange.fifth.fifth_edition",
    "exchange.foreign": "exchange.untrusted_json",
    "exchange.importing": "exchange.importers",
    "exchange.initiative": "exchange.fifth.improved_initiative",
    "exchange.pictures": "exchange.picture_header",
    "exchange.report": "exchange.import_report",
    "exchange.starting": "exchange.new_encounter",
    "exchange.summary": "exchange.import_summary",
    "minds.casting": "minds.spell_choice",
    "minds.chance": "minds.random_mind",
    "minds.deeds": "minds.house_actions",
    "minds.dolmen": "minds.phase_play",
    "minds.feats": "minds.feat_use",
    "minds.foresight": "minds.look_ahead.rollouts",
    "minds.natural": "minds.temperament_mind",
    "minds.look_ahead.outlook": "minds.look_ahead.win_chance",
    "minds.open_ways": "minds.open_positioning",
    "minds.own": "minds.user_minds",
    "minds.plans": "minds.plan_sentences",
    "minds.referee": "minds.gm_mind",
    "minds.seats": "minds.mind_names",
    "minds.team": "minds.teamwork",
    "minds.uncanny": "minds.power_use",
    "minds.ways": "minds.positioning",
    "minds.wings": "minds.flying_tactics",
    "odds.chain": "odds.small_fight_chain",
    "odds.duel": "odds.duels",
    "odds.figures": "odds.combatants",
    "odds.flowing": "odds.probability_flow",
    "odds.game": "odds.duel_game",
    "odds.mixing": "odds.mixed_strategies",
    "odds.passage": "odds.duel_step",
    "odds.preview": "odds.option_odds",
    "odds.sameness": "minds.look_ahead.equivalence",
    "odds.scene": "odds.attack_scene",
    "odds.small": "odds.small_fights",
    "odds.step": "odds.attack_odds",
    "odds.trail": "engine.tape.tree_parts",
    "odds.tree": "engine.tape.step_tree",
    "odds.values": "odds.duel_values",
    "orders": "text.order_text",
    "rules": "books",
    "rules.aachen": "books.aachen.aachen_book",
    "rules.decrees": "gm.apply_orders",
    "rules.dolmen_actions": "books.dolmenwood.phase_actions",
    "rules.dolmen_magic": "books.dolmenwood.dolmenwood_magic",
    "rules.dolmen_options": "books.dolmenwood.optional_actions",
    "rules.dolmenwood": "books.dolmenwood.dolmenwood_book",
    "rules.feats": "books.shared.feat_actions",
    "rules.house": "books.house_book",
    "rules.powers": "books.shared.magic.power_actions",
    "rules.primitive": "books.shared.magic.primitive_action",
    "rules.referee": "books.shared.improvised",
    "rules.rulings_aachen": "books.aachen.aachen_rulings",
    "rules.rulings_dolmenwood": "books.dolmenwood.dolmenwood_rulings",
    "rules.rulings_sovereign": "books.sovereign.sovereign_rulings",
    "rules.sovereign": "books.sovereign.sovereign_book",
    "rules.talents": "books.shared.talent_actions",
    "rules.unwritten": "books.shared.conditional_actions",
    "savefile": "store.save_file",
    "shown": "display",
    "shown.choices": "display.choice_groups",
    "shown.edges": "display.wall_edges",
    "shown.looks": "display.sight_words",
    "shown.marks": "display.markers",
    "shown.ways": "display.paths",
    "sim.compare": "sim.comparison",
    "sim.compare_words": "sim.report.comparison_text",
    "sim.crew": "sim.worker_pool",
    "sim.drawing": "sim.report.chart_marks",
    "sim.facts": "sim.fight_facts",
    "sim.figures": "sim.report.report_figures",
    "sim.page": "sim.report.report_page",
    "sim.pictures": "sim.report.report_plot",
    "sim.run": "sim.runs",
    "sim.seating": "sim.mind_assignment",
    "sim.svg": "sim.report.chart_svg",
    "sim.switches": "sim.rule_switches",
    "sim.tally": "sim.counts",
    "sim.tune": "sim.tuning",
    "sim.watching": "sim.observed_fight",
    "sim.wishes": "sim.goals",
    "engine.state.effect_kinds": CONDITIONS,
    "sim.words": "sim.report.answer_text",
    "stateform": "store.state_form",
    "table.aims": "table.publish.aim_shapes",
    "table.archive.archivist": "table.archive.archive_access",
    "table.archive.review_desk": "table.archive.review_requests",
    "table.asking": "table.publish.prompts",
    "table.chronicle": "table.publish.fight_log",
    "table.clockwork": "table.play.timers",
    "table.discretion": "table.publish.silent_prompts",
    "table.foretelling": "table.publish.seat_odds",
    "table.hall": "table.play.rooms",
    "table.herald": "table.publish.publisher",
    "table.keys": "table.persistence.tokens",
    "table.knowing": "knowledge.seat_knowledge",
    "table.numbering": "table.play.unit_numbers",
    "table.pace": "table.time_slices",
    "table.porch": "table.server.connection_limits",
    "table.record": "table.persistence.records",
    "table.rest": "table.server.rest_models",
    "table.scribe": "table.persistence.writer",
    "table.seatview": "table.publish.seat_state",
    "table.shelf": "table.play.new_fights",
    "table.steward": "table.play.gm_commands",
    "table.store": "table.persistence.database",
    "table.storefile": "table.persistence.sqlite_file",
    "table.thinking": "table.workers",
    "table.undoing": "table.play.undo",
    "table.views": "table.message_parts",
    "table.workshop": "table.publish.gm_choices",
    "telling": "text.sentences",
    "texts": "text.sentence_tables",
}


PACKAGE: Final = Path(__file__).parent


@cache
def by_file_name() -> dict[str, str]:
    """Every module of the package by its file name."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        if path.name != "__init__.py":
            found[path.stem] = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    return found


def new_name(old: str) -> str | None:
    """Where a module is now, or where its parts are; None for a name that never was."""
    room, _, name = old.rpartition(".")
    first = room.partition(".")[0]
    if old in MOVED:
        return MOVED[old]
    return by_file_name().get(name) if first in MOVED or (PACKAGE / first).is_dir() else None


class MovedModules(MetaPathFinder, Loader):
    """Finds a module by its old name and returns its replacement."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        inside, _, old = fullname.partition(".")
        if inside != "shieldwall" or new_name(old) is None:
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        places = str(new_name(spec.name.partition(".")[2])).split()
        new = [f"shieldwall.{place}" for place in places]
        warnings.warn(f"{spec.name} is now {', '.join(new)}", DeprecationWarning, stacklevel=2)
        stand_in = ModuleType(spec.name)
        for module in new:
            names = vars(import_module(module)).items()
            stand_in.__dict__.update({key: value for key, value in names if key[:2] != "__"})
        return stand_in

    def exec_module(self, module: ModuleType) -> None:
        """Nothing to run: the new module has already run."""


def accept_old_names() -> None:
    if not any(isinstance(finder, MovedModules) for finder in sys.meta_path):
        sys.meta_path.append(MovedModules())
