// A fight as a film: the lines of its log, and the board after each of them.

import type { Beat, ClockView, LogLine, MapView, Over, Roll, SideView, Term, UnitView } from "../protocol";
import { spotOf } from "../words/words";

/** A line without default values. */
type ShortLine = Pick<LogLine, "number" | "kind" | "text"> & {
  terms?: Term[];
  round?: number;
  hidden?: boolean;
  big?: LogLine["big"];
  beat?: (Partial<Omit<Beat, "roll">> & { roll?: Pick<Roll, "dice" | "success"> & Partial<Roll> }) | null;
};

interface Frame {
  line?: ShortLine;
  /** Complete if a unit is new, else only the changes. */
  units?: (Partial<UnitView> & { id: string })[];
  gone?: string[];
  clock?: ClockView;
  sides?: SideView[];
  map?: MapView;
  /** For the GM: the number of tape entries before it. */
  entry?: number;
}

export interface Act {
  /** The number of frames before it. */
  at: number;
  unit: string;
  round: number;
}

export interface Film {
  film: number;
  title: string;
  book: string;
  role: "gm" | "player" | "watcher";
  seat: string;
  fight?: string;
  start: { units: UnitView[]; clock: ClockView; sides: SideView[]; map: MapView };
  frames: Frame[];
  acts: Act[];
  over: Over | null;
  /** In a shared file of the GM: the whole record. */
  tape?: string;
}

/** The board after this many frames. */
export interface Shot {
  units: UnitView[];
  clock: ClockView;
  sides: SideView[];
  map: MapView;
  entry: number;
  round: number;
  /** The number of lines shown. */
  lines: number;
}

function wholeLine(line: ShortLine): LogLine {
  return { terms: [], round: 0, hidden: false, big: "", ...line, beat: line.beat ? wholeBeat(line.beat) : null };
}

function wholeBeat(beat: NonNullable<ShortLine["beat"]>): Beat {
  const roll = beat.roll ? { die: null, total: null, needs: null, under: false, ...beat.roll } : null;
  const usual = { unit: "", target: "", by: "", squares: [], word: "", weapon: "", amount: null, left: null, shows: "" as const };
  return { ...usual, ...beat, roll };
}

/** Every line, and the board at the start and after each frame. */
export function developed(film: Film): { lines: LogLine[]; shots: Shot[] } {
  const lines: LogLine[] = [];
  const start = film.start;
  let shot: Shot = { ...start, entry: 0, round: start.clock.round, lines: 0 };
  const shots = [shot];
  for (const frame of film.frames) {
    let units = shot.units;
    if (frame.line) {
      const line = wholeLine(frame.line);
      lines.push(line);
      // The board is updated at the end of the moment; until then, only what the line itself says.
      if (!frame.units) units = told(units, line);
    }
    if (frame.units || frame.gone) {
      const news = new Map((frame.units ?? []).map((one) => [one.id, one]));
      const gone = new Set(frame.gone ?? []);
      units = units.filter((unit) => !gone.has(unit.id)).map((unit) => ({ ...unit, ...news.get(unit.id) }));
      const known = new Set(units.map((unit) => unit.id));
      for (const one of news.values()) if (!known.has(one.id)) units.push(one as UnitView);
    }
    shot = {
      units,
      clock: frame.clock ?? shot.clock,
      sides: frame.sides ?? shot.sides,
      map: frame.map ?? shot.map,
      entry: frame.entry ?? shot.entry,
      round: lines.at(-1)?.round ?? shot.round,
      lines: lines.length,
    };
    shots.push(shot);
  }
  return { lines, shots };
}

function told(units: UnitView[], line: LogLine): UnitView[] {
  const beat = line.beat;
  if (!beat?.unit) return units;
  const news: Partial<UnitView> = {};
  if (beat.left !== null) news.hp = beat.left;
  const end = beat.shows === "walk" || beat.shows === "go" ? beat.squares.at(-1) : undefined;
  const spot = spotOf(end);
  if (end && spot) Object.assign(news, { x: spot.x, y: spot.y, square: end });
  if (beat.shows === "death" || (beat.shows === "fall" && beat.word === "dead")) news.band = "dead";
  else if (beat.shows === "fall") news.band = "down";
  if (Object.keys(news).length === 0) return units;
  return units.map((unit) => (unit.id === beat.unit ? { ...unit, ...news } : unit));
}
