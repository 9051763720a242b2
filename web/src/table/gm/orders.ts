// Orders of the GM: the server sends the forms and writes the orders from them.

import type { MapView, OrderField, WallView } from "../../protocol";
import { placeName } from "../../words/words";

const SQUARE = /^(?:[A-Z]{1,2}[0-9]{1,3}|[0-9]+ft(?:\/[0-9]+ft)?)$/i;

export function isFilled(field: OrderField, value: string): boolean {
  const text = value.trim();
  if (text === "") return field.optional;
  if (field.kind === "number") return /^[0-9]{1,4}$/.test(text);
  if (field.kind === "square") return SQUARE.test(text);
  if (field.kind === "squares") return text.split("-").length <= 2 && text.split("-").every((one) => SQUARE.test(one));
  if (field.kind === "edge") return text.split("-").length === 2 && text.split("-").every((one) => SQUARE.test(one));
  return true;
}

/** The two squares beside an edge, as `D4-D5`; "" for a wall that does not follow an edge. */
export function edgeName(map: MapView, wall: WallView): string {
  const x = Math.floor((wall.x0 + wall.x1) / 2);
  const y = Math.floor((wall.y0 + wall.y1) / 2);
  if (wall.x0 === wall.x1) return `${placeName(map, wall.x0 - 1, y)}-${placeName(map, wall.x0, y)}`;
  if (wall.y0 === wall.y1) return `${placeName(map, x, wall.y0 - 1)}-${placeName(map, x, wall.y0)}`;
  return "";
}
