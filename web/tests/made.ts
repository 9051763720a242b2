// Small things of the protocol, whole, with what a test says about them.

import type { MapView, OptionView, UnitView, VerbGroup } from "../src/protocol";

export function option(about: Partial<OptionView>): OptionView {
  return {
    choice: "", verb: "run", label: "", row: "", apart: "", note: "", target: null, weapon: null, weapon_words: "", bare: false, square: null, path: [],
    cost: "", spends: [], feet: null, provokes: [], strikes: {}, ranges: [], area: [], cover: "", warning: "", ...about,
  };
}

export function group(about: Partial<VerbGroup>): VerbGroup {
  return {
    verb: "run", kind: "move", name: "Move", title: "Run", rule: "", cost: "", spends: [], provokes: false, icon: "", rank: 0, ends: "", gives_up: false,
    words: false, options: [], ...about,
  };
}

export function unit(about: Partial<UnitView>): UnitView {
  return {
    id: "goblin", name: "Goblin", mark: "g", side: "foes", team: 1, mine: false, seat: "", mind: "", square: "A1", x: 0,
    y: 0, size: 1, feet: 0, band: "unhurt", hp: null, max_hp: null, ac: null, main: null, move: null, conditions: [],
    weapons: [], carries: [], in_hand: "", holds: "", number: "", has: [], is_removed: false, beside: [], picture: "", icon: "", condition_icons: {}, light: 0, acted: false,
    active: false, stops: "never", ...about,
  };
}

export function map(rows: string[], about: Partial<MapView> = {}): MapView {
  return {
    width: rows[0]!.length, height: rows.length, open: false, passage: 0, ground: rows,
    floor: rows.map((row) => [...row].map(() => 0)), cover: [], sky: false, walls: [], names: {}, looks: {},
    picture: "", picture_width: 0, picture_height: 0, known: null, ...about,
  };
}
