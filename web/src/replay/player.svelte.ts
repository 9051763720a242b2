// Shows a replay on a table without a seat: any moment of it, or line by line.

import { tick } from "svelte";
import type { LogLine, UnitView } from "../protocol";
import { PROTOCOL } from "../protocol";
import { Table } from "../state/table.svelte";
import { involved } from "../table/play/watched";
import { developed, type Film, type Shot } from "./film";

/** How much faster than at the table. */
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];
/** How long a line without animation is shown, in ms. */
const READING = 500;

export class Player {
  readonly table = new Table(null);
  readonly film: Film;
  readonly lines: LogLine[];
  readonly shots: Shot[];
  /** The number of frames shown. */
  at = $state(0);
  playing = $state(false);
  speed = $state<Speed>(1);
  readonly last: number;
  shot = $derived.by(() => this.shots[this.at]!);
  /** The last event. */
  line = $derived.by(() => {
    const told = this.shots[this.at]!.lines;
    return told > 0 ? this.lines[told - 1]! : null;
  });
  #run = 0;
  #wake: (() => void) | null = null;

  constructor(film: Film) {
    this.film = film;
    const { lines, shots } = developed(film);
    this.lines = lines;
    this.shots = shots;
    this.last = film.frames.length;
    this.table.fight.welcome = {
      type: "welcome",
      protocol: PROTOCOL,
      fight: film.fight ?? "",
      title: film.title,
      book: film.book,
      seat: film.seat,
      role: "watcher",
      settings: SETTINGS,
      run: "replay",
    };
    this.#show();
  }

  leave(): void {
    this.pause();
    this.table.leave();
  }

  /** Show the board after this many frames. */
  seek(at: number): void {
    this.pause();
    const before = this.at;
    this.at = Math.max(0, Math.min(this.last, Math.round(at)));
    this.#show();
    // After a jump, floating numbers would cover half the board.
    if (Math.abs(this.at - before) > 1) void tick().then(() => this.table.stage.still());
  }

  toggle(): void {
    if (this.playing) this.pause();
    else void this.play();
  }

  pause(): void {
    this.playing = false;
    this.#run += 1;
    this.table.stage.still();
    this.#wake?.();
  }

  async play(): Promise<void> {
    if (this.at >= this.last) this.seek(0);
    const run = ++this.#run;
    this.playing = true;
    while (run === this.#run && this.at < this.last) {
      await this.#step(run);
    }
    if (run === this.#run) this.playing = false;
  }

  // Places to jump to.

  get rounds(): { round: number; at: number }[] {
    const found: { round: number; at: number }[] = [];
    this.shots.forEach((shot, at) => {
      if (shot.round > (found.at(-1)?.round ?? 0)) found.push({ round: shot.round, at });
    });
    return found;
  }

  /** The next or previous turn of a unit, or of any unit (""), from here; null if there is none. */
  turn(unit: string, by: 1 | -1): number | null {
    const turns = this.film.acts.filter((act) => !unit || act.unit === unit).map((act) => act.at);
    const found = by > 0 ? turns.find((at) => at > this.at) : turns.filter((at) => at < this.at).at(-1);
    return found ?? null;
  }

  /** The acting units, in the order of their first turn. */
  get actors(): UnitView[] {
    const last = this.shots[this.last]!.units;
    const all = new Map([...this.shots[0]!.units, ...last].map((unit) => [unit.id, unit]));
    const ids = new Set(this.film.acts.map((act) => act.unit));
    return [...ids].map((id) => all.get(id)).filter((unit) => unit !== undefined);
  }

  /** The first moment at which the tape had this many entries. */
  frameAt(entry: number): number {
    const found = this.shots.findIndex((shot) => shot.entry >= entry);
    return found < 0 ? this.last : found;
  }

  // Inside.

  async #step(run: number): Promise<void> {
    const next = this.shots[this.at + 1]!;
    const table = this.table;
    this.at += 1;
    const line = next.lines > (this.shots[this.at - 1]?.lines ?? 0) ? this.lines[next.lines - 1]! : null;
    if (line) {
      table.fight.log = this.lines.slice(0, next.lines);
      const ms = Math.max(READING, table.stage.lengthOf(line)) / this.speed;
      await table.stage.play(line, ms, (time) => this.#sleep(time, run));
    }
    if (run === this.#run) this.#show();
  }

  #sleep(ms: number, run: number): Promise<void> {
    if (run !== this.#run) return Promise.resolve();
    return new Promise((done) => {
      const end = (): void => {
        clearTimeout(timer);
        if (this.#wake === end) this.#wake = null;
        done();
      };
      const timer = window.setTimeout(end, ms);
      this.#wake = end;
    });
  }

  #show(): void {
    const shot = this.shots[this.at]!;
    const table = this.table;
    table.fight.map = shot.map;
    table.selection.watched = involved(this.line);
    table.fight.log = this.lines.slice(0, shot.lines);
    table.fight.state = {
      type: "state",
      number: this.at,
      clock: shot.clock,
      sides: shot.sides,
      units: shot.units,
      seats: [],
      settings: SETTINGS,
      minds: {},
      pending: [],
      can_undo: false,
      sees: [],
      dark: false,
      map: null,
    };
  }
}

const SETTINGS = {
  foes_hp: "bands",
  foes_ac: "hidden",
  dice: "server",
  by_hand: [],
  timer: 0,
  paused: false,
  fog: false,
  hidden_rolls: false,
  watchers: false,
} satisfies Partial<import("../protocol").Settings> as import("../protocol").Settings;
