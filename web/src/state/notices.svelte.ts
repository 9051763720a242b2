// Short messages, and pings of other seats; they disappear by themselves.

import { play as sound } from "../table/play/sounds";

export interface Notice {
  id: number;
  kind: "warn" | "bad";
  text: string;
}

const SHOWN = 9_000;
const MOST = 3;

export class Notices {
  all = $state.raw<Notice[]>([]);
  #count = 0;

  tell(kind: Notice["kind"], text: string): void {
    const id = ++this.#count;
    this.all = [...this.all.filter((one) => one.text !== text), { id, kind, text }].slice(-MOST);
    window.setTimeout(() => this.dismiss(id), SHOWN);
  }

  dismiss(id: number): void {
    this.all = this.all.filter((one) => one.id !== id);
  }
}

export interface Point {
  key: number;
  seat: string;
  square: string;
}

const POINTED = 3_000;

export class Points {
  all = $state.raw<Point[]>([]);
  #count = 0;

  show(seat: string, square: string): void {
    const key = ++this.#count;
    this.all = [...this.all, { key, seat, square }];
    sound("point");
    window.setTimeout(() => (this.all = this.all.filter((one) => one.key !== key)), POINTED);
  }
}
