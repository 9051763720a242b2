// The selected tool: a brush, a kind of wall, a stamp, a creature.

import type { SightTried } from "../protocol";
import { STAMPS, type Brush, type Stamp, type WallKind } from "./mapModel";

export type Tool = "select" | "paint" | "edge" | "room" | "stamp" | "light" | "pins" | "unit";
export type RoomKind = "walls" | "rock" | "rough" | "raised";

export class Tools {
  tool = $state<Tool>("select");
  brush = $state<Brush["what"]>("rock");
  feet = $state(5);
  area = $state("party");
  /** What is put on edges; null removes it. */
  wall = $state<WallKind | null>("wall");
  room = $state<RoomKind>("walls");
  stamp = $state.raw<Stamp>(STAMPS[0]!);
  light = $state(20);
  creature = $state("goblin");
  side = $state(1);
  /** The ids of selected units. */
  chosen = $state<string>("");
  pins = $state<string[]>([]);
  sight = $state.raw<SightTried | null>(null);
  sightTrouble = $state("");
  /** The keyboard cursor's square, and the square of a selected problem. */
  cursor = $state.raw<{ x: number; y: number } | null>(null);
  flash = $state("");

  get stroke(): Brush {
    switch (this.brush) {
      case "height":
        return { what: "height", feet: this.feet };
      case "stairs":
        return { what: "stairs", feet: this.feet };
      case "block":
        return { what: "block", feet: Math.max(1, this.feet), name: "block" };
      case "area":
        return { what: "area", name: this.area };
      default:
        return { what: this.brush };
    }
  }

  take(tool: Tool): void {
    this.tool = tool;
  }
}

export const BRUSHES: { what: Brush["what"]; label: string; hint: string; key: string }[] = [
  { what: "floor", label: "Floor", hint: "Plain floor; heights stay", key: "1" },
  { what: "rock", label: "Rock or pillar", hint: "Solid up to the ceiling", key: "2" },
  { what: "difficult", label: "Difficult", hint: "Difficult ground", key: "3" },
  { what: "water", label: "Water", hint: "Shallow water: difficult ground", key: "4" },
  { what: "gap", label: "Chasm", hint: "Blocks movement, not sight", key: "5" },
  { what: "height", label: "Height", hint: "Floor at this height", key: "6" },
  { what: "stairs", label: "Stairs", hint: "Steps at this height", key: "7" },
  { what: "block", label: "Block", hint: "Something solid of this height", key: "8" },
  { what: "area", label: "Start area", hint: "Where a side begins", key: "9" },
];
