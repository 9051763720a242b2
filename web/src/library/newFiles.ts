// The initial text of a new file of each kind.

import type { Kind } from "../api/libraryApi";

const WIDE = 16;
const HIGH = 10;

function rows(wide: number, high: number, indent: string): string {
  return `${indent}${".".repeat(wide)}\n`.repeat(high);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

export function newFile(kind: Kind, title: string): string {
  if (kind === "maps") return `title: ${quoted(title)}\nsquares: |\n${rows(WIDE, HIGH, "  ")}`;
  if (kind === "creatures") {
    return (
      `${quoted(title.toLowerCase())}:\n  hd: 1\n  ac: 12\n  speed: 30\n  morale: 7\n` +
      "  natural:\n    - {name: bite, damage: 1d6, type: piercing}\n"
    );
  }
  if (kind === "parties") {
    return (
      `title: ${quoted(title)}\nrules: sovereign\ncharacters:\n  - name: Edith\n    class: warrior\n    level: 1\n` +
      "    attributes: {str: 14, dex: 12, con: 13, int: 10, wis: 9, cha: 11}\n    skills: {stab: 1}\n" +
      "    armour: leather\n    shield: yes\n    weapons: [sword]\n"
    );
  }
  return (
    `title: ${quoted(title)}\nrules: sovereign\nmap:\n  squares: |\n${rows(WIDE, HIGH, "    ")}` +
    "sides:\n  - name: party\n    players: yes\n    units: []\n  - name: foes\n    units: []\n"
  );
}
