// The third part of a table: what the player points at, marks and chooses. Nothing is sent before it is chosen.

import type { Approached, Ask, ClientMessage, OptionView, SightLines, UnitView } from "../protocol";
import { entriesOf, needsAim, type Entry } from "../table/act/actionBar";
import { firstAimed, optionsBySquare } from "../table/act/rows";
import { NOTHING, type Watched } from "../table/play/watched";
import { Approach } from "./approach.svelte";
import type { Connection } from "./connection.svelte";
import type { Choices, Fight } from "./fight.svelte";
import type { Odds } from "./odds.svelte";

/** How long a pointer rests before a line of sight is requested, in ms. */
const REST = 90;
/** Maximum number of odds requested for the targets of an action. */
const MOST_ODDS = 12;

export class Selection {
  /** The field of the GM's form that the next click on the map fills. */
  pointing = $state.raw<((square: string, unit: string | null) => void) | null>(null);
  /** The open question shown on the panel. */
  current = $state("");
  /** On a side's turn: the unit whose choices are shown. */
  focused = $state<string | null>(null);
  /** The choice that will be made on the next click or Enter. */
  staged = $state.raw<OptionView | null>(null);
  /** The choice pointed at: its path and preview are shown. */
  hovered = $state.raw<OptionView | null>(null);
  /** The square or unit picked on the map: its choices come first. */
  picked = $state.raw<{ square?: string; unit?: string } | null>(null);
  /** The choices of one row that differ by square: a spell's squares, a flight. */
  aim = $state.raw<OptionView[] | null>(null);
  /** The action of the bar whose target is being picked, and with which weapon or spell. */
  action = $state.raw<{ verb: string; variant: string } | null>(null);
  /** The target of the attack after the marked or current move. */
  next = $state<string | null>(null);
  /** The move marked first, for which the server was asked about the attack. */
  #nextBy = $state("");
  /** The unit whose card is open. */
  looked = $state<string | null>(null);
  /** Bring the units of the current animation into view. */
  watched = $state.raw<Watched>(NOTHING);

  #fight: Fight;
  #odds: Odds;
  #connection: () => Connection;
  #looking = 0;
  #sent = { request: "", choice: "" };
  /** The question that was opened by hand. */
  #opened = "";
  #afterWalk: { unit: string | null; target: string; blow: string; hp: number | null } | null = null;
  /** A choice that came too late: marked again if it is still possible. */
  #lateFor = "";

  ask = $derived.by<Ask | null>(
    () => this.#fight.asks.find((ask) => ask.request === this.current) ?? this.#fight.own[0] ?? null,
  );
  /** The unit that is asked; null if a whole side is. */
  actor = $derived(this.ask && !this.ask.side ? (this.ask.unit ?? this.focused ?? this.ask.focus) : null);
  isTurn = $derived(this.ask !== null && this.ask.ready.length > 0);
  shown = $derived.by<Choices>(() => {
    const ask = this.ask;
    if (!ask) return { groups: [], greyed: [] };
    const asked = this.#fight.choicesOf(ask.request, ask.side ? ask.unit : this.actor);
    if (asked) return asked;
    if (ask.side || this.actor === ask.focus || this.actor === ask.unit) {
      return { groups: ask.groups, greyed: ask.greyed };
    }
    return { groups: [], greyed: [] };
  });
  all = $derived(this.shown.groups.flatMap((group) => group.options));
  /** What can be picked on the board: nothing while a choice is pending or animated. */
  #open = $derived.by<OptionView[]>(() => (this.#connection().sending ? [] : (this.aim ?? this.all)));
  /** A click on a square never leaves the fight: that has its own button. */
  #meant = $derived<OptionView[]>(this.shown.groups.filter((group) => !group.gives_up).flatMap((group) => group.options));
  /** Choices at a square without a target; while a spell is aimed, only the spell. */
  bySquare = $derived.by(() => optionsBySquare(this.#connection().sending ? [] : (this.aim ?? this.#meant)));
  /** Possible targets, with their cover in a word: "clear" for none. */
  targets = $derived.by(() => {
    const found = new Map<string, string>();
    // Questions to the GM, such as who goes first, name units but have no target.
    if ((this.ask?.unit === null || this.ask?.side) && !this.isTurn) return found;
    for (const option of this.#open) {
      if (!option.target || (option.target === this.actor && !this.aim)) continue;
      if (!found.get(option.target) || option.cover === "") {
        found.set(option.target, option.cover || "clear");
      }
    }
    return found;
  });
  /** The buttons of the bar. */
  entries = $derived.by<Entry[]>(() => (this.isTurn ? entriesOf(this.shown.groups, this.inHand) : []));
  /** The chance to hit each target, as far as it is known. */
  chances = $derived.by(() => {
    const found = new Map<string, number>();
    for (const target of this.isTurn ? this.targets.keys() : []) {
      const hit = this.#odds.of(this.aimedAt(target) ?? null)?.hit;
      if (hit) found.set(target, hit);
    }
    return found;
  });
  /** The current choice: the marked one, else the one pointed at. */
  looking = $derived(this.staged ?? this.hovered);
  /** The attack after the marked move, with its odds; null if there is none. */
  blow = $derived.by<Approached | null>(() => {
    const found = this.next ? this.#odds.approaches.of(this.next, this.#nextBy) : undefined;
    return found && found.walk !== "" && found.walk === this.staged?.choice ? found : null;
  });

  constructor(fight: Fight, odds: Odds, connection: () => Connection) {
    this.#fight = fight;
    this.#odds = odds;
    this.#connection = connection;
  }

  get inHand(): string {
    return this.#fight.unitNamed(this.actor)?.in_hand ?? "";
  }

  /** The marked move, if it is one. */
  get walk(): OptionView | null {
    const staged = this.staged;
    return staged && !staged.target && staged.path.length > 0 && staged.area.length === 0 ? staged : null;
  }

  // What the server says.

  /** New questions have arrived. Returns whether one of them is new and for this seat. */
  asked(before: Set<string>): boolean {
    const fight = this.#fight;
    const fresh = fight.own.find((ask) => !before.has(ask.request));
    // A question that another seat answers now is closed, unless the GM opened it to answer instead.
    const isOpen = (ask: Ask): boolean => ask.request === this.current && (ask.whose === "" || ask.request === this.#opened);
    if (fight.asks.some(isOpen) && !fresh) return false;
    this.current = (fresh ?? fight.own[0])?.request ?? "";
    this.clear();
    fight.forgetChoices();
    this.#odds.forget();
    const ask = this.ask;
    const ready = ask?.ready ?? [];
    if (ready.length === 0) this.focused = null;
    else if (!this.focused || !ready.includes(this.focused)) this.#settle(ask!);
    else if (this.focused !== ask!.focus) this.focusOn(this.focused);
    this.#markNext();
    return fresh !== undefined;
  }

  /** The choices of a unit have arrived. */
  offered(): void {
    this.#markAgain();
    this.#markNext();
  }

  /** Whether a refusal is about what was chosen here. */
  isOwn(request: string): boolean {
    return request === "" || request === this.#sent.request;
  }

  /** The choice came too late: mark it again if it is still possible. */
  tooLate(): void {
    this.#lateFor = this.#sent.choice;
    this.#markAgain();
  }

  #markAgain(): void {
    const open = this.#lateFor ? this.all.find((one) => one.choice === this.#lateFor) : undefined;
    if (!open) return;
    this.#lateFor = "";
    this.#stage(open);
  }

  #settle(ask: Ask): void {
    this.focused = null;
    const first = ask.focus ?? ask.ready[0] ?? null;
    if (first) this.focusOn(first);
  }

  // What a person does.

  open(request: string): void {
    this.current = request;
    this.#opened = request;
    this.clear();
    const ask = this.#fight.asks.find((one) => one.request === request);
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
    if (!this.#fight.choicesOf(request, unit)) this.#send({ type: "focus", request, unit });
  }

  #send(message: ClientMessage): boolean {
    return this.#connection().send(message);
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

  /** A button of the bar: mark a choice without a target, else pick on the board; a second press does it. */
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
      this.#odds.foresee([...struck.values()].slice(0, MOST_ODDS), true);
    } else if (options[0]) this.mark(options[0]);
  }

  /** Show a choice, and its odds once the pointer has rested on it. */
  preview(option: OptionView): void {
    this.hovered = option;
    this.#odds.rest(option);
  }

  /** Request a line of sight, likewise. */
  look(target: string): void {
    const viewer = this.actor;
    clearTimeout(this.#looking);
    if (!viewer || viewer === target) return;
    const sight = this.#fight.sight;
    if (sight?.viewer === viewer && sight.target === target) return;
    this.#looking = window.setTimeout(() => {
      if (this.#connection().isOpen) this.#send({ type: "look", viewer, target });
    }, REST);
  }

  /** The meaning of a click on a unit: the aimed action, otherwise the usual one. */
  aimedAt(target: string): OptionView | undefined {
    const aim = this.aim && new Set(this.aim);
    const groups = aim
      ? this.shown.groups.map((group) => ({ ...group, options: group.options.filter((one) => aim.has(one)) }))
      : this.shown.groups;
    return firstAimed(groups, target, this.inHand);
  }

  /** The meaning of a click on a square: move there, or the aimed action. */
  optionAt(square: string): OptionView | undefined {
    const there = this.bySquare.get(square);
    return this.aim ? there?.[0] : there?.find((one) => one.area.length === 0);
  }

  /** How well the acting unit sees a target, if it was asked. */
  sightOf(target: string | null): SightLines | null {
    const sight = this.#fight.sight;
    return sight && sight.target === target && sight.viewer === this.actor ? sight : null;
  }

  #stage(option: OptionView): void {
    this.staged = option;
    this.preview(option);
  }

  mark(option: OptionView): void {
    if (this.staged?.choice === option.choice) this.choose(option.choice);
    else this.#stage(option);
  }

  choose(choice: string): void {
    const connection = this.#connection();
    if (!this.ask || connection.sending) return;
    const request = this.ask.request;
    const chosen = this.staged?.choice === choice ? this.staged : null;
    this.#odds.drop();
    if (!this.#send({ type: "choose", request, choice })) return;
    this.#sent = { request, choice };
    this.#lateFor = "";
    connection.sending = choice;
    const hp = this.#fight.unitNamed(this.actor)?.hp ?? null;
    const then =
      chosen && !chosen.target && this.next
        ? { unit: this.actor, target: this.next, blow: this.blow?.blow ?? "", hp }
        : null;
    this.clear();
    this.#afterWalk = then;
  }

  /** On a turn: an improvised action. */
  improvise(words: string): void {
    const connection = this.#connection();
    const [request, unit] = [this.ask?.request, this.actor];
    if (!request || !unit || connection.sending) return;
    if (!this.#send({ type: "improvise", request, unit, words })) return;
    this.#sent = { request, choice: words };
    connection.sending = words;
    this.clear();
  }

  // Move, then attack.

  /**
   * Mark the cheapest safe move to a target out of reach, or the given one, and the attack after it; false if there is
   * no move.
   */
  approach(target: UnitView, walk: OptionView | null = null): boolean {
    const walks = walk ? [walk] : this.#walksTo(target);
    const first = walks[0];
    if (!first) return false;
    this.next = target.id;
    this.#nextBy = first.choice;
    this.#stage(first);
    const known = this.#odds.approaches.of(target.id, first.choice);
    if (known) this.approached(known);
    else this.#odds.approaches.ask(target.id, walks);
    return true;
  }

  #walksTo(target: UnitView): OptionView[] {
    return Approach.walksTo([...this.bySquare.values()].flat(), target);
  }

  /** The server says after which move the attack is possible: that one is marked. */
  approached(answer: Approached): void {
    if (this.next !== answer.target) return;
    if (this.#odds.approaches.of(answer.target, this.#nextBy) !== answer) return;
    const walk = this.all.find((one) => one.choice === answer.walk);
    if (walk && walk.choice !== this.staged?.choice) this.#stage(walk);
    if (walk) return;
    // The attack is impossible from the picked square: try from here, or from elsewhere.
    const target = this.#fight.unitNamed(answer.target);
    const here = this.aimedAt(answer.target);
    if (target && here) {
      this.clear();
      this.picked = { unit: target.id };
      this.#stage(here);
    } else if (target && this.#nextBy === this.staged?.choice) {
      const other = this.#walksTo(target)[0];
      if (other && other.choice !== this.#nextBy) this.approach(target);
    }
  }

  /** The move is done: the attack follows, or is marked if something came between. */
  #markNext(): void {
    const then = this.#afterWalk;
    if (!then || !this.isTurn || this.actor !== then.unit || this.all.length === 0) return;
    this.#afterWalk = null;
    const target = this.#fight.unitNamed(then.target);
    const meant = this.all.find((one) => one.choice === then.blow);
    const blow = meant ?? this.aimedAt(then.target);
    if (!target || !blow) return;
    this.picked = { unit: target.id };
    this.#stage(blow);
    const unhurt = (this.#fight.unitNamed(this.actor)?.hp ?? null) === then.hp;
    if (meant && unhurt) this.choose(meant.choice);
  }
}
