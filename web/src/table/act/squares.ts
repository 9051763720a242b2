// The list of squares of a row, filled on focus or when the browser is idle: a move has hundreds of destinations, and
// most lists are never opened.

import type { OptionView } from "../../protocol";

const FEW = 16;
const AT_ONCE = 100;
const PAUSE = 600;
const TURNED_TO = ["pointerdown", "pointerenter", "focus", "keydown"];

export interface Squares {
  options: OptionView[];
  /** The text of a choice in the list. */
  words: (option: OptionView) => string;
  /** The chosen square; "" for none, shown as `empty`. */
  value: string;
  empty: string;
}

/** A Svelte action for a `<select>`. */
export function fillSquares(list: HTMLSelectElement, squares: Squares): object {
  let now = squares;
  let next = 0;
  let timer = 0;

  function start(): void {
    clearTimeout(timer);
    next = 0;
    list.replaceChildren();
    if (now.empty) {
      const none = new Option(now.empty, "");
      none.disabled = true;
      list.append(none);
    }
    if (now.options.length <= FEW) all();
    choose();
    if (next < now.options.length) timer = window.setTimeout(whenIdle, PAUSE);
  }

  /** The first ones, and as many more as needed to show the chosen one. */
  function choose(): void {
    const chosen = now.options.findIndex((one) => one.square === now.value);
    add(Math.max(1, chosen + 1) - next);
    list.value = now.value;
  }

  function add(count: number): void {
    const some = now.options.slice(next, next + Math.max(0, count));
    next += some.length;
    if (some.length > 0) {
      list.append(...some.map((one) => new Option(now.words(one), one.square ?? "")));
    }
  }

  function whenIdle(): void {
    if ("requestIdleCallback" in window) requestIdleCallback(some, { timeout: 500 });
    else some();
  }

  function some(): void {
    if (!list.isConnected) return;
    add(AT_ONCE);
    if (next < now.options.length) timer = setTimeout(whenIdle);
  }

  function all(): void {
    add(now.options.length - next);
  }

  start();
  for (const kind of TURNED_TO) list.addEventListener(kind, all);
  return {
    update(fresh: Squares): void {
      const before = now;
      now = fresh;
      if (before.options !== fresh.options || before.empty !== fresh.empty) start();
      else if (list.value !== fresh.value) choose();
    },
    destroy(): void {
      clearTimeout(timer);
    },
  };
}
