import { describe, expect, test } from "vitest";
import { entriesOf, needsAim, variantsOf } from "../src/table/act/actionBar";
import { approaches, firstAimed, isRisky, placeWords, rowsOf, sectionsOf } from "../src/table/act/rows";
import { group, option, unit } from "./made";

const walk = (square: string, feet: number, provokes: string[] = []) =>
  option({ choice: `run ${square}`, square, path: [square], feet, provokes });

describe("walks towards somebody", () => {
  const target = unit({ x: 5, y: 0 });
  test("beside it first, without provoking, then the shortest", () => {
    const walks = [walk("C1", 10), walk("E1", 25), walk("E2", 20, ["orc"]), walk("F2", 30)];
    expect(approaches(walks, target).map((one) => one.square)).toEqual(["E1", "F2", "E2", "C1"]);
  });
  test("only as near as asked, counted from the edge of a large body", () => {
    const ogre = unit({ x: 5, y: 0, size: 2 });
    expect(approaches([walk("C1", 10), walk("H2", 40)], ogre, 1).map((one) => one.square)).toEqual(["H2"]);
  });
  test("areas and blows are no walks", () => {
    const others = [option({ square: "E1", path: ["E1"], target: "goblin" }), option({ square: "E1", path: ["E1"], area: ["E1"] })];
    expect(approaches(others, target)).toEqual([]);
  });
});

describe("what a click on somebody means", () => {
  const blow = (choice: string, weapon: string) => option({ choice, weapon, target: "goblin" });
  test("the lowest rank of the server, with the weapon in hand", () => {
    const groups = [
      group({ verb: "charge", rank: 7, options: [blow("charge", "sword")] }),
      group({ verb: "attack", rank: 0, options: [blow("fist", "bare hands"), blow("cut", "sword")] }),
    ];
    expect(firstAimed(groups, "goblin", "sword")?.choice).toBe("cut");
    expect(firstAimed(groups, "nobody", "sword")).toBeUndefined();
  });
});

describe("rows of the list", () => {
  test("a run-up is one row a foe, with the weapon in hand", () => {
    const to = (target: string, weapon: string, square: string) =>
      option({ choice: `${target} ${weapon} ${square}`, target, weapon, square, row: `Charge ${target} (${weapon})`, label: "" });
    const charge = group({
      verb: "charge",
      options: [to("orc", "spear", "C1"), to("orc", "sword", "C1"), to("orc", "sword", "C2"), to("rat", "spear", "D1")],
    });
    const rows = rowsOf(charge, "sword");
    expect(rows.map((row) => row.label)).toEqual(["Charge orc (sword)", ""]);
    expect(rows[0]!.options).toHaveLength(2);
  });
  test("a square is told with its cost and whom it provokes", () => {
    expect(placeWords(walk("G6", 30, ["orc"]), () => "Orc")).toBe("G6, 30 ft, provokes Orc");
    expect(isRisky(walk("G6", 30, ["orc"]))).toBe(true);
    expect(isRisky(walk("G6", 30))).toBe(false);
  });
});

describe("the action bar", () => {
  test("has a button a verb in the server's order, none for the end of the turn nor for free words", () => {
    const groups = [
      group({ verb: "attack", name: "Attack", icon: "crossed-swords", options: [option({ cost: "Main" })] }),
      group({ verb: "improvise", words: true }),
      group({ verb: "done", ends: "turn", kind: "end" }),
    ];
    const entries = entriesOf(groups, "");
    expect(entries.map((one) => [one.verb, one.cost])).toEqual([["attack", "Main"]]);
    expect(entries[0]!.icon).toMatch(/^[Mm]/);
  });
  test("variants: the weapon in hand first, bare hands last", () => {
    const found = variantsOf(["bare hands", "spear", "sword"].map((weapon, at) => option({ weapon, weapon_words: weapon, bare: at === 0 })), "sword");
    expect(found.map((one) => one.name)).toEqual(["sword", "spear", "bare hands"]);
  });
  test("only what has a target or a square is aimed", () => {
    expect(needsAim([option({})])).toBe(false);
    expect(needsAim([option({ square: "C1" })])).toBe(true);
  });
});

describe("sections of the list", () => {
  test("keep the order, with neighbours of one way only together", () => {
    const ways = [["throw", 1], ["swarm", 1], ["charge", 3], ["stow", 2], ["prone", 1]] as const;
    const found = sectionsOf([...ways], (one) => one[1] === 1);
    expect(found.map((section) => section.map((one) => one[0]))).toEqual([["throw", "swarm"], ["charge"], ["stow"], ["prone"]]);
  });
});
