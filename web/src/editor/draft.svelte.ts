// The file being edited: its values, its text, its problems, and undo.
//
// Every change is made to the values. The server writes them into the original text, so that comments stay in place,
// and answers with all problems. Undo goes back to earlier values.

import { ApiTrouble, wordsFor } from "../api/api";
import { libraryApi, type Kind } from "../api/libraryApi";
import type { DraftUnit, Looked, MapView, Outdated, ProblemLine } from "../protocol";
import { looksByName, viewOf } from "./mapModel";
import { copyOf, isKeys, type Keys } from "./tree";

interface Step {
  base: string;
  tree: Keys;
  what: string;
}

const MOST_STEPS = 200;
const PAUSE = 120;

export class Draft {
  kind: Kind;
  name: string;
  token: string;
  /** The opened or typed text, into which the values are written. */
  base = $state("");
  tree = $state.raw<Keys>({});
  /** The text with the current values. */
  text = $state("");
  saved = $state("");
  version = $state("");
  path = $state("");
  looked = $state.raw<Looked | null>(null);
  problems = $state.raw<ProblemLine[]>([]);
  units = $state.raw<DraftUnit[]>([]);
  trouble = $state("");
  conflict = $state.raw<Outdated | null>(null);
  /** Whether the file cannot be read at all; then only its text can be edited. */
  broken = $state(false);
  ready = $state(false);
  saving = $state(false);
  looking = $state(false);
  past = $state.raw<Step[]>([]);
  future = $state.raw<Step[]>([]);
  #timer = 0;
  #asked = 0;
  #waiting: (() => void)[] = [];

  constructor(token: string, kind: Kind, name: string) {
    this.token = token;
    this.kind = kind;
    this.name = name;
  }

  /** The values of the map: the `map` of an encounter, or a whole map file; null if the map is another file. */
  get map(): Keys | null {
    if (this.kind === "maps") return this.tree;
    const map = this.tree.map;
    return isKeys(map) ? map : null;
  }

  view = $derived.by<MapView | null>(() => {
    const tree = this.tree;
    const map = this.kind === "maps" ? tree : tree.map;
    if (isKeys(map) && typeof map.squares === "string") return viewOf(map, looksByName(this.looked?.map ?? null));
    return this.looked?.map ?? null;
  });

  unsaved = $derived(this.text !== this.saved);

  async open(): Promise<void> {
    try {
      const file = await libraryApi.read(this.token, this.kind, this.name);
      this.#take(file.text, file.version);
      this.path = file.path;
      this.past = [];
      this.future = [];
      await this.look();
      this.ready = true;
    } catch (problem) {
      this.trouble = wordsFor(problem);
    }
  }

  #take(text: string, version: string): void {
    this.base = text;
    this.text = text;
    this.saved = text;
    this.version = version;
    this.conflict = null;
  }

  /** Make a change that can be undone. Changes of one stroke with the same words are one step. */
  change(what: string, make: (tree: Keys) => void, joins = false): void {
    if (this.broken) return;
    const before: Step = { base: this.base, tree: this.tree, what };
    const tree = copyOf(this.tree);
    make(tree);
    if (JSON.stringify(tree) === JSON.stringify(this.tree)) return;
    const last = this.past[this.past.length - 1];
    if (!(joins && last?.what === what)) this.past = [...this.past, before].slice(-MOST_STEPS);
    this.future = [];
    this.tree = tree;
    this.#soon();
  }

  /** Ends a stroke: the next change is a separate step. */
  endStroke(): void {
    const last = this.past[this.past.length - 1];
    if (last) this.past = [...this.past.slice(0, -1), { ...last, what: `${last.what}.` }];
  }

  undo(): void {
    this.#step("past", "future");
  }

  redo(): void {
    this.#step("future", "past");
  }

  #step(from: "past" | "future", to: "past" | "future"): void {
    const step = this[from][this[from].length - 1];
    if (!step) return;
    this[to] = [...this[to], { base: this.base, tree: this.tree, what: step.what }];
    this[from] = this[from].slice(0, -1);
    this.base = step.base;
    this.tree = step.tree;
    this.broken = false;
    void this.look();
  }

  /** The text was edited by hand. */
  type(text: string): void {
    if (text === this.text) return;
    const last = this.past[this.past.length - 1];
    if (last?.what !== "text") this.past = [...this.past, { base: this.base, tree: this.tree, what: "text" }].slice(-MOST_STEPS);
    this.future = [];
    this.base = text;
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.look(true), PAUSE * 3);
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.looking = true;
    this.#timer = window.setTimeout(() => void this.look(), PAUSE);
  }

  /** Ask the server for the resulting text and its problems. */
  async look(typed = false): Promise<void> {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    const values = typed || (!this.ready && this.past.length === 0) ? null : this.tree;
    this.looking = true;
    try {
      const found = await libraryApi.look(this.token, this.kind, this.name, this.base, values);
      if (asked !== this.#asked) return;
      this.looked = found;
      this.problems = found.problems;
      this.units = found.units;
      this.text = found.text;
      if (values === null) {
        this.broken = found.tree === null;
        if (found.tree) this.tree = found.tree as Keys;
      }
      this.trouble = "";
    } catch (problem) {
      if (asked === this.#asked) this.trouble = wordsFor(problem);
    }
    if (asked === this.#asked) {
      this.looking = false;
      for (const go of this.#waiting.splice(0)) go();
    }
  }

  /** Resolves when the text contains all changes. */
  async settled(): Promise<void> {
    if (!this.looking) return;
    await new Promise<void>((go) => this.#waiting.push(go));
  }

  async save(): Promise<boolean> {
    await this.settled();
    this.saving = true;
    const text = this.text;
    try {
      const made = await libraryApi.save(this.token, this.kind, this.name, text, this.version);
      this.version = made.version;
      this.saved = text;
      this.path = made.path;
      this.conflict = null;
      this.trouble = "";
      return true;
    } catch (problem) {
      if (problem instanceof ApiTrouble && problem.status === 409) this.conflict = problem.said as Outdated;
      else this.trouble = wordsFor(problem);
      return false;
    } finally {
      this.saving = false;
    }
  }

  /** Another program saved the file: load its version, or overwrite it. */
  async settle(mine: boolean): Promise<void> {
    const theirs = this.conflict;
    if (!theirs) return;
    this.conflict = null;
    this.version = theirs.version;
    if (mine) {
      await this.save();
      return;
    }
    this.past = [...this.past, { base: this.base, tree: this.tree, what: "theirs" }];
    this.saved = theirs.text;
    this.base = theirs.text;
    this.text = theirs.text;
    await this.look(true);
  }

  /** Whether the file on disk has changed; without unsaved changes it is loaded again. */
  async watch(): Promise<void> {
    if (!this.ready || this.saving || this.conflict || document.hidden) return;
    try {
      const file = await libraryApi.read(this.token, this.kind, this.name);
      if (file.version === this.version || this.saving) return;
      if (this.unsaved) {
        this.conflict = {
          detail: `${this.name} was changed by somebody else while you were editing.`,
          version: file.version,
          text: file.text,
        };
        return;
      }
      this.#take(file.text, file.version);
      await this.look(true);
    } catch {
      // The next check will report it.
    }
  }
}
