// Move and attack in two steps: the marked move, and the attack that would follow.

import type { Approached, ClientMessage, OptionView, UnitView } from "../protocol";
import { approaches } from "../table/act/rows";

/** Maximum number of moves the server tests. */
const MOST = 12;
/** Squares from which a long weapon still reaches. */
const NEAR = 2;

interface Asker {
  request(): string;
  isOpen(): boolean;
  send(message: ClientMessage): boolean;
}

export class Approach {
  /** Known answers for the open question, by target and first move. */
  #known = $state.raw<Record<string, Approached>>({});
  #asked = new Set<string>();
  #asker: Asker;

  constructor(asker: Asker) {
    this.#asker = asker;
  }

  forget(): void {
    this.#known = {};
    this.#asked.clear();
  }

  /** Moves from which the target might be attacked, best first; otherwise the nearest one. */
  static walksTo(options: OptionView[], target: UnitView): OptionView[] {
    const near = approaches(options, target, NEAR);
    return (near.length > 0 ? near : approaches(options, target).slice(0, 1)).slice(0, MOST);
  }

  /** Ask the server which attack could follow; at most once each. */
  ask(target: string, walks: OptionView[]): void {
    const request = this.#asker.request();
    const key = keyOf(target, walks[0]?.choice ?? "");
    if (!request || walks.length === 0 || this.#asked.has(key) || !this.#asker.isOpen()) return;
    this.#asked.add(key);
    this.#asker.send({ type: "approach", request, target, walks: walks.map((one) => one.choice) });
  }

  keep(answer: Approached): void {
    if (answer.request !== this.#asker.request()) return;
    this.#known = { ...this.#known, [keyOf(answer.target, answer.first)]: answer };
  }

  /** undefined: not answered yet; `walk` "" if no attack can follow. */
  of(target: string, first: string): Approached | undefined {
    return this.#known[keyOf(target, first)];
  }
}

function keyOf(target: string, walk: string): string {
  return `${target} ${walk}`;
}
