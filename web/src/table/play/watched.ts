// What comes into view while a line of the log is played out.

import type { LogLine } from "../../protocol";

export interface Watched {
  units: string[];
  /** Where somebody goes: the way there is shorter to follow than both its ends. */
  square: string | null;
}

/** What a line is about: who acts and on whom, or where somebody goes. */
export function involved(line: LogLine | null): Watched {
  const beat = line?.beat;
  if (beat?.shows === "walk" || beat?.shows === "go") return { units: [], square: beat.squares.at(-1) ?? null };
  // What is only announced shows nothing between the two yet.
  const aimed = beat?.shows ? beat.target : "";
  return { units: [beat?.unit, aimed].filter((id) => id !== undefined && id !== "") as string[], square: null };
}
