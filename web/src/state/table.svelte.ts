// One seat at one table: the connection, everything the server has told, and what is looked at.

import type {
  Approached,
  Ask,
  Asked,
  ClientMessage,
  Danger,
  DieAsk,
  Greyed,
  LogLine,
  MapView,
  MindPlan,
  OptionView,
  Over,
  Preview,
  Refused,
  ServerMessage,
  Sheet,
  SightLines,
  State,
  UnitView,
  VerbGroup,
  Welcome,
  Workshop,
} from "../protocol";
import { PROTOCOL } from "../protocol";
import type { Place } from "../api/api";
import { Connection, type Link } from "./socket";
import { entriesOf, needsAim, type Entry } from "../table/act/actionBar";
import { GmHand } from "./gmHand.svelte";
import { Kept } from "./kept";
import { Notices, Points } from "./notices.svelte";
import { Odds } from "./odds.svelte";
import { Playback } from "../table/play/playback.svelte";
import { Approach } from "./approach.svelte";
import { firstAimed } from "../table/act/rows";
import { Stage } from "../table/play/stage.svelte";
import { play as sound } from "../table/play/sounds";
import { capital } from "../words/words";

export type { Link } from "./socket";

interface Choices {
  groups: VerbGroup[];
  greyed: Greyed[];
}

/** How long a pointer rests before it is asked how well somebody is seen, in ms. */
const REST = 90;
/** So many odds are asked for at the targets of an action. */
const MOST_ODDS = 12;

export class Table {
  link = $state<Link>("connecting");
  ended = $state("");
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<State | null>(null);
  map = $state.raw<MapView | null>(null);
  log = $state.raw<LogLine[]>([]);
  asks = $state.raw<Ask[]>([]);
  askedAt = $state(0);
  die = $state.raw<DieAsk | null>(null);
  sealed = $state.raw<Record<string, string>>({});
  waiting = $state.raw<string[]>([]);
  over = $state.raw<Over | null>(null);
  plan = $state.raw<MindPlan | null>(null);
  workshop = $state.raw<Workshop | null>(null);
  /** The sheet that is open, and of whom it was asked for. */
  sheet = $state.raw<Sheet | null>(null);
  #sheetOf = "";
  danger = $state.raw<Danger | null>(null);
  sight = $state.raw<SightLines | null>(null);
  options = $state.raw<Record<string, Choices>>({});
  notices = new Notices();
  sending = $state("");
  /** Places somebody points at just now. */
  points = new Points();
  /** What the next click on the map is for, where the GM wants a place pointed at. */
  pointing = $state.raw<((square: string, unit: string | null) => void) | null>(null);

  /** Which of the open questions is on the panel. */
  current = $state("");
  /** On a side's turn: whose choices are looked at. */
  focused = $state<string | null>(null);
  /** The choice that will be made on the next click or Enter. */
  staged = $state.raw<OptionView | null>(null);
  /** What is pointed at: its way and preview are shown. */
  hovered = $state.raw<OptionView | null>(null);
  /** What was picked on the map: a square's or a unit's choices stand first. */
  picked = $state.raw<{ square?: string; unit?: string } | null>(null);
  /** The choices of one row, of which the map is to say which: a spell's squares, a way to fly. */
  aim = $state.raw<OptionView[] | null>(null);
  /** The action of the bar whose target is being picked, and with which weapon or spell. */
  action = $state.raw<{ verb: string; variant: string } | null>(null);
  /** Whom to strike after the walk that is marked or under way. */
  next = $state<string | null>(null);
  /** In a replay: those it is about just now, who come into view. */
  watched = $state.raw<string[]>([]);
  /** The walk that was marked first, by which the server was asked what may follow. */
  #nextBy = $state("");
  /** The unit whose card is open. */
  looked = $state<string | null>(null);

  /** Those whom the GM has taken away are not spoken of again. */
  units = $derived((this.state?.units ?? []).filter((unit) => !unit.conditions.includes("removed")));
  byId = $derived(new Map(this.units.map((unit) => [unit.id, unit])));
  isGm = $derived(this.welcome?.role === "gm");
  /** One's own questions first; those others are asked stand on the GM's list only. */
  own = $derived(this.asks.filter((ask) => ask.whose === ""));
  ask = $derived(
    this.asks.find((ask) => ask.request === this.current) ?? this.own[0] ?? null,
  );
  actor = $derived(this.ask ? (this.ask.unit ?? this.focused ?? this.ask.focus) : null);
  isTurn = $derived(this.ask !== null && this.ask.ready.length > 0);
  shown = $derived.by<Choices>(() => {
    const ask = this.ask;
    if (!ask) return { groups: [], greyed: [] };
    const asked = this.options[optionsKey(ask.request, this.actor)];
    if (asked) return asked;
    if (this.actor === ask.focus || this.actor === ask.unit) {
      return { groups: ask.groups, greyed: ask.greyed };
    }
    return { groups: [], greyed: [] };
  });
  all = $derived(this.shown.groups.flatMap((group) => group.options));
  /** What can be done at a square, aimed at nobody; while a spell is aimed, that alone. */
  bySquare = $derived.by(() => {
    const found = new Map<string, OptionView[]>();
    for (const option of this.aim ?? this.all) {
      if (!option.square || option.target) continue;
      const there = found.get(option.square);
      if (there) there.push(option);
      else found.set(option.square, [option]);
    }
    return found;
  });
  /** Whom something can be done to, with the cover in a word: "clear" for none. */
  targets = $derived.by(() => {
    const found = new Map<string, string>();
    // The referee's questions, such as who goes first, name units but aim at nobody.
    if (this.ask?.unit === null && !this.isTurn) return found;
    for (const option of this.aim ?? this.all) {
      if (!option.target || (option.target === this.actor && !this.aim)) continue;
      if (!found.get(option.target) || option.cover === "") {
        found.set(option.target, option.cover || "clear");
      }
    }
    return found;
  });
  /** The buttons of the bar. */
  entries = $derived(this.isTurn ? entriesOf(this.shown.groups, this.byId.get(this.actor ?? "")?.in_hand ?? "") : []);
  /** The chance to hit each target, as far as it is known. */
  chances = $derived.by(() => {
    const found = new Map<string, number>();
    for (const target of this.isTurn ? this.targets.keys() : []) {
      const hit = this.previewOf(this.aimedAt(target) ?? null)?.hit;
      if (hit) found.set(target, hit);
    }
    return found;
  });
  /** The choice that is looked at: what is marked, else what is pointed at. */
  looking = $derived(this.staged ?? this.hovered);
  /** The blow that follows the walk that is marked, with its odds; null where none does. */
  blow = $derived.by<Approached | null>(() => {
    const found = this.next ? this.approaches.of(this.next, this.#nextBy) : undefined;
    return found && found.walk !== "" && found.walk === this.staged?.choice ? found : null;
  });

  /** What plays out on the board, and the queue of what is to be. */
  stage = new Stage(this);
  gm = new GmHand(this);
  playback = new Playback(this.stage, {
    apply: (message, at) => this.#hear(message, at),
    write: (line) => this.#write([line], null),
  });
  odds = new Odds({
    request: () => this.ask?.request ?? "",
    isOpen: () => this.link === "open",
    looksAt: (choice) => this.looking?.choice === choice,
    send: (request, choice) => this.send({ type: "preview", request, choice }),
  });

  approaches = new Approach({
    request: () => this.ask?.request ?? "",
    isOpen: () => this.link === "open",
    send: (message) => this.send(message),
  });

  /** None where nobody sits: a replay. */
  #line: Connection | null = null;
  #kept = new Kept();
  #looking = 0;
  #sent = { request: "", choice: "" };
  #afterWalk: { unit: string | null; target: string; blow: string; hp: number | null } | null = null;
  /** A choice that came too late: marked again where it is still open. */
  #lateFor = "";

  constructor(place: Place | null) {
    if (!place) return;
    this.#line = new Connection(place, {
      hear: (message) => this.playback.hear(message),
      cut: (link, reason) => {
        this.sending = "";
        this.link = link;
        this.ended = reason;
      },
      known: () => ({ since: this.log.at(-1)?.number ?? 0, run: this.welcome?.run ?? "" }),
    });
  }

  leave(): void {
    this.#line?.leave();
  }

  send(message: ClientMessage): boolean {
    if (!this.#line) return false;
    if (this.#line.send(message)) return true;
    this.tell("warn", "Not connected just now; nothing was sent.");
    return false;
  }

  #hear(message: ServerMessage, at: number): void {
    switch (message.type) {
      case "welcome":
        if (message.protocol !== PROTOCOL) {
          this.tell("bad", "The server is of another version than this page: reload it.");
        }
        if (this.welcome && this.welcome.run !== message.run) this.log = [];
        this.welcome = message;
        this.link = "open";
        break;
      case "state":
        if (message.map) this.map = message.map;
        this.state = { ...message, units: this.#kept.keep(message.units) };
        this.danger = null;
        this.sight = null;
        if (this.#sheetOf) this.send({ type: "sheet", unit: this.#sheetOf });
        if (this.over && message.can_undo && !this.#isOver(message)) this.over = null;
        break;
      case "log":
        this.#write(message.lines, message.cut);
        break;
      case "asked":
        this.#take(message, at);
        break;
      case "options":
        this.options = {
          ...this.options,
          [optionsKey(message.request, message.unit)]: message,
        };
        this.#markAgain();
        this.#markNext();
        break;
      case "refused":
        this.#refuse(message);
        break;
      case "previewed":
        this.odds.keep(message.request, message.choice, message.preview);
        break;
      case "approached":
        this.approaches.keep(message);
        this.#approached(message);
        break;
      case "danger":
        // A sharper one is for whoever still looks at the first.
        if (!message.sharper || this.danger?.unit === message.unit) this.danger = message;
        break;
      case "sight":
        this.sight = message;
        break;
      case "workshop":
        this.workshop = message;
        break;
      case "sheet":
        if (message.unit === this.#sheetOf) this.sheet = message;
        break;
      case "plan":
        this.plan = message;
        break;
      case "over":
        this.over = message;
        break;
      case "error":
        this.sending = "";
        this.tell("bad", message.text);
        break;
      case "pointed":
        this.points.show(message.seat, message.square);
        break;
      case "pong":
        break;
    }
  }

  /** Only what a person chose is worth a word; a preview that came too late is not. */
  #refuse(message: Refused): void {
    const own = ["", this.#sent.request, this.die?.request].includes(message.request);
    if (!own || (message.question && message.stale)) return;
    this.sending = "";
    this.staged = null;
    if (!message.stale) {
      this.tell("warn", capital(message.text) + cited(message.cite));
      return;
    }
    this.#lateFor = this.#sent.choice;
    this.tell("warn", "Somebody else was quicker, and nothing was done. Look, and choose again.");
    this.#markAgain();
  }

  #markAgain(): void {
    const open = this.#lateFor ? this.all.find((one) => one.choice === this.#lateFor) : undefined;
    if (!open) return;
    this.#lateFor = "";
    this.staged = open;
    this.preview(open);
  }

  #isOver(_state: State): boolean {
    return this.asks.length === 0 && this.die === null;
  }

  #write(lines: LogLine[], cut: number | null): void {
    const first = Math.min(cut ?? Infinity, lines[0]?.number ?? Infinity);
    this.log = [...this.log.filter((line) => line.number < first), ...lines];
  }

  #take(message: Asked, at: number): void {
    const before = new Set(this.asks.map((ask) => ask.request));
    const open = new Set(message.asks.map((ask) => ask.request));
    this.asks = message.asks;
    this.askedAt = at;
    this.die = message.die;
    this.sealed = message.sealed;
    this.waiting = message.waiting_for;
    this.sending = "";
    if (message.asks.length > 0 || message.die) this.over = null;
    if (this.plan && !open.has(this.plan.request)) this.plan = null;
    const fresh = message.asks.find((ask) => ask.whose === "" && !before.has(ask.request));
    if (!open.has(this.current) || fresh) {
      this.current = (fresh ?? message.asks.find((ask) => ask.whose === ""))?.request ?? "";
      this.clear();
      this.options = {};
      this.odds.forget();
      this.approaches.forget();
      if (fresh && !this.isGm) sound("yours");
      const ask = this.ask;
      const ready = ask?.ready ?? [];
      if (ready.length === 0) this.focused = null;
      else if (!this.focused || !ready.includes(this.focused)) this.#settle(ask!);
      else if (this.focused !== ask!.focus) this.focusOn(this.focused);
      this.#markNext();
    }
  }

  #settle(ask: Ask): void {
    this.focused = null;
    const first = ask.focus ?? ask.ready[0] ?? null;
    if (first) this.focusOn(first);
  }

  /** Of one unit, as it stands in the middle of what is played out. */
  change(id: string, news: Partial<UnitView>): void {
    const state = this.state;
    if (!state) return;
    const units = state.units.map((unit) => (unit.id === id ? { ...unit, ...news } : unit));
    this.state = { ...state, units };
    this.#kept.forget(id);
  }

  // What a person does.

  open(request: string): void {
    this.current = request;
    this.clear();
    const ask = this.asks.find((one) => one.request === request);
    if (!ask) return;
    if (ask.ready.length > 0) this.#settle(ask);
    else if (ask.whose && ask.groups.length === 0) this.#askOptions(ask.request, ask.unit);
  }

  focusOn(unit: string): void {
    const ask = this.ask;
    if (!ask || !ask.ready.includes(unit)) return;
    this.focused = unit;
    this.clear();
    if (unit !== ask.focus || ask.groups.length === 0) this.#askOptions(ask.request, unit);
  }

  #askOptions(request: string, unit: string | null): void {
    if (!this.options[optionsKey(request, unit)]) this.send({ type: "focus", request, unit });
  }

  clear(): void {
    this.next = null;
    this.#nextBy = "";
    this.staged = null;
    this.hovered = null;
    this.picked = null;
    this.aim = null;
    this.action = null;
  }

  /** A button of the bar: mark what needs no target, else let the board say where; again: do it. */
  press(entry: Entry, variant = entry.variants[0]?.key ?? ""): void {
    const again = this.action?.verb === entry.verb && this.action.variant === variant;
    const marked = this.staged;
    if (again && marked && marked.verb === entry.verb) {
      this.choose(marked.choice);
      return;
    }
    this.clear();
    if (again) return;
    const options = entry.variants.find((one) => one.key === variant)?.options ?? entry.options;
    this.action = { verb: entry.verb, variant };
    if (options.length === 1) {
      const only = options[0]!;
      if (only.target) this.picked = { unit: only.target };
      this.mark(only);
    } else if (needsAim(options)) {
      this.aim = options;
      const struck = new Map(options.filter((one) => one.target && one.weapon).map((one) => [one.target, one]));
      this.odds.foresee([...struck.values()].slice(0, MOST_ODDS), true);
    } else if (options[0]) this.mark(options[0]);
  }

  /** Show a choice, and its odds once the pointer has rested on it. */
  preview(option: OptionView): void {
    this.hovered = option;
    this.odds.rest(option);
  }

  /** Ask how well a target is seen, likewise. */
  look(target: string): void {
    const viewer = this.actor;
    clearTimeout(this.#looking);
    if (!viewer || viewer === target) return;
    if (this.sight?.viewer === viewer && this.sight.target === target) return;
    this.#looking = window.setTimeout(() => {
      if (this.link === "open") this.send({ type: "look", viewer, target });
    }, REST);
  }

  /** What a click on somebody means: what is aimed, else what is done most. */
  aimedAt(target: string): OptionView | undefined {
    const aim = this.aim && new Set(this.aim);
    const groups = aim
      ? this.shown.groups.map((group) => ({ ...group, options: group.options.filter((one) => aim.has(one)) }))
      : this.shown.groups;
    return firstAimed(groups, target, this.byId.get(this.actor ?? "")?.in_hand);
  }

  /** What a click on a square means: to go there; while something is aimed, that. */
  optionAt(square: string): OptionView | undefined {
    const there = this.bySquare.get(square);
    return this.aim ? there?.[0] : there?.find((one) => one.area.length === 0);
  }

  /** What the one who acts sees of somebody, as far as it was asked. */
  sightOf(target: string | null): SightLines | null {
    const sight = this.sight;
    return sight && sight.target === target && sight.viewer === this.actor ? sight : null;
  }

  previewOf(option: OptionView | null): Preview | null {
    if (!option || !this.ask) return null;
    return this.odds.known[`${this.ask.request} ${option.choice}`] ?? null;
  }

  mark(option: OptionView): void {
    if (this.staged?.choice === option.choice) this.choose(option.choice);
    else {
      this.staged = option;
      this.preview(option);
    }
  }

  choose(choice: string): void {
    if (!this.ask || this.sending) return;
    const request = this.ask.request;
    const chosen = this.staged?.choice === choice ? this.staged : null;
    this.odds.drop();
    if (this.send({ type: "choose", request, choice })) {
      this.#sent = { request, choice };
      this.#lateFor = "";
      this.sending = choice;
      const hp = this.unitNamed(this.actor)?.hp ?? null;
      const then =
        chosen && !chosen.target && this.next
          ? { unit: this.actor, target: this.next, blow: this.blow?.blow ?? "", hp }
          : null;
      this.clear();
      this.#afterWalk = then;
    }
  }

  /** The walk that is marked, where it is one. */
  get walk(): OptionView | null {
    const staged = this.staged;
    return staged && !staged.target && staged.path.length > 0 && staged.area.length === 0 ? staged : null;
  }

  /**
   * Mark the cheapest safe walk to somebody out of reach, or the one given, and the blow after it;
   * false where there is no walk.
   */
  approach(target: UnitView, walk: OptionView | null = null): boolean {
    const walks = walk ? [walk] : Approach.walksTo([...this.bySquare.values()].flat(), target);
    const first = walks[0];
    if (!first) return false;
    this.staged = first;
    this.next = target.id;
    this.#nextBy = first.choice;
    this.preview(first);
    const known = this.approaches.of(target.id, first.choice);
    if (known) this.#approached(known);
    else this.approaches.ask(target.id, walks);
    return true;
  }

  /** The server says which of the walks lets the blow follow: that one is marked. */
  #approached(answer: Approached): void {
    if (this.next !== answer.target || this.approaches.of(answer.target, this.#nextBy) !== answer) return;
    const walk = this.all.find((one) => one.choice === answer.walk);
    if (walk && walk.choice !== this.staged?.choice) {
      this.staged = walk;
      this.preview(walk);
    }
    if (walk) return;
    // From the square that was picked nothing can be done to it: then from here, or from elsewhere.
    const target = this.byId.get(answer.target);
    const here = this.aimedAt(answer.target);
    if (target && here) {
      this.clear();
      this.picked = { unit: target.id };
      this.staged = here;
      this.preview(here);
    } else if (target && this.#nextBy === this.staged?.choice) {
      const others = Approach.walksTo([...this.bySquare.values()].flat(), target);
      if (others[0] && others[0].choice !== this.#nextBy) this.approach(target);
    }
  }

  /** The walk towards somebody is done: the blow follows, or is marked where something came between. */
  #markNext(): void {
    const then = this.#afterWalk;
    if (!then || !this.isTurn || this.actor !== then.unit || this.all.length === 0) return;
    this.#afterWalk = null;
    const target = this.byId.get(then.target);
    const meant = this.all.find((one) => one.choice === then.blow);
    const blow = meant ?? this.aimedAt(then.target);
    if (!target || !blow) return;
    this.picked = { unit: target.id };
    this.staged = blow;
    this.preview(blow);
    const unhurt = (this.unitNamed(this.actor)?.hp ?? null) === then.hp;
    if (meant && unhurt) this.choose(meant.choice);
  }

  /** What a die shows, once: a second Enter is not for the die that follows. */
  roll(value: number): void {
    if (!this.die || this.sending) return;
    if (this.send({ type: "die", request: this.die.request, value })) this.sending = "die";
  }

  /** Let the table throw the die one is asked for. */
  throwDie(): void {
    if (!this.die || this.sending) return;
    if (this.send({ type: "roll", request: this.die.request })) this.sending = "die";
  }

  /** Everything about a unit, in a card of its own. */
  openSheet(unit: string): void {
    this.#sheetOf = unit;
    this.send({ type: "sheet", unit });
  }

  closeSheet(): void {
    this.#sheetOf = "";
    this.sheet = null;
  }

  tell(kind: "warn" | "bad", text: string): void {
    this.notices.tell(kind, text);
  }

  /** For the GM: change something in the fight, as `hp ogre -3`. */
  order(what: string): boolean {
    return this.send({ type: "rule", what });
  }

  nameOf(id: string | null): string {
    return (id && this.byId.get(id)?.name) || id || "";
  }

  unitNamed(id: string | null): UnitView | undefined {
    return id ? this.byId.get(id) : undefined;
  }
}

function optionsKey(request: string, unit: string | null): string {
  return `${request} ${unit ?? ""}`;
}

function cited(cite: string): string {
  return cite ? ` (${cite})` : "";
}
