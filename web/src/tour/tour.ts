// The guided first fight: its steps, and how the page notices that each is done.

import type { UnitView } from "../protocol";

export interface Step {
  id: "move" | "attack" | "interrupt" | "undo";
  title: string;
  text: string;
}

/** What the guide watches: the player's fighter, open prompts, the round, the length of the log. */
export interface Look {
  square: string | null;
  main: number;
  prompted: boolean;
  round: number;
  lines: number;
}

export function look(unit: UnitView | undefined, prompted: boolean, round: number, lines: number): Look {
  return { square: unit?.square ?? null, main: unit?.main ?? 0, prompted, round, lines };
}

export const STEPS: Step[] = [
  {
    id: "move",
    title: "Move",
    text: "When it is your fighter's turn, pick a highlighted square to see the path and its cost. Pick it again to go.",
  },
  {
    id: "attack",
    title: "Attack",
    text: "Pick your foe. The odds appear before you decide. Pick it again, or press Enter, to attack. Out of reach? You are shown the way there.",
  },
  {
    id: "interrupt",
    title: "Interrupt",
    text: "When a foe gives you an opening, the table stops and asks whether you react: a free blow, a Snap Attack, luck. Answer, or pass with x. End your turn with e to let your foe act.",
  },
  {
    id: "undo",
    title: "Undo",
    text: "Changed your mind? Undo takes back your last choice, dice included. Try it now: press Undo or u.",
  },
];

/** Whether the step was done between two states. */
export function isDone(step: Step, before: Look, now: Look): boolean {
  if (step.id === "move") return before.square !== null && now.square !== before.square;
  if (step.id === "attack") return now.round === before.round && now.main < before.main;
  if (step.id === "interrupt") return (before.prompted && !now.prompted) || now.round > before.round;
  return now.lines < before.lines;
}

/** The current step: a prompt is explained when it comes, before any other step. */
export function stepNow(done: ReadonlySet<Step["id"]>, now: Look): Step | undefined {
  const left = STEPS.filter((step) => !done.has(step.id));
  return (now.prompted ? left.find((step) => step.id === "interrupt") : undefined) ?? left[0];
}
