// Which lines of the log are told big, and how: a round, a turn, a fall, courage that breaks, many who
// come under the same spell, a save that could not have gone better or worse.

import type { Beat, LogLine } from "../../protocol";
import { capital, listed } from "../../words/words";

export interface Moment {
  key: string;
  text: string;
  tone: "round" | "turn" | "grave" | "bad" | "good";
}

/** So many who come under the same effect, one after the other, are one moment. */
const MANY = 3;
const BETWEEN = new Set<Beat["shows"]>(["roll", "harm", "magic"]);

export class Moments {
  #what = "";
  #names: string[] = [];
  #first = 0;

  /** What a line is told as; null for what the log alone tells. */
  of(line: LogLine, nameOf: (id: string) => string): Moment | null {
    const beat = line.beat;
    if (line.big === "many") {
      if (!beat) return null;
      if (beat.word !== this.#what) {
        this.#what = beat.word;
        this.#names = [];
        this.#first = line.number;
      }
      this.#names.push(nameOf(beat.unit));
      if (this.#names.length < MANY) return null;
      return { key: `many ${this.#first}`, text: `${capital(this.#what)}: ${listed(this.#names)}`, tone: "bad" };
    }
    // Each of them may have a save of its own, and be hurt besides.
    if (!beat || !BETWEEN.has(beat.shows)) this.#what = "";
    return line.big ? { key: String(line.number), text: line.text, tone: line.big } : null;
  }
}
