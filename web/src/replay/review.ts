// The review of a finished fight.

export interface ChanceAt {
  entry: number;
  round: number;
  unit: string;
  name: string;
  wins: number;
  fights: number;
  chance: number;
  low: number;
  high: number;
}

export interface TurningPoint {
  entry: number;
  until: number;
  round: number;
  name: string;
  before: number;
  after: number;
  change: number;
  low: number;
  high: number;
  text: string;
}

export interface CostlyChoice {
  entry: number;
  round: number;
  unit: string;
  name: string;
  chosen: string;
  better: string;
  cost: number;
  low: number;
  high: number;
  chance_after_chosen: number;
  chance_after_better: number;
  fights: number;
  why: string;
}

export interface Luck {
  unit: string;
  name: string;
  side: string;
  rolls: number;
  mean_die: number;
  expected_die: number;
  attacks: number;
  hits: number;
  expected_hits: number;
  successes: number;
  expected_successes: number;
  luckier_than: number;
}

export interface Report {
  sides: string[];
  strongest: string;
  outcome: { won: boolean; round: number; entry: number } | null;
  chances: ChanceAt[];
  turning_points: TurningPoint[];
  choices: CostlyChoice[];
  luck: Luck[];
}

export interface ReviewState {
  running: boolean;
  done: number;
  whole: number;
  trouble: string;
  /** Whether the fight has continued since. */
  stale: boolean;
  report: Report | null;
}

export function points(change: number): string {
  return `${change > 0 ? "+" : "−"}${Math.round(Math.abs(change) * 100)} points`;
}
