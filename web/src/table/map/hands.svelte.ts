// Pointer input on the map: pointing, clicking, dragging a token or the map, drawing a box, long presses, measuring.
// The map decides what each does.

import type { Camera } from "./camera.svelte";
import type { Spot } from "../../words/words";

/** Duration of a long press, in ms. */
const LONG = 480;
/** Pixels a finger may move meanwhile. */
const TREMBLE = 10;

interface Board {
  point(x: number, y: number): void;
  leave(): void;
  pick(x: number, y: number, event: PointerEvent): void;
  menu(at: Spot, px: number, py: number): void;
  /** The id of a token that may be dragged from there, "" for none. */
  grabs(x: number, y: number): string;
  drop(id: string, at: Spot): void;
  /** Whether a drag with Shift draws a box around tokens. */
  boxes(): boolean;
  boxed(from: Spot, to: Spot): void;
}

type Pressed = { kind: "map" } | { kind: "token"; id: string; from: Spot } | { kind: "box" };

export class Hands {
  over = $state.raw<Spot | null>(null);
  /** The dragged token and its position. */
  dragged = $state.raw<{ id: string; at: Spot } | null>(null);
  box = $state.raw<{ x: number; y: number; toX: number; toY: number } | null>(null);
  line = $state.raw<{ from: Spot; to: Spot } | null>(null);
  #camera: Camera;
  #board: Board;
  #view: HTMLElement | null = null;
  // Asking the browser for a position forces a layout: not at every move.
  #corner = { left: 0, top: 0 };
  #last = "";
  #pressed: Pressed | null = null;
  #mouse = false;
  #start = { x: 0, y: 0 };
  #long = 0;
  #asked = false;

  constructor(camera: Camera, board: Board) {
    this.#camera = camera;
    this.#board = board;
  }

  on(view: HTMLElement): void {
    this.#view = view;
    this.find();
  }

  find(): void {
    if (!this.#view) return;
    const { left, top } = this.#view.getBoundingClientRect();
    this.#corner = { left, top };
  }

  place(event: MouseEvent): [number, number] {
    return [event.clientX - this.#corner.left, event.clientY - this.#corner.top];
  }

  /** Begin to measure from a square to the pointer; the next click ends it. */
  measure(from: Spot): void {
    this.line = { from, to: this.over ?? from };
  }

  get busy(): boolean {
    return this.#pressed !== null && this.#mouse;
  }

  press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.find();
    const [x, y] = this.place(event);
    const at = this.#camera.at(x, y);
    this.#mouse = event.pointerType === "mouse";
    this.#start = { x, y };
    this.#asked = false;
    const id = this.line ? "" : this.#board.grabs(at.x, at.y);
    if (event.shiftKey && this.#board.boxes() && !id) {
      this.#pressed = { kind: "box" };
      this.#board.leave();
      this.#last = "";
      const [boxX, boxY] = this.#exact(x, y);
      this.box = { x: boxX, y: boxY, toX: boxX, toY: boxY };
      this.#view!.setPointerCapture(event.pointerId);
    } else if (id && !event.shiftKey) {
      this.#pressed = { kind: "token", id, from: at };
      this.#view!.setPointerCapture(event.pointerId);
    } else {
      this.#pressed = { kind: "map" };
      this.#camera.press(event.pointerId, x, y);
    }
    clearTimeout(this.#long);
    if (!this.#mouse) {
      this.#long = window.setTimeout(() => {
        if (this.#camera.dragged || this.dragged) return;
        this.#asked = true;
        this.#board.menu(at, x, y);
      }, LONG);
    }
  }

  move(event: PointerEvent): void {
    const [x, y] = this.place(event);
    if (Math.hypot(x - this.#start.x, y - this.#start.y) > TREMBLE) clearTimeout(this.#long);
    const at = this.#camera.at(x, y);
    const pressed = this.#pressed;
    if (pressed?.kind === "box" && this.box) {
      const [toX, toY] = this.#exact(x, y);
      this.box = { ...this.box, toX, toY };
      return;
    }
    if (pressed?.kind === "token") {
      if (at.x === pressed.from.x && at.y === pressed.from.y && !this.dragged) return;
      if (!this.#isNew(at)) return;
      this.dragged = { id: pressed.id, at };
      this.over = at;
      this.#board.point(at.x, at.y);
      return;
    }
    if (this.#camera.move(event.pointerId, x, y) && this.#camera.dragged) {
      if (!this.#view!.hasPointerCapture(event.pointerId)) this.#view!.setPointerCapture(event.pointerId);
      this.over = null;
      this.#last = "";
      return;
    }
    if (this.line && this.#isNew(at)) {
      this.line = { ...this.line, to: at };
      this.over = at;
      return;
    }
    if (event.pointerType !== "mouse" || pressed || !this.#isNew(at)) return;
    this.over = at;
    this.#board.point(at.x, at.y);
  }

  lift(event: PointerEvent): void {
    clearTimeout(this.#long);
    const pressed = this.#pressed;
    this.#pressed = null;
    const { box, dragged } = this;
    this.box = null;
    this.dragged = null;
    this.#camera.release(event.pointerId);
    const cancelled = event.type === "pointercancel";
    const at = this.#camera.at(...this.place(event));
    if (pressed?.kind === "box" && box && !cancelled) {
      const [x, y] = this.#exact(...this.place(event));
      if (Math.hypot(x - box.x, y - box.y) > 0.4) this.#board.boxed({ x: box.x, y: box.y }, { x, y });
      else this.#board.pick(at.x, at.y, event);
      return;
    }
    if (dragged && (cancelled || this.#asked)) this.#board.leave();
    if (!pressed || cancelled || this.#asked) return;
    if (dragged) {
      this.#board.drop(dragged.id, at);
      return;
    }
    if (pressed.kind === "map" && this.#camera.dragged) return;
    if (this.line) {
      // A finger does not hover: each tap moves the end, and a tap on the end removes the line.
      const isEnd = at.x === this.line.to.x && at.y === this.line.to.y;
      this.line = event.pointerType === "mouse" || isEnd ? null : { ...this.line, to: at };
      return;
    }
    if (event.pointerType !== "mouse") this.over = null;
    this.#board.pick(at.x, at.y, event);
  }

  leave(): void {
    this.over = null;
    this.#last = "";
    if (!this.busy) this.#board.leave();
  }

  #exact(x: number, y: number): [number, number] {
    return [this.#camera.x + x / this.#camera.scale, this.#camera.y + y / this.#camera.scale];
  }

  #isNew(at: Spot): boolean {
    const name = `${at.x} ${at.y}`;
    if (this.#last === name) return false;
    this.#last = name;
    return true;
  }
}
