// Which part of the map is shown, and how it is moved: wheel, drag, pinch, keys.

const CLOSEST = 4;
/** Squares smaller than this many pixels are too small for a finger; then the view starts closer. */
const SMALLEST = 21;
const FINGER = 30;

export class Camera {
  x = $state(0);
  y = $state(0);
  /** Squares shown across. */
  across = $state(10);
  #width = $state(1);
  #height = $state(1);
  #squaresWide = 10;
  #squaresHigh = 10;
  #touched = false;
  #home: { x: number; y: number } | null = null;
  #pointers = new Map<number, { x: number; y: number }>();
  #moved = 0;

  get scale(): number {
    return this.#width / this.across;
  }

  get box(): string {
    const high = (this.across * this.#height) / this.#width;
    return `${this.x} ${this.y} ${this.across} ${high}`;
  }

  /** Whether the last press was a drag, not a click. */
  get dragged(): boolean {
    return this.#moved > 6;
  }

  measure(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.#width = width;
    this.#height = height;
    if (!this.#touched) this.start();
  }

  ground(wide: number, high: number): void {
    if (wide === this.#squaresWide && high === this.#squaresHigh) return;
    this.#squaresWide = wide;
    this.#squaresHigh = high;
    this.start();
  }

  /** Where the view starts on a small screen: around one's own people. */
  home(x: number, y: number): void {
    const first = this.#home === null;
    this.#home = { x, y };
    if (first && !this.#touched) this.start();
  }

  start(): void {
    this.fit();
    if (this.scale >= SMALLEST || !this.#home) return;
    this.across = this.#width / FINGER;
    this.centre(this.#home.x, this.#home.y);
  }

  centre(x: number, y: number): void {
    const high = (this.across * this.#height) / this.#width;
    const inside = (at: number, shown: number, all: number): number =>
      Math.max(-0.9, Math.min(all + 0.5 - shown, at + 0.5 - shown / 2));
    this.x = inside(x, this.across, this.#squaresWide);
    this.y = inside(y, high, this.#squaresHigh);
  }

  fit(): void {
    const wide = this.#squaresWide + 1.4;
    const high = this.#squaresHigh + 1.4;
    this.across = Math.max(wide, (high * this.#width) / this.#height);
    const shownHigh = (this.across * this.#height) / this.#width;
    this.x = (this.#squaresWide - this.across) / 2 - 0.2;
    this.y = (this.#squaresHigh - shownHigh) / 2 - 0.2;
    this.#touched = false;
  }

  zoom(factor: number, px = this.#width / 2, py = this.#height / 2): void {
    const before = this.across;
    const widest = 2.5 * Math.max(this.#squaresWide, this.#squaresHigh, CLOSEST);
    const after = Math.min(widest, Math.max(CLOSEST, before * factor));
    this.x += (px / this.#width) * (before - after);
    this.y += (py / this.#width) * (before - after);
    this.across = after;
    this.#touched = true;
  }

  /** Show two squares at once, from farther off where they are far apart. */
  include(one: { x: number; y: number }, other: { x: number; y: number }): void {
    if (this.#shows(one.x, one.y) && this.#shows(other.x, other.y)) return;
    const wide = Math.abs(one.x - other.x) + 3;
    const tall = Math.abs(one.y - other.y) + 3;
    this.across = Math.max(this.across, wide, (tall * this.#width) / this.#height);
    this.centre((one.x + other.x) / 2, (one.y + other.y) / 2);
  }

  #shows(x: number, y: number): boolean {
    const high = (this.across * this.#height) / this.#width;
    const across = x >= this.x && x + 1 <= this.x + this.across;
    return across && y >= this.y && y + 1 <= this.y + high;
  }

  /** Bring a square into view where it is outside. */
  reveal(x: number, y: number): void {
    if (!this.#shows(x, y)) this.centre(x, y);
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
      this.#touched = true;
    } else if (this.dragged) {
      this.x -= (x - before.x) / this.scale;
      this.y -= (y - before.y) / this.scale;
      this.#touched = true;
    }
    return true;
  }

  release(id: number): void {
    this.#pointers.delete(id);
  }
}
