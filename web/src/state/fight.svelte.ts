// The second part of a table: the fight as received from the server, and nothing else.

import type {
  Ask,
  Asked,
  Danger,
  DieAsk,
  Greyed,
  LogLine,
  MapView,
  MindPlan,
  Over,
  ServerMessage,
  Sheet,
  SightLines,
  State,
  UnitView,
  VerbGroup,
  Welcome,
  Workshop,
} from "../protocol";
import { Kept } from "./kept";

export interface Choices {
  groups: VerbGroup[];
  greyed: Greyed[];
}

export class Fight {
  welcome = $state.raw<Welcome | null>(null);
  state = $state.raw<State | null>(null);
  map = $state.raw<MapView | null>(null);
  log = $state.raw<LogLine[]>([]);
  asks = $state.raw<Ask[]>([]);
  /** When the questions arrived, by this machine's clock. */
  askedAt = $state(0);
  die = $state.raw<DieAsk | null>(null);
  sealed = $state.raw<Record<string, string>>({});
  waiting = $state.raw<string[]>([]);
  over = $state.raw<Over | null>(null);
  plan = $state.raw<MindPlan | null>(null);
  workshop = $state.raw<Workshop | null>(null);
  sheet = $state.raw<Sheet | null>(null);
  danger = $state.raw<Danger | null>(null);
  sight = $state.raw<SightLines | null>(null);
  #options = $state.raw<Record<string, Choices>>({});
  #kept = new Kept();

  /** Units removed by the GM are left out. */
  units = $derived((this.state?.units ?? []).filter((unit) => !unit.is_removed));
  byId = $derived(new Map(this.units.map((unit) => [unit.id, unit])));
  isGm = $derived(this.welcome?.role === "gm");
  /** Own questions first; questions to others are only on the GM's list. */
  own = $derived(this.asks.filter((ask) => ask.whose === ""));

  /** Apply a message. False if it is not about the fight itself. */
  hear(message: ServerMessage, at: number): boolean {
    switch (message.type) {
      case "welcome":
        if (this.welcome && this.welcome.run !== message.run) this.log = [];
        this.welcome = message;
        return true;
      case "state":
        if (message.map) this.map = message.map;
        this.state = { ...message, units: this.#kept.keep(message.units) };
        this.danger = null;
        this.sight = null;
        if (this.over && message.can_undo && (this.asks.length > 0 || this.die)) this.over = null;
        return true;
      case "log":
        this.write(message.lines, message.cut);
        return true;
      case "asked":
        this.#take(message, at);
        return true;
      case "options":
        this.#options = { ...this.#options, [optionsKey(message.request, message.unit)]: message };
        return true;
      case "danger":
        // A more exact danger map only replaces the one on screen.
        if (!message.sharper || this.danger?.unit === message.unit) this.danger = message;
        return true;
      case "sight":
        this.sight = message;
        return true;
      case "workshop":
        this.workshop = message;
        return true;
      case "plan":
        this.plan = message;
        return true;
      case "over":
        this.over = message;
        return true;
      default:
        return false;
    }
  }

  #take(message: Asked, at: number): void {
    const open = new Set(message.asks.map((ask) => ask.request));
    this.asks = message.asks;
    this.askedAt = at;
    this.die = message.die;
    this.sealed = message.sealed;
    this.waiting = message.waiting_for;
    if (message.asks.length > 0 || message.die) this.over = null;
    if (this.plan && !open.has(this.plan.request)) this.plan = null;
  }

  write(lines: LogLine[], cut: number | null): void {
    const first = Math.min(cut ?? Infinity, lines[0]?.number ?? Infinity);
    this.log = [...this.log.filter((line) => line.number < first), ...lines];
  }

  /** One unit's state in the middle of an animation. */
  change(id: string, news: Partial<UnitView>): void {
    const state = this.state;
    if (!state) return;
    const units = state.units.map((unit) => (unit.id === id ? { ...unit, ...news } : unit));
    this.state = { ...state, units };
    this.#kept.forget(id);
  }

  /** The choices of a unit, if they were requested. */
  choicesOf(request: string, unit: string | null): Choices | undefined {
    return this.#options[optionsKey(request, unit)];
  }

  forgetChoices(): void {
    this.#options = {};
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
