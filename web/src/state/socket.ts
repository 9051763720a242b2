// The connection to the table: it reconnects by itself, and passes on messages.

import type { ClientMessage, ServerMessage } from "../protocol";
import { PROTOCOL } from "../protocol";
import type { Place } from "../api/api";

export type Link = "connecting" | "open" | "lost" | "ended";

const SHORTEST_WAIT = 400;
const LONGEST_WAIT = 8_000;
const PING_EVERY = 15_000;
const SILENCE = 40_000;
/** Close codes after which reconnecting is useless: the seat is gone or never existed. */
const FINAL_CODES = new Set([1008, 4001, 4003, 4401, 4403, 4404]);

/** The receiver of this end's messages. */
export interface Listener {
  hear(message: ServerMessage): void;
  /** The connection is lost, or ended permanently with a reason. */
  cut(link: "lost" | "ended", reason: string): void;
  /** The log received so far, and the run of the server it belongs to. */
  known(): { since: number; run: string };
}

export class Socket {
  #place: Place;
  #listener: Listener;
  #socket: WebSocket | null = null;
  #tries = 0;
  #retry = 0;
  #heard = 0;
  #pulse = 0;
  #over = false;
  #isLost = false;

  constructor(place: Place, listener: Listener) {
    this.#place = place;
    this.#listener = listener;
    addEventListener("online", this.#again);
    addEventListener("offline", this.#unplugged);
    document.addEventListener("visibilitychange", this.#again);
    this.#pulse = window.setInterval(() => this.#beat(), PING_EVERY);
    this.#connect();
  }

  leave(): void {
    this.#over = true;
    removeEventListener("online", this.#again);
    removeEventListener("offline", this.#unplugged);
    document.removeEventListener("visibilitychange", this.#again);
    clearInterval(this.#pulse);
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  /** Whether it could be sent. */
  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #again = (): void => {
    if (this.#isLost && document.visibilityState === "visible") {
      this.#tries = 0;
      this.#connect();
    }
  };

  /** The device is offline: a socket would notice that only much later. */
  #unplugged = (): void => {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lost(0, "");
  };

  #connect(): void {
    clearTimeout(this.#retry);
    if (this.#over) return;
    this.#socket?.close();
    const address = new URL("ws", document.baseURI);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = Date.now();
      this.send({ type: "hello", ...this.#place, protocol: PROTOCOL, ...this.#listener.known() });
    };
    socket.onmessage = (event) => {
      this.#heard = Date.now();
      if (socket !== this.#socket) return;
      const message = JSON.parse(String(event.data)) as ServerMessage;
      if (message.type === "welcome") {
        this.#tries = 0;
        this.#isLost = false;
      }
      this.#listener.hear(message);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code, event.reason);
    };
  }

  #lost(code: number, reason: string): void {
    if (this.#over) return;
    if (FINAL_CODES.has(code) && reason !== "too many messages") {
      this.#over = true;
      this.#listener.cut("ended", reason || "This link is no longer valid. Ask the GM for a new one.");
      return;
    }
    this.#isLost = true;
    this.#listener.cut("lost", "");
    const longest = Math.min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** this.#tries);
    this.#tries += 1;
    clearTimeout(this.#retry);
    this.#retry = window.setTimeout(() => this.#connect(), longest * (0.5 + Math.random() / 2));
  }

  #beat(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.#heard > SILENCE) this.#socket.close();
    else this.send({ type: "ping" });
  }
}
