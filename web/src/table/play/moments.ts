// Which lines of the log are told big, and how: a round, a turn, a fall, courage that breaks, many who
// come under the same spell, a save that could not have gone better or worse.

import type { LogLine } from "../../protocol";
import { capital, listed } from "../../words/words";

export interface Moment {
  key: string;
  text: string;
  tone: "round" | "turn" | "grave" | "bad" | "good";
}

const TONES: Record<string, Moment["tone"]> = {
  round: "round",
  side: "turn",
  surprise: "turn",
  falls: "grave",
  dies: "grave",
  breaks: "bad",
  "runs-away": "bad",
  surrenders: "bad",
  swallowed: "bad",
  rises: "bad",
  revived: "good",
  ends: "round",
};
/** So many who come under the same effect, one after the other, are one moment. */
const MANY = 3;
const BEST = 20;

export class Moments {
  #what = "";
  #names: string[] = [];
  #first = 0;

  /** What a line is told as; null for what the log alone tells. */
  of(line: LogLine, nameOf: (id: string) => string): Moment | null {
    const beat = line.beat;
    if (line.kind === "condition" && beat) {
      if (beat.word !== this.#what) {
        this.#what = beat.word;
        this.#names = [];
        this.#first = line.number;
      }
      this.#names.push(nameOf(beat.unit));
      if (this.#names.length < MANY) return null;
      return { key: `many ${this.#first}`, text: `${capital(this.#what)}: ${listed(this.#names)}`, tone: "bad" };
    }
    if (line.kind !== "save" && line.kind !== "harm" && line.kind !== "uses") this.#what = "";
    if (line.kind === "morale" && beat?.roll) {
      return { key: String(line.number), text: line.text, tone: beat.roll.success ? "good" : "bad" };
    }
    if (line.kind === "save" && beat?.roll?.dice === "d20" && (beat.roll.die === BEST || beat.roll.die === 1)) {
      return { key: String(line.number), text: line.text, tone: beat.roll.success ? "good" : "bad" };
    }
    const tone = TONES[line.kind];
    return tone ? { key: String(line.number), text: line.text, tone } : null;
  }
}
