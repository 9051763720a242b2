// Animations on the board: tokens that walk and lunge, projectiles, floating numbers, dice.

import type { Beat, LogLine, MapView, Roll, UnitView } from "../../protocol";
import { prefs } from "../../state/prefs.svelte";
import { play as sound } from "./sounds";
import { spotOf, type Spot } from "../../words/words";

export interface Effect {
  key: number;
  kind: "shot" | "text" | "flash" | "burst" | "area";
  x: number;
  y: number;
  toX: number;
  toY: number;
  text: string;
  tone: "harm" | "cure" | "miss" | "magic";
  /** Of an area: its squares. */
  squares: Spot[];
  ms: number;
}

export interface Tray {
  key: number;
  roll: Roll;
  who: string;
  what: string;
  /** Whether it is an attack, which hits or misses. */
  blow: boolean;
  /** Its target. */
  target: UnitView | undefined;
  /** Something other than the roll made it a hit or a miss. */
  turned: boolean;
  /** Whether the dice have stopped: then the result is shown. */
  landed: boolean;
}

/** The parts of the table that the stage needs. */
interface Board {
  unitNamed(id: string | null): UnitView | undefined;
  readonly map: MapView | null;
  change(id: string, news: Partial<UnitView>): void;
}

type Sleep = (ms: number) => Promise<void>;

const STEP = 130;
const WALK = 1_200;
/** In ms at normal speed; other animations take a default time. */
const LENGTHS: Partial<Record<Beat["shows"], number>> = {
  blow: 1_250,
  harm: 480,
  cure: 550,
  fall: 950,
  death: 700,
  roll: 950,
  test: 1_300,
  magic: 700,
  effect: 480,
  break: 700,
  wall: 600,
  door: 450,
  push: 300,
  shrug: 450,
  luck: 900,
};
/** For lines with a banner and no animation on the board. */
const BANNERS: Partial<Record<LogLine["big"], number>> = { round: 800, turn: 500 };
const MOMENT = 220;
/** The height of a floating word, in squares. */
const LINE = 0.5;
/** How long an area stays visible while its saves and damage are animated, in ms. */
const AFTERGLOW = 1_600;

export class Stage {
  effects = $state.raw<Effect[]>([]);
  tray = $state.raw<Tray | null>(null);
  /** Tokens by unit id: they are moved without a redraw. */
  figures = new Map<string, SVGGElement>();
  /** The walking unit: its name would not keep up with it. */
  walking = $state("");
  /** The facing of each unit, in degrees: its last move or attack. */
  facing = $state.raw<Record<string, number>>({});
  /** Units whose loss or gain has already been shown. */
  shown = new Set<string>();
  #board: Board;
  #key = 0;
  #running = new Set<Animation>();
  /** The last attack: a question may have come since its dice were removed. */
  #blow: Tray | null = null;

  constructor(board: Board) {
    this.#board = board;
  }

  lengthOf(line: LogLine): number {
    const beat = line.beat;
    if (beat?.shows === "walk") return Math.min(WALK, 120 + beat.squares.length * STEP);
    return (beat && LENGTHS[beat.shows]) ?? BANNERS[line.big] ?? (beat?.unit ? MOMENT : 0);
  }

  /** A unit turns from one place to another. */
  turn(id: string, from: Spot, to: Spot): void {
    if (from.x === to.x && from.y === to.y) return;
    const degrees = Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
    if (this.facing[id] !== degrees) this.facing = { ...this.facing, [id]: degrees };
  }

  /** A floating number without an animation. */
  float(x: number, y: number, text: string, tone: Effect["tone"]): void {
    this.#add({ kind: "text", x, y, text, tone, ms: 1_300 });
  }

  still(): void {
    for (const running of this.#running) running.cancel();
    this.#running.clear();
    this.effects = [];
    this.tray = null;
  }

  /** `tell` writes the line: at once, or when the dice have stopped. */
  async play(line: LogLine, ms: number, sleep: Sleep, tell: () => void = () => {}): Promise<void> {
    const beat = line.beat;
    const dice = beat?.roll && beat.shows !== "luck";
    if (!dice) tell();
    if (!beat) {
      if (line.big === "round") sound("round");
      await sleep(ms);
      return;
    }
    if (beat.shows === "blow" && beat.roll) await this.#attack(beat, beat.roll, ms, sleep, tell);
    else if (beat.shows === "luck" && beat.roll) await this.#turnBlow(beat.roll, ms, sleep);
    else if (beat.roll) await this.#roll(beat, beat.roll, ms, sleep, tell);
    else if (beat.shows === "walk" || beat.shows === "go") await this.#go(beat, ms, sleep);
    else if (beat.shows === "harm" || beat.shows === "cure") await this.#health(beat, ms, sleep);
    else if (beat.shows === "fall" || beat.shows === "death") await this.#fall(beat, ms, sleep);
    else await this.#moment(beat, ms, sleep);
  }

  // Kinds of beats.

  async #attack(beat: Beat, roll: Roll, ms: number, sleep: Sleep, tell: () => void): Promise<void> {
    const from = this.#board.unitNamed(beat.unit);
    const to = this.#board.unitNamed(beat.target);
    const shot = beat.word === "shot" || beat.word === "thrown";
    const start = ms * 0.4;
    this.#throwDice(roll, from?.name ?? "", to ? `→ ${to.name}` : "", true, to);
    await sleep(start);
    this.#land();
    tell();
    if (from && to) {
      this.turn(from.id, middle(from), middle(to));
      if (shot) this.#add({ kind: "shot", ...ends(from, to), ms: ms * 0.25 });
      else this.#lunge(from, to, ms * 0.35);
    }
    sound(shot ? "shot" : "swing");
    await sleep(ms * 0.22);
    if (to && !roll.success) {
      this.#add({ kind: "text", ...above(to), text: "miss", tone: "miss", ms: 1_100 });
      sound("miss");
    } else if (to) {
      this.#shake(to, ms * 0.25);
      sound("hit");
    }
    await sleep(ms * 0.38);
  }

  /** The dice stay as they are, and only the result changes. */
  async #turnBlow(roll: Roll, ms: number, sleep: Sleep): Promise<void> {
    const tray = this.#blow;
    if (tray) {
      this.tray = { ...tray, key: ++this.#key, roll: { ...tray.roll, success: roll.success }, turned: true };
      this.#land();
      if (tray.target) this.#add({ kind: "text", ...above(tray.target), text: roll.success ? "hit" : "miss", tone: roll.success ? "harm" : "miss", ms: 1_100 });
    }
    sound(roll.success ? "hit" : "miss");
    await sleep(ms);
  }

  async #roll(beat: Beat, roll: Roll, ms: number, sleep: Sleep, tell: () => void): Promise<void> {
    const who = this.#board.unitNamed(beat.unit);
    this.#throwDice(roll, who?.name ?? "", beat.word, false);
    await sleep(ms * 0.5);
    this.#land();
    tell();
    await sleep(ms * 0.5);
  }

  async #go(beat: Beat, ms: number, sleep: Sleep): Promise<void> {
    const unit = this.#board.unitNamed(beat.unit);
    const spots = beat.squares.map(spotOf).filter((at) => at !== null);
    const end = spots.at(-1);
    if (!unit || !end) return;
    if (beat.shows === "walk") sound("steps");
    const half = unit.size / 2;
    const last = spots.at(-2) ?? unit;
    this.turn(unit.id, last, end);
    if (!this.#board.map?.open) {
      this.walking = unit.id;
      this.#animate(unit.id, [unit, ...spots].map((at) => at_(at.x + half, at.y + half)), ms);
    }
    await sleep(ms);
    this.walking = "";
    this.#board.change(unit.id, { x: end.x, y: end.y, square: beat.squares.at(-1)! });
  }

  async #health(beat: Beat, ms: number, sleep: Sleep): Promise<void> {
    const unit = this.#board.unitNamed(beat.unit);
    if (unit && beat.amount) {
      const cure = beat.shows === "cure";
      this.#add({ kind: "text", ...above(unit), text: `${cure ? "+" : "−"}${beat.amount}`, tone: cure ? "cure" : "harm", ms: 1_300 });
      if (!cure) this.#add({ kind: "flash", ...above(unit), x: unit.x + unit.size / 2, y: unit.y + unit.size / 2, tone: "harm", ms: 300 });
      this.shown.add(unit.id);
      sound(cure ? "cure" : "hurt");
      if (beat.left !== null) this.#board.change(unit.id, { hp: beat.left });
    }
    await sleep(ms);
  }

  async #fall(beat: Beat, ms: number, sleep: Sleep): Promise<void> {
    const unit = this.#board.unitNamed(beat.unit);
    if (unit) {
      sound("fall");
      this.shown.add(unit.id);
      const dead = beat.shows === "death" || beat.word === "dead";
      this.#board.change(unit.id, { band: dead ? "dead" : "down", hp: unit.hp === null ? null : 0 });
    }
    await sleep(ms);
  }

  async #moment(beat: Beat, ms: number, sleep: Sleep): Promise<void> {
    const unit = this.#board.unitNamed(beat.unit);
    if (unit && (beat.shows === "magic" || beat.shows === "effect")) {
      sound("magic");
      this.#add({ kind: "burst", ...above(unit), x: unit.x + unit.size / 2, y: unit.y + unit.size / 2, tone: "magic", ms: Math.max(450, ms) });
      if (beat.word) this.#add({ kind: "text", ...above(unit), text: beat.word, tone: "magic", ms: 1_300 });
      const squares = beat.squares.map(spotOf).filter((at) => at !== null);
      if (squares.length > 0) this.#add({ kind: "area", ...centre(squares), squares, tone: "magic", ms: ms + AFTERGLOW });
    }
    if (beat.shows === "door") sound("door");
    if (beat.shows === "break") sound("fall");
    await sleep(ms);
  }

  // What they are made of.

  #throwDice(roll: Roll, who: string, what: string, blow: boolean, target?: UnitView): void {
    if (blow) this.#blow = null;
    if (roll.die === null && roll.total === null) return;
    sound("dice");
    this.tray = { key: ++this.#key, roll, who, what, blow, target, turned: false, landed: false };
    if (blow) this.#blow = this.tray;
  }

  #land(): void {
    const tray = this.tray;
    if (!tray) return;
    this.tray = { ...tray, landed: true };
    // It stays until other dice are rolled.
    window.setTimeout(() => {
      if (this.tray?.key === tray.key) this.tray = null;
    }, 1_800);
  }

  #add(effect: Partial<Effect> & Pick<Effect, "kind" | "x" | "y" | "ms">): void {
    const key = ++this.#key;
    const whole: Effect = { toX: effect.x, toY: effect.y, text: "", tone: "harm", squares: [], ...effect, key };
    // Words over the same token are stacked.
    if (whole.kind === "text") whole.y -= LINE * this.effects.filter((one) => one.kind === "text" && one.x === whole.x && Math.abs(one.y - whole.y) < 2 * LINE).length;
    this.effects = [...this.effects, whole];
    window.setTimeout(() => (this.effects = this.effects.filter((one) => one.key !== key)), effect.ms);
  }

  #lunge(from: UnitView, to: UnitView, ms: number): void {
    const [a, b] = [middle(from), middle(to)];
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const reach = Math.min(0.45, far / 2);
    const there = at_(a.x + ((b.x - a.x) / far) * reach, a.y + ((b.y - a.y) / far) * reach);
    const here = at_(a.x, a.y);
    this.#animate(from.id, [here, there, here], ms);
  }

  #shake(unit: UnitView, ms: number): void {
    const { x, y } = middle(unit);
    this.#animate(unit.id, [at_(x, y), at_(x + 0.07, y), at_(x - 0.07, y), at_(x + 0.04, y), at_(x, y)], ms);
  }

  #animate(id: string, places: string[], ms: number): void {
    const figure = this.figures.get(id);
    if (!figure || prefs.still || ms <= 0) return;
    const running = figure.animate(
      places.map((transform) => ({ transform })),
      { duration: ms, easing: "linear", fill: "none" },
    );
    this.#running.add(running);
    const over = (): void => void this.#running.delete(running);
    running.finished.then(over, over);
  }
}

function at_(x: number, y: number): string {
  return `translate(${x}px, ${y}px)`;
}

function middle(unit: UnitView): Spot {
  return { x: unit.x + unit.size / 2, y: unit.y + unit.size / 2 };
}

function above(unit: UnitView): Spot {
  return { x: unit.x + unit.size / 2, y: unit.y + 0.25 };
}

function centre(squares: Spot[]): Spot {
  const sum = squares.reduce((all, one) => ({ x: all.x + one.x + 0.5, y: all.y + one.y + 0.5 }), { x: 0, y: 0 });
  return { x: sum.x / squares.length, y: sum.y / squares.length };
}

function ends(from: UnitView, to: UnitView): Pick<Effect, "x" | "y" | "toX" | "toY"> {
  const [a, b] = [middle(from), middle(to)];
  return { x: a.x, y: a.y, toX: b.x, toY: b.y };
}
