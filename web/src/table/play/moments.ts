// Which lines of the log are told big, and how: a round, a turn, a fall, courage that breaks, many who
// come under the same spell, a save that could not have gone better or worse.

import type { Beat, LogLine } from "../../protocol";
import { capital, listedShort } from "../../words/words";

export interface Moment {
  key: string;
  text: string;
  tone: "round" | "turn" | "grave" | "bad" | "good";
}

interface Named {
  name: string;
  /** Of one of several of a kind; the name ends with it. */
  number: string;
}

/** So many who come under the same effect, one after the other, are one moment. */
const MANY = 3;
const BETWEEN = new Set<Beat["shows"]>(["roll", "test", "harm", "magic"]);

export class Moments {
  #what = "";
  #units: Named[] = [];
  #first = 0;

  /** What a line is told as; null for what the log alone tells. */
  of(line: LogLine, unitOf: (id: string) => Named): Moment | null {
    const beat = line.beat;
    if (beat && (line.big === "many" || beat.shows === "break")) {
      if (beat.word !== this.#what) {
        this.#what = beat.word;
        this.#units = [];
        this.#first = line.number;
      }
      this.#units.push(unitOf(beat.unit));
      const key = `many ${this.#first}`;
      // Courage that breaks is a moment already when it is one man's.
      if (this.#units.length === 1 && line.big !== "many") return { key, text: titled(line.text), tone: "bad" };
      if (this.#units.length < MANY && line.big === "many") return null;
      return { key, text: `${capital(this.#what)}: ${listedShort(this.#units)}`, tone: "bad" };
    }
    if (line.big === "many") return null;
    // Each of them may have a save of its own, and be hurt besides.
    if (!beat || !BETWEEN.has(beat.shows)) this.#what = "";
    return line.big ? { key: String(line.number), text: titled(line.text), tone: line.big } : null;
  }
}

/** A title has no full stop. */
function titled(text: string): string {
  return text.replace(/\.$/, "");
}
