// Numbers as strokes. A large map has hundreds of them, and browsers lay out text far more slowly than they draw a
// path, so a row of squares is one path. Lengths are in the height of a digit; each sign starts at its upper left
// corner.

const STROKES: Record<string, string> = {
  "0": "m0 .3c0-.4 .56-.4 .56 0v.4c0 .4-.56 .4-.56 0z",
  "1": "m.08 .22l.24-.22v1",
  "2": "m.02 .28c0-.38 .54-.38 .52 0c-.01 .2-.2 .36-.52 .72h.54",
  "3": "m.04 0h.46l-.28 .4c.45-.02 .45 .6 .04 .6c-.12 0-.22-.06-.26-.16",
  "4": "m.42 1v-1l-.42 .7h.58",
  "5": "m.5 0h-.42l-.04 .46c.1-.1 .5-.14 .5 .22c0 .38-.44 .4-.54 .16",
  "6": "m.46 .02c-.5 0-.46 .52-.46 .68c0 .4 .56 .4 .56 0c0-.36-.46-.36-.55-.06",
  "7": "m0 0h.56l-.36 1",
  "8": "m.28 .46c-.32 0-.32-.46 0-.46s.32 .46 0 .46c-.38 0-.38 .54 0 .54s.38-.54 0-.54",
  "9": "m.1 .98c.5 0 .46-.52 .46-.68c0-.4-.56-.4-.56 0c0 .36 .46 .36 .55 .06",
};
const WIDE = 0.56;
const NEXT = 0.78;

export interface Numbered {
  x: number;
  y: number;
  value: number;
}

/** The path of each row of squares with numbers, `height` squares high. */
export function numberRows(numbers: Numbered[], height: number): { y: number; path: string }[] {
  const rows = new Map<number, string>();
  for (const { x, y, value } of numbers) {
    const signs = String(Math.round(value));
    const wide = (signs.length - 1) * NEXT + WIDE;
    let left = (x + 0.5) / height - wide / 2;
    const top = ((y + 0.5) / height - 0.5).toFixed(2);
    let path = rows.get(y) ?? "";
    for (const sign of signs) {
      path += `M${left.toFixed(2)} ${top}${STROKES[sign] ?? ""}`;
      left += NEXT;
    }
    rows.set(y, path);
  }
  return [...rows].map(([y, path]) => ({ y, path }));
}
