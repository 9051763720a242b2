// The log lines shown as banners, and their text: a round, a turn, a fall, broken morale, a spell on many units, a save
// with the best or worst roll.

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

/** This many units under the same effect in a row share one banner. */
const MANY = 3;
const BETWEEN = new Set<Beat["shows"]>(["roll", "test", "harm", "magic"]);

export class Moments {
  #what = "";
  #units: Named[] = [];
  #first = 0;

  /** The banner of a line; null if it is only in the log. */
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
      // Broken morale of a single unit already has a banner.
      if (this.#units.length === 1 && line.big !== "many") return { key, text: titled(line.text), tone: "bad" };
      if (this.#units.length < MANY && line.big === "many") return null;
      return { key, text: `${capital(this.#what)}: ${listedShort(this.#units)}`, tone: "bad" };
    }
    if (line.big === "many") return null;
    // Each of them may have its own save and damage.
    if (!beat || !BETWEEN.has(beat.shows)) this.#what = "";
    return line.big ? { key: String(line.number), text: titled(line.text), tone: line.big } : null;
  }
}

/** A title has no full stop. */
function titled(text: string): string {
  return text.replace(/\.$/, "");
}
