// The first part of a table: the connection and its pending message.

import type { Place } from "../api/api";
import type { ClientMessage, ServerMessage } from "../protocol";
import { Socket, type Link } from "./socket";

export type { Link } from "./socket";

interface Ears {
  hear(message: ServerMessage): void;
  /** The number of log lines received, and the run of the server that numbered them. */
  known(): { since: number; run: string };
  /** A message could not be sent. */
  unsent(): void;
}

export class Connection {
  link = $state<Link>("connecting");
  /** Why the connection has ended permanently. */
  ended = $state("");
  /** The choice that was sent and has no answer yet; "" for none. */
  sending = $state("");
  /** null in a replay, which has no seat. */
  #socket: Socket | null = null;
  #ears: Ears;

  constructor(place: Place | null, ears: Ears) {
    this.#ears = ears;
    if (!place) return;
    this.#socket = new Socket(place, {
      hear: ears.hear,
      known: ears.known,
      cut: (link, reason) => {
        this.sending = "";
        this.link = link;
        this.ended = reason;
      },
    });
  }

  get isOpen(): boolean {
    return this.link === "open";
  }

  send(message: ClientMessage): boolean {
    if (!this.#socket) return false;
    if (this.#socket.send(message)) return true;
    this.#ears.unsent();
    return false;
  }

  leave(): void {
    this.#socket?.leave();
  }
}
