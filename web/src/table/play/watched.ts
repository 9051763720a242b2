// The units and squares to bring into view during an animation.

import type { LogLine } from "../../protocol";

export interface Watched {
  units: string[];
  /** The destination of a move: easier to follow than both ends. */
  square: string | null;
}

export const NOTHING: Watched = { units: [], square: null };

/** Where a line that was not animated has left its result: one unit or square, so that the view need not zoom out. */
export function result(line: LogLine): Watched {
  const { units, square } = involved(line);
  return { units: units.slice(-1), square };
}

/** The subject of a line: actor and target, or the destination of a move. */
export function involved(line: LogLine | null): Watched {
  const beat = line?.beat;
  if (beat?.shows === "walk" || beat?.shows === "go") return { units: [], square: beat.squares.at(-1) ?? null };
  // An announced action shows nothing between the two yet.
  const aimed = beat?.shows ? beat.target : "";
  return { units: [beat?.unit, aimed].filter((id) => id !== undefined && id !== "") as string[], square: null };
}
