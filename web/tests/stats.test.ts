import { describe, expect, test } from "vitest";
import { honours } from "../src/end/stats";
import type { UnitStats } from "../src/protocol";

function stats(about: Partial<UnitStats>): UnitStats {
  return {
    id: "alda", unit: "Alda", side: "party", team: 0, attacks: 0, hits: 0, likely_hits: null, dealt: 0, biggest: 0, taken: 0, healed: 0, felled: 0,
    slain: 0, near_misses: 0, close_calls: 0, dice: 0, luck: null, ...about,
  };
}

const titles = (all: UnitStats[]): string[] => honours(all).map((one) => one.title);

describe("what the end card tells", () => {
  test("leaves out the biggest hit where it was all the damage, and takedowns of one each", () => {
    expect(titles([stats({ dealt: 12, biggest: 12, felled: 1 })])).toEqual(["Most damage"]);
    expect(titles([stats({ dealt: 14, biggest: 12, felled: 2 })])).toEqual(["Most damage", "Biggest hit", "Most takedowns"]);
  });
  test("names who hit hardest where somebody else dealt more", () => {
    const all = [stats({ dealt: 14, biggest: 7 }), stats({ id: "brand", unit: "Brand", dealt: 9, biggest: 9 })];
    expect(honours(all).map((one) => `${one.title}: ${one.unit}`)).toEqual(["Most damage: Alda", "Biggest hit: Brand"]);
  });
});
