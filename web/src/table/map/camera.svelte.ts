// Which part of the map is shown, and how it is moved: wheel, drag, pinch, keys.
//
// Redrawing a large map is slow, moving a drawn one is not. So more is drawn than is visible. The drawing is shifted
// and stretched while it moves, and redrawn when it has come to rest.

import { prefs } from "../../state/prefs.svelte";

const CLOSEST = 4;
/** Squares smaller than this many pixels are too small for a finger; then the view starts closer. */
const SMALLEST = 21;
const FINGER = 30;
/** A square need not be larger than this to be read at arm's length. */
const ARM = 46;
/** How much is drawn beyond each edge, in views. */
const MARGIN = 0.5;
/** How far a drawing may be stretched before it is redrawn. */
const STRETCH = 1.6;
const REST = 140;
/** Milliseconds of an automatic move of the view. */
const GLIDE = 260;
/** Milliseconds without automatic moves after the user has moved the map. */
const HELD = 4_000;
/** Pixels the names of rows and columns take. */
const ROW_NAMES = 26;
const COLUMN_NAMES = 22;

interface Frame {
  x: number;
  y: number;
  across: number;
}

export class Camera {
  x = $state(0);
  y = $state(0);
  /** Squares shown across. */
  across = $state(10);
  /** The view the drawing was made for. */
  drawn = $state.raw<Frame>({ x: 0, y: 0, across: 10 });
  width = $state(1);
  height = $state(1);
  #squaresWide = 10;
  #squaresHigh = 10;
  #touched = false;
  #home: { x: number; y: number } | null = null;
  /** Two squares that stay in view when the map's part of the screen changes its size. */
  #both: [{ x: number; y: number }, { x: number; y: number }] | null = null;
  #pointers = new Map<number, { x: number; y: number }>();
  #moved = 0;
  #rest = 0;
  /** Where the view is on its way to. */
  #goal: Frame | null = null;
  /** Squares across before the view zoomed out by itself; 0 if it did not. */
  #nearer = 0;
  /** The last square the view moved to by itself. */
  #last: { x: number; y: number } | null = null;
  /** When the user last moved the map. */
  #handled = -HELD;
  /** Whether the view has moved by itself. */
  #went = false;

  /** Pixels a square. */
  get scale(): number {
    return this.width / this.across;
  }

  get drawnScale(): number {
    return this.width / this.drawn.across;
  }

  /** The part of the map the drawing holds. */
  box = $derived.by(() => {
    const { x, y, across } = this.drawn;
    const high = (across * this.height) / this.width;
    const whole = 1 + 2 * MARGIN;
    return `${x - MARGIN * across} ${y - MARGIN * high} ${across * whole} ${high * whole}`;
  });
  left = $derived(`${-MARGIN * this.width}px`);
  top = $derived(`${-MARGIN * this.height}px`);
  wide = $derived(`${this.width * (1 + 2 * MARGIN)}px`);
  high = $derived(`${this.height * (1 + 2 * MARGIN)}px`);
  origin = $derived(`${MARGIN * this.width}px ${MARGIN * this.height}px`);
  stretch = $derived(this.drawn.across / this.across);
  shiftX = $derived((this.drawn.x - this.x) * this.scale);
  shiftY = $derived((this.drawn.y - this.y) * this.scale);

  /** Whether the last press was a drag, not a click. */
  get dragged(): boolean {
    return this.#moved > 6;
  }

  /** Redraw: at once if the drawing is no longer sufficient, else when it has come to rest. */
  #changed(): void {
    const stretch = this.drawn.across / this.across;
    const high = (this.across * this.height) / this.width;
    const gone =
      Math.abs(this.drawn.x - this.x) > MARGIN * this.drawn.across ||
      Math.abs(this.drawn.y - this.y) > MARGIN * high * stretch;
    clearTimeout(this.#rest);
    if (gone || stretch > STRETCH || stretch < 1 / STRETCH) this.draw();
    else if (this.#pointers.size === 0) this.#rest = window.setTimeout(() => this.draw(), REST);
  }

  draw(): void {
    clearTimeout(this.#rest);
    const { x, y, across } = this.drawn;
    if (x !== this.x || y !== this.y || across !== this.across) {
      this.drawn = { x: this.x, y: this.y, across: this.across };
    }
  }

  measure(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    const turned = width !== this.width;
    this.width = width;
    this.height = height;
    // A bar that appears or disappears below the map does not reset the view.
    if (!this.#touched && (turned || !this.#went)) this.start();
    if (this.#both) this.include(...this.#both);
    this.draw();
  }

  ground(wide: number, high: number): void {
    if (wide === this.#squaresWide && high === this.#squaresHigh) return;
    this.#squaresWide = wide;
    this.#squaresHigh = high;
    this.start();
  }

  /** The first view on a small screen: around the player's own units. */
  home(x: number, y: number): void {
    const first = this.#home === null;
    this.#home = { x, y };
    if (first && !this.#touched) this.start();
  }

  start(): void {
    this.#fit();
    if (this.scale < SMALLEST && this.#home) {
      // As high as the screen allows: on a phone that is more than it is wide.
      const tall = this.height / (this.#squaresHigh + 1.4);
      this.across = this.width / Math.max(FINGER, Math.min(ARM, tall));
      this.centre(this.#home.x, this.#home.y);
    }
    this.draw();
  }

  centre(x: number, y: number): void {
    this.#goal = null;
    Object.assign(this, this.#around(x, y, this.across));
    this.draw();
  }

  /** The view centred on a square, as far as the edges of the map allow. */
  #around(x: number, y: number, across: number): Frame {
    const scale = this.width / across;
    const inside = (at: number, shown: number, all: number, names: number): number => {
      const [first, last] = [-names / scale, all + 0.6 - shown];
      // The view is larger than the map: centre the map.
      return last < first ? (first + last) / 2 : Math.max(first, Math.min(last, at + 0.5 - shown / 2));
    };
    const high = (across * this.height) / this.width;
    return {
      x: inside(x, across, this.#squaresWide, ROW_NAMES),
      y: inside(y, high, this.#squaresHigh, COLUMN_NAMES),
      across,
    };
  }

  /** Move there smoothly; at once without animation. */
  #glide(goal: Frame): void {
    this.#went = true;
    if (prefs.still || document.hidden) {
      Object.assign(this, goal);
      this.draw();
      return;
    }
    const from: Frame = { x: this.x, y: this.y, across: this.across };
    const began = performance.now();
    this.#goal = goal;
    const step = (now: number): void => {
      if (this.#goal !== goal) return;
      const part = Math.min(1, Math.max(0, (now - began) / GLIDE));
      const eased = part * part * (3 - 2 * part);
      const at = (one: number, other: number): number => one + (other - one) * eased;
      this.across = at(from.across, goal.across);
      this.x = at(from.x, goal.x);
      this.y = at(from.y, goal.y);
      if (part < 1) requestAnimationFrame(step);
      else this.#goal = null;
      this.#changed();
    };
    requestAnimationFrame(step);
  }

  /** Whether the user moves the map, or just did. */
  get isHeld(): boolean {
    return this.#pointers.size > 0 || performance.now() - this.#handled < HELD;
  }

  /** The whole map. */
  fit(): void {
    this.letGo();
    this.#fit();
  }

  #fit(): void {
    const wide = this.#squaresWide + 1.4;
    const high = this.#squaresHigh + 1.4;
    this.across = Math.max(wide, (high * this.width) / this.height);
    const shownHigh = (this.across * this.height) / this.width;
    this.x = (this.#squaresWide - this.across) / 2 - 0.2;
    this.y = (this.#squaresHigh - shownHigh) / 2 - 0.2;
    this.#touched = false;
    this.#goal = null;
    this.#nearer = 0;
    this.#went = false;
    this.draw();
  }

  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    const before = this.across;
    const widest = 2.5 * Math.max(this.#squaresWide, this.#squaresHigh, CLOSEST);
    const after = Math.min(widest, Math.max(CLOSEST, before * factor));
    this.x += (px / this.width) * (before - after);
    this.y += (py / this.width) * (before - after);
    this.across = after;
    this.#byHand();
    this.#changed();
  }

  #byHand(): void {
    this.#touched = true;
    this.#both = null;
    this.#goal = null;
    this.#nearer = 0;
    this.#handled = performance.now();
  }

  /** Show two squares at once, zooming out if they are far apart. */
  include(one: { x: number; y: number }, other: { x: number; y: number }): void {
    this.#both = [{ x: one.x, y: one.y }, { x: other.x, y: other.y }];
    this.#last = { x: other.x, y: other.y };
    const wide = Math.abs(one.x - other.x) + 4;
    const tall = Math.abs(one.y - other.y) + 4;
    const now = this.#goal?.across ?? this.across;
    const before = this.#nearer || now;
    const across = Math.max(before, wide, (tall * this.width) / this.height);
    // Both are in view, and as near as can be.
    if (this.#shows(one.x, one.y) && this.#shows(other.x, other.y) && across >= now) return;
    this.#nearer = across > before ? before : 0;
    this.#glide(this.#around((one.x + other.x) / 2, (one.y + other.y) / 2, across));
  }

  /** The two squares need not stay in view any longer. */
  letGo(): void {
    this.#both = null;
  }

  /** Of several, whether one is in view. */
  showsAny(spots: { x: number; y: number }[]): boolean {
    return spots.some((at) => this.#shows(at.x, at.y));
  }

  #shows(x: number, y: number): boolean {
    const shown = this.#goal ?? this;
    const high = (shown.across * this.height) / this.width;
    const across = x >= shown.x && x + 1 <= shown.x + shown.across;
    return across && y >= shown.y && y + 1 <= shown.y + high;
  }

  /** Bring a square into view where it is outside. */
  reveal(x: number, y: number): void {
    this.#last = { x, y };
    if (!this.#shows(x, y) || this.#nearer) this.#glide(this.#around(x, y, this.#near()));
  }

  /** The zoom of the view, or that before it zoomed out by itself. */
  #near(): number {
    const across = this.#nearer || (this.#goal?.across ?? this.across);
    this.#nearer = 0;
    return across;
  }

  /** The zoom before the view zoomed out by itself. */
  comeBack(): void {
    if (this.#last && this.#nearer) this.reveal(this.#last.x, this.#last.y);
  }

  /** The square under a point of the drawing. */
  at(px: number, py: number): { x: number; y: number } {
    return { x: Math.floor(this.x + px / this.scale), y: Math.floor(this.y + py / this.scale) };
  }

  press(id: number, x: number, y: number): void {
    if (this.#pointers.size === 0) this.#moved = 0;
    this.#pointers.set(id, { x, y });
  }

  move(id: number, x: number, y: number): boolean {
    const before = this.#pointers.get(id);
    if (!before) return false;
    const others = [...this.#pointers].filter(([other]) => other !== id).map(([, at]) => at);
    this.#moved += Math.abs(x - before.x) + Math.abs(y - before.y);
    this.#pointers.set(id, { x, y });
    const other = others[0];
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(x - other.x, y - other.y);
      this.x -= (x - before.x) / 2 / this.scale;
      this.y -= (y - before.y) / 2 / this.scale;
      if (is > 10 && was > 10) this.zoom(was / is, (x + other.x) / 2, (y + other.y) / 2);
      this.#moved += 10;
      this.#byHand();
      this.#changed();
    } else if (this.dragged) {
      this.x -= (x - before.x) / this.scale;
      this.y -= (y - before.y) / this.scale;
      this.#byHand();
      this.#changed();
    }
    return true;
  }

  release(id: number): void {
    this.#pointers.delete(id);
    if (this.#pointers.size === 0) this.#changed();
  }
}
