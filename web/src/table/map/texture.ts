// Textures of the ground, drawn by rule: the same strokes every time, in squares.

/** How many squares a texture repeats after. */
export const TILE = 8;

/** Numbers from 0 to 1 that look like chance and are the same on every screen. */
export function scatter(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function box(x: number, y: number, wide: number, high: number): string {
  return `M${n(x)} ${n(y)}h${n(wide)}v${n(high)}h${n(-wide)}z`;
}

function blob(x: number, y: number, rx: number, ry: number): string {
  return `M${n(x - rx)} ${n(y)}a${n(rx)} ${n(ry)} 0 1 0 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-2 * rx)} 0z`;
}

/** A stone with five or six corners. */
function stone(chance: () => number, x: number, y: number, r: number): string {
  const corners = 5 + Math.floor(chance() * 2);
  const turn = chance() * 6;
  let path = "";
  for (let at = 0; at < corners; at++) {
    const angle = turn + (at * 2 * Math.PI) / corners;
    const far = r * (0.75 + chance() * 0.35);
    path += `${at ? "L" : "M"}${n(x + Math.cos(angle) * far)} ${n(y + Math.sin(angle) * far * 0.8)}`;
  }
  return `${path}z`;
}

/** Keep what is drawn inside the tile, so that its edges meet. */
function inside(chance: () => number, margin: number): number {
  return margin + chance() * (TILE - 2 * margin);
}

export interface Slabs {
  plain: string;
  light: string;
  dark: string;
  warm: string;
  /** The lit edges, and those in shadow. */
  lit: string;
  dim: string;
  cracks: string;
}

/** A floor of flags: each square is one slab, two or four; the gaps show what lies below. */
export function slabs(): Slabs {
  const chance = scatter(7);
  const GAP = 0.025;
  const RIM = 0.03;
  const made: Slabs = { plain: "", light: "", dark: "", warm: "", lit: "", dim: "", cracks: "" };
  const lay = (x: number, y: number, wide: number, high: number): void => {
    const [left, top, right, low] = [x + GAP, y + GAP, x + wide - GAP, y + high - GAP];
    const path = box(left, top, right - left, low - top);
    const shade = chance();
    if (shade < 0.26) made.light += path;
    else if (shade < 0.54) made.dark += path;
    else if (shade < 0.66) made.warm += path;
    else made.plain += path;
    made.lit += `M${n(left + RIM)} ${n(low - RIM)}V${n(top + RIM)}H${n(right - RIM)}`;
    made.dim += `M${n(left + RIM)} ${n(low - RIM / 2)}H${n(right - RIM / 2)}V${n(top + RIM)}`;
    if (chance() < 0.16) {
      const [cx, cy] = [x + wide * (0.2 + chance() * 0.3), y + high * 0.15];
      made.cracks += `M${n(cx)} ${n(cy)}l${n(wide * 0.16)} ${n(high * 0.2)}l${n(-wide * 0.05)} ${n(high * 0.17)}l${n(wide * 0.14)} ${n(high * 0.18)}`;
    }
  };
  for (let y = 0; y < TILE; y++) {
    for (let x = 0; x < TILE; x++) {
      const kind = chance();
      if (kind < 0.62) lay(x, y, 1, 1);
      else if (kind < 0.76) [0, 0.5].forEach((part) => lay(x, y + part, 1, 0.5));
      else if (kind < 0.9) [0, 0.5].forEach((part) => lay(x + part, y, 0.5, 1));
      else {
        lay(x, y, 0.5, 0.5);
        lay(x + 0.5, y, 0.5, 0.5);
        lay(x, y + 0.5, 1, 0.5);
      }
    }
  }
  return made;
}

/** How many squares the stains repeat after: not in step with the textures below them. */
export const STAIN_TILE = 13;

/** Where the ground is darker or lighter over a few squares, so that no texture is seen to repeat. */
export function stains(): { x: number; y: number; r: number; dark: boolean }[] {
  const chance = scatter(53);
  return Array.from({ length: 16 }, (_, at) => {
    const r = 1.2 + chance() * 2.2;
    const free = STAIN_TILE - 2 * r;
    return { x: +(r + chance() * free).toFixed(2), y: +(r + chance() * free).toFixed(2), r: +r.toFixed(2), dark: at % 3 > 0 };
  });
}

/** Cobbles: small round stones in rows, each second row set off by half a stone. */
export function cobbles(): { light: string; dark: string; mid: string } {
  const chance = scatter(43);
  const ROWS = 28;
  const step = TILE / ROWS;
  let [light, dark, mid] = ["", "", ""];
  for (let row = 0; row < ROWS; row++) {
    for (let at = 0; at < ROWS; at++) {
      const x = Math.min(TILE - step * 0.46, (at + 0.5 + (row % 2 ? 0.25 : -0.04)) * step);
      const one = blob(x, (row + 0.5) * step, step * (0.38 + chance() * 0.07), step * (0.36 + chance() * 0.08));
      const shade = chance();
      if (shade < 0.3) light += one;
      else if (shade < 0.6) dark += one;
      else mid += one;
    }
  }
  return { light, dark, mid };
}

export interface Meadow {
  dark: string;
  light: string;
  blades: string;
  flowers: string;
}

export function meadow(): Meadow {
  const chance = scatter(11);
  let [dark, light, blades, flowers] = ["", "", "", ""];
  for (let at = 0; at < 16; at++) dark += blob(inside(chance, 1), inside(chance, 0.7), 0.35 + chance() * 0.6, 0.25 + chance() * 0.4);
  for (let at = 0; at < 14; at++) light += blob(inside(chance, 0.9), inside(chance, 0.6), 0.3 + chance() * 0.5, 0.2 + chance() * 0.35);
  for (let at = 0; at < 150; at++) {
    const [x, y, tall] = [inside(chance, 0.15), inside(chance, 0.2), 0.09 + chance() * 0.09];
    blades += `M${n(x)} ${n(y)}q-0.02 ${n(-tall * 0.6)} -0.05 ${n(-tall)}m0.07 ${n(tall)}q0 ${n(-tall * 0.7)} 0.01 ${n(-tall * 1.2)}m0.03 ${n(tall * 1.2)}q0.02 ${n(-tall * 0.6)} 0.06 ${n(-tall * 0.9)}`;
  }
  for (let at = 0; at < 16; at++) flowers += `M${n(inside(chance, 0.2))} ${n(inside(chance, 0.2))}h.01`;
  return { dark, light, blades, flowers };
}

export interface Planks {
  light: string;
  dark: string;
  lines: string;
  grain: string;
}

export function planks(): Planks {
  const chance = scatter(13);
  const WIDE = 0.25;
  let [light, dark, lines, grain] = ["", "", "", ""];
  for (let row = 0; row < TILE / WIDE; row++) {
    const y = row * WIDE;
    lines += `M0 ${n(y)}h${TILE}`;
    for (let x = chance() * 2 - 1; x < TILE; ) {
      const long = 1.6 + chance() * 1.6;
      const [from, to] = [Math.max(0, x), Math.min(TILE, x + long)];
      const shade = chance();
      if (to > from) {
        if (shade < 0.33) light += box(from, y, to - from, WIDE);
        else if (shade < 0.6) dark += box(from, y, to - from, WIDE);
        if (x > 0) lines += `M${n(from)} ${n(y)}v${WIDE}`;
        grain += `M${n(from + 0.15)} ${n(y + 0.08)}q${n((to - from) / 3)} 0.05 ${n((to - from) * 0.6)} 0`;
      }
      x += long;
    }
  }
  return { light, dark, lines, grain };
}

export interface Waves {
  deep: string;
  ripples: string;
  glints: string;
}

export function waves(): Waves {
  const chance = scatter(17);
  let [deep, ripples, glints] = ["", "", ""];
  for (let at = 0; at < 14; at++) deep += blob(inside(chance, 1.2), inside(chance, 0.5), 0.5 + chance() * 0.7, 0.15 + chance() * 0.2);
  for (let at = 0; at < 42; at++) {
    const [x, y, wide] = [inside(chance, 0.5), inside(chance, 0.1), 0.1 + chance() * 0.14];
    ripples += `M${n(x)} ${n(y)}q${n(wide / 2)} -0.09 ${n(wide)} 0t${n(wide)} 0`;
  }
  for (let at = 0; at < 22; at++) glints += `M${n(inside(chance, 0.3))} ${n(inside(chance, 0.1))}h${n(0.08 + chance() * 0.14)}`;
  return { deep, ripples, glints };
}

/** Loose stones, each with the shadow below it. */
export function rubble(): { stones: string; shadows: string; grit: string } {
  const chance = scatter(19);
  let [stones, shadows, grit] = ["", "", ""];
  for (let y = 0; y < TILE; y++) {
    for (let x = 0; x < TILE; x++) {
      for (let at = 0; at < 4; at++) {
        const r = 0.07 + chance() * 0.1;
        const [cx, cy] = [x + 0.18 + chance() * 0.64, y + 0.18 + chance() * 0.64];
        stones += stone(chance, cx, cy, r);
        shadows += blob(cx + 0.025, cy + r * 0.65, r, r * 0.45);
      }
      grit += `M${n(x + chance())} ${n(y + chance())}h.01M${n(x + chance())} ${n(y + chance())}h.01`;
    }
  }
  return { stones, shadows, grit };
}

/** Undergrowth: clusters of leaves. */
export function leaves(): { dark: string; light: string } {
  const chance = scatter(23);
  let [dark, light] = ["", ""];
  for (let y = 0; y < TILE; y++) {
    for (let x = 0; x < TILE; x++) {
      for (let clump = 0; clump < 2; clump++) {
        const [cx, cy] = [x + 0.25 + chance() * 0.5, y + 0.25 + chance() * 0.5];
        for (let at = 0; at < 6; at++) {
          const angle = (at * Math.PI) / 3 + chance();
          const r = 0.08 + chance() * 0.05;
          const [lx, ly] = [cx + Math.cos(angle) * 0.13, cy + Math.sin(angle) * 0.11];
          if (at % 2) light += blob(lx, ly, r, r * 0.75);
          else dark += blob(lx, ly, r, r * 0.75);
        }
      }
    }
  }
  return { dark, light };
}

/** Specks of a fine ground: sand, mud. */
export function specks(seed: number, count: number): { patches: string; specks: string; waves: string } {
  const chance = scatter(seed);
  let [patches, dots, lines] = ["", "", ""];
  for (let at = 0; at < 18; at++) patches += blob(inside(chance, 0.9), inside(chance, 0.6), 0.3 + chance() * 0.6, 0.2 + chance() * 0.3);
  for (let at = 0; at < count; at++) dots += `M${n(inside(chance, 0.05))} ${n(inside(chance, 0.05))}h.01`;
  for (let at = 0; at < 34; at++) lines += `M${n(inside(chance, 0.5))} ${n(inside(chance, 0.2))}q0.12 -0.06 0.24 0t0.22 0`;
  return { patches, specks: dots, waves: lines };
}

export interface Masonry {
  light: string;
  dark: string;
  joints: string;
}

/** The top of a wall: courses of blocks. */
export function masonry(): Masonry {
  const chance = scatter(29);
  let [light, dark, lines] = ["", "", ""];
  for (let row = 0; row < TILE * 2; row++) {
    const y = row / 2;
    lines += `M0 ${n(y)}h${TILE}`;
    for (let block = 0; block < TILE; block++) {
      const x = block + (row % 2 ? 0.5 : 0);
      lines += `M${n(x)} ${n(y)}v0.5`;
      const shade = chance();
      const wide = Math.min(1, TILE - x);
      if (shade < 0.3) light += box(x, y, wide, 0.5);
      else if (shade < 0.6) dark += box(x, y, wide, 0.5);
    }
  }
  return { light, dark, joints: lines };
}

/** Living rock: broken faces, for what is solid under the open sky. */
export function rock(): { faces: string; edges: string } {
  const chance = scatter(31);
  let [faces, edges] = ["", ""];
  for (let at = 0; at < 60; at++) faces += stone(chance, inside(chance, 0.5), inside(chance, 0.5), 0.18 + chance() * 0.28);
  for (let at = 0; at < 40; at++) {
    const [x, y] = [inside(chance, 0.6), inside(chance, 0.6)];
    edges += `M${n(x)} ${n(y)}l${n(chance() * 0.3 - 0.1)} ${n(0.12 + chance() * 0.2)}l${n(chance() * 0.3)} ${n(chance() * 0.15)}`;
  }
  return { faces, edges };
}
