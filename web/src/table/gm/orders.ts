// What the referee may change in the middle of a fight: what is asked for, and how it is written.

import type { MapView, WallView } from "../../protocol";
import { placeName } from "../../words/words";

export type FieldKind = "unit" | "side" | "number" | "text" | "choice" | "square" | "squares" | "edge" | "creature";

export interface Field {
  key: string;
  kind: FieldKind;
  label: string;
  hint?: string;
  /** Of a choice: the words to choose from, and how they are shown where that differs. */
  options?: readonly (string | readonly [string, string])[];
  /** Of a choice: where the server's words for it stand. */
  from?: "conditions" | "fates" | "grounds" | "walls" | "doors" | "rulings" | "words" | "rules";
  optional?: boolean;
}

export interface OrderKind {
  name: string;
  label: string;
  fields: readonly Field[];
  /** The order as it is sent; by default its name and the values in their order. */
  write?: (values: Record<string, string>) => string;
}

const UNIT: Field = { key: "unit", kind: "unit", label: "Whom" };
const HOW: Pick<Field, "key" | "label"> = { key: "how", label: "How" };

function plain(name: string, label: string): OrderKind {
  return { name, label, fields: [UNIT] };
}

export const ORDER_GROUPS: readonly { title: string; orders: readonly OrderKind[] }[] = [
  {
    title: "Combatants",
    orders: [
      { name: "hp", label: "Set HP", fields: [UNIT, { ...HOW, kind: "number", hint: "HP, a number" }] },
      { name: "move", label: "Move", fields: [UNIT, { ...HOW, kind: "square", hint: "A square, as C4" }] },
      {
        name: "add",
        label: "Add somebody",
        fields: [
          { key: "what", kind: "creature", label: "What", hint: "As goblin" },
          { key: "square", kind: "square", label: "Where" },
          { key: "side", kind: "side", label: "On whose side" },
          { key: "hidden", kind: "choice", label: "Seen", options: [["", "by everybody"], ["hidden", "by nobody yet: hidden"]], optional: true },
          { key: "ident", kind: "text", label: "Short name", hint: "If you like", optional: true },
        ],
        write: ({ what, square, side, hidden, ident }) =>
          `add ${what} ${square} for ${side}${hidden ? ` ${hidden}` : ""}${ident ? ` as ${ident}` : ""}`,
      },
      plain("remove", "Remove"),
      {
        name: "condition",
        label: "Condition",
        fields: [
          UNIT,
          { key: "what", kind: "choice", label: "Which", from: "conditions" },
          {
            ...HOW,
            kind: "choice",
            label: "How long",
            options: [["", "until taken off"], ["for 1 round", "1 round"], ["for 3 rounds", "3 rounds"], ["for 10 rounds", "10 rounds"], ["off", "take it off"]],
            optional: true,
          },
        ],
      },
      {
        name: "fate",
        label: "Fate",
        fields: [UNIT, { ...HOW, kind: "choice", from: "fates" }],
      },
      plain("prone", "Knock prone"),
      plain("stand", "Stand up"),
      plain("drop", "Drop the weapon in hand"),
      plain("hide", "Hide from the others"),
      plain("reveal", "Reveal"),
      plain("ready", "Let it act again"),
      {
        name: "give",
        label: "Give an action",
        fields: [UNIT, { ...HOW, kind: "choice", options: [["main", "a Main Action"], ["move", "a Move Action"]] }],
      },
      { name: "side", label: "Change sides", fields: [UNIT, { key: "side", kind: "side", label: "To" }] },
      { name: "name", label: "Rename", fields: [UNIT, { ...HOW, kind: "text", label: "Name" }] },
      { name: "modifier", label: "Modifier on the next roll", fields: [UNIT, { ...HOW, kind: "text", hint: "As +2 or -1" }] },
      plain("advantage", "Advantage on the next roll"),
      plain("disadvantage", "Disadvantage on the next roll"),
      {
        name: "force",
        label: "Force a choice",
        fields: [{ ...HOW, kind: "text", label: "The choice", hint: "As goblin-1 attack alda with spear" }],
      },
    ],
  },
  {
    title: "Ground",
    orders: [
      {
        name: "door",
        label: "Open or close a door",
        fields: [
          { key: "door", kind: "choice", label: "Which", from: "doors" },
          { ...HOW, kind: "choice", options: ["open", "closed"] },
        ],
      },
      {
        name: "ground",
        label: "Change the ground",
        fields: [
          { key: "squares", kind: "squares", label: "Where" },
          { ...HOW, kind: "choice", label: "To", from: "grounds" },
        ],
      },
      {
        name: "floor",
        label: "Change the height",
        fields: [
          { key: "squares", kind: "squares", label: "Where" },
          { ...HOW, kind: "number", label: "Feet" },
        ],
      },
      {
        name: "solid",
        label: "Fill or clear squares",
        fields: [
          { key: "squares", kind: "squares", label: "Where" },
          { ...HOW, kind: "choice", label: "To", options: [["full", "filled to the ceiling"], ["3", "filled 3 ft high"], ["none", "clear"]] },
        ],
      },
      {
        name: "wall",
        label: "Put up or take away a wall",
        fields: [
          { key: "edge", kind: "edge", label: "Between", hint: "Two squares, as D4-D5" },
          { ...HOW, kind: "choice", label: "What", from: "walls" },
        ],
      },
      {
        name: "cover",
        label: "Declare cover",
        fields: [
          { key: "squares", kind: "squares", label: "Where" },
          { ...HOW, kind: "choice", label: "How much", options: ["0", "1", "2", "3", "4"] },
        ],
      },
      { name: "dark", label: "Light", fields: [{ ...HOW, kind: "choice", options: [["on", "it goes dark"], ["off", "there is light"]] }] },
    ],
  },
  {
    title: "The table",
    orders: [
      { name: "tell", label: "Tell everybody", fields: [{ ...HOW, kind: "text", label: "What", hint: "As: the roof begins to creak" }] },
      {
        name: "ruling",
        label: "Change a ruling",
        fields: [
          { key: "ruling", kind: "choice", label: "Which", from: "rulings" },
          { ...HOW, kind: "choice", label: "To", from: "words" },
        ],
      },
      {
        name: "enforce",
        label: "Waive or enforce a rule",
        fields: [
          { key: "rule", kind: "choice", label: "Which", from: "rules" },
          { ...HOW, kind: "choice", options: [["on", "enforced"], ["warn", "only a warning"], ["off", "waived"]] },
        ],
      },
      { name: "end", label: "End the fight", fields: [{ ...HOW, kind: "text", hint: "Why, in a word" }] },
      { name: "play-on", label: "Play on after the end", fields: [] },
      {
        name: "words",
        label: "An order in words",
        fields: [{ ...HOW, kind: "text", label: "The order", hint: "As: hp ogre 5" }],
        write: ({ how }) => how ?? "",
      },
    ],
  },
];

export const ORDERS: readonly OrderKind[] = ORDER_GROUPS.flatMap((group) => group.orders);

export function writeOrder(kind: OrderKind, values: Record<string, string>): string {
  if (kind.write) return kind.write(values);
  return [kind.name, ...kind.fields.map((field) => values[field.key] ?? "")]
    .filter((word) => word !== "")
    .join(" ");
}

const SQUARE = /^(?:[A-Z]{1,2}[0-9]{1,3}|[0-9]+ft(?:\/[0-9]+ft)?)$/i;

export function isFilled(field: Field, value: string): boolean {
  const text = value.trim();
  if (text === "") return field.optional ?? false;
  if (field.kind === "number") return /^[0-9]{1,4}$/.test(text);
  if (field.kind === "square") return SQUARE.test(text);
  if (field.kind === "squares") return text.split("-").length <= 2 && text.split("-").every((one) => SQUARE.test(one));
  if (field.kind === "edge") return text.split("-").length === 2 && text.split("-").every((one) => SQUARE.test(one));
  return true;
}

/** The two squares an edge lies between, as `D4-D5`; "" for one that lies along no edge. */
export function edgeName(map: MapView, wall: WallView): string {
  const x = Math.floor((wall.x0 + wall.x1) / 2);
  const y = Math.floor((wall.y0 + wall.y1) / 2);
  if (wall.x0 === wall.x1) return `${placeName(map, wall.x0 - 1, y)}-${placeName(map, wall.x0, y)}`;
  if (wall.y0 === wall.y1) return `${placeName(map, x, wall.y0 - 1)}-${placeName(map, x, wall.y0)}`;
  return "";
}
