// One seat at one table: the connection, the fight, the selection and the odds.

import type { Place } from "../api/api";
import type { ClientMessage, Refused, ServerMessage } from "../protocol";
import { PROTOCOL } from "../protocol";
import { Playback } from "../table/play/playback.svelte";
import { play as sound } from "../table/play/sounds";
import { Stage } from "../table/play/stage.svelte";
import { involved, NOTHING, result } from "../table/play/watched";
import { capital } from "../words/words";
import { Connection } from "./connection.svelte";
import { Fight } from "./fight.svelte";
import { GmHand } from "./gmHand.svelte";
import { Notices, Points } from "./notices.svelte";
import { Odds } from "./odds.svelte";
import { Selection } from "./selection.svelte";

export class Table {
  readonly connection: Connection;
  readonly fight = new Fight();
  readonly odds: Odds = new Odds({
    request: () => this.selection.ask?.request ?? "",
    isOpen: () => this.connection.isOpen,
    looksAt: (choice) => this.selection.looking?.choice === choice,
    send: (message: ClientMessage) => this.connection.send(message),
  });
  readonly selection: Selection = new Selection(this.fight, this.odds, () => this.connection);

  readonly notices = new Notices();
  /** Places seats are pointing at. */
  readonly points = new Points();
  /** The current animation and the queue. */
  readonly stage = new Stage(this.fight);
  readonly playback = new Playback(this.stage, {
    apply: (message, at) => this.#hear(message, at),
    write: (line) => this.fight.write([line], null),
    watch: (line, isAnimated) => (this.selection.watched = isAnimated ? involved(line) : result(line)),
  });
  readonly gm = new GmHand(this.fight, this.selection, this);
  /** The unit whose sheet was requested. */
  #sheetOf = "";

  constructor(place: Place | null) {
    this.connection = new Connection(place, {
      hear: (message) => this.playback.hear(message),
      known: () => ({ since: this.fight.log.at(-1)?.number ?? 0, run: this.fight.welcome?.run ?? "" }),
      unsent: () => this.tell("warn", "You are offline. Nothing was sent."),
    });
  }

  leave(): void {
    this.connection.leave();
  }

  #hear(message: ServerMessage, at: number): void {
    const before = new Set(this.fight.asks.map((ask) => ask.request));
    this.fight.hear(message, at);
    switch (message.type) {
      case "welcome":
        if (message.protocol !== PROTOCOL) {
          this.tell("bad", "The server and this page have different versions. Reload the page.");
        }
        this.connection.link = "open";
        break;
      case "state":
        if (this.#sheetOf) this.connection.send({ type: "sheet", unit: this.#sheetOf });
        break;
      case "asked":
        this.connection.sending = "";
        if (this.selection.asked(before) && !this.fight.isGm) sound("yours");
        // The view goes to the question, not to what came before it.
        if (this.selection.ask && !this.playback.playing) this.selection.watched = NOTHING;
        break;
      case "options":
        this.selection.offered();
        break;
      case "refused":
        this.#refuse(message);
        break;
      case "previewed":
        this.odds.keep(message.request, message.choice, message.preview);
        break;
      case "approached":
        this.odds.approaches.keep(message);
        this.selection.approached(message);
        break;
      case "sheet":
        if (message.unit === this.#sheetOf) this.fight.sheet = message;
        break;
      case "error":
        this.connection.sending = "";
        this.tell("bad", message.text);
        break;
      case "pointed":
        this.points.show(message.seat, message.square);
        break;
    }
  }

  /** Only a late choice needs a message; a late preview does not. */
  #refuse(message: Refused): void {
    const own = this.selection.isOwn(message.request) || message.request === this.fight.die?.request;
    if (!own || (message.question && message.stale)) return;
    this.connection.sending = "";
    this.selection.staged = null;
    if (!message.stale) {
      this.tell("warn", capital(message.text) + (message.cite ? ` (${message.cite})` : ""));
      return;
    }
    this.tell("warn", "Somebody else chose first. Choose again.");
    this.selection.tooLate();
  }

  // What a person does besides choosing.

  /** The result of a die, once: a second Enter must not count for the next die. */
  roll(value: number): void {
    const die = this.fight.die;
    if (!die || this.connection.sending) return;
    if (this.connection.send({ type: "die", request: die.request, value })) this.connection.sending = "die";
  }

  /** Let the server roll the requested die. */
  throwDie(): void {
    const die = this.fight.die;
    if (!die || this.connection.sending) return;
    if (this.connection.send({ type: "roll", request: die.request })) this.connection.sending = "die";
  }

  /** Everything about a unit, in a separate card. */
  openSheet(unit: string): void {
    this.#sheetOf = unit;
    this.connection.send({ type: "sheet", unit });
  }

  closeSheet(): void {
    this.#sheetOf = "";
    this.fight.sheet = null;
  }

  tell(kind: "warn" | "bad", text: string): void {
    this.notices.tell(kind, text);
  }

  /** For the GM: a form of the workshop, filled in. */
  order(name: string, values: Record<string, string>, note = ""): boolean {
    return this.connection.send({ type: "order", name, values, note });
  }

  /** For the GM: a condition on or off. */
  turn(unit: string, condition: string, on: boolean): boolean {
    return this.connection.send({ type: "condition", unit, name: condition, on });
  }
}
