// Shows the server's messages one after the other. The state is already here; each part of it is shown once the
// animation before it is over.

import type { LogLine, ServerMessage } from "../../protocol";
import { prefs, type Pace } from "../../state/prefs.svelte";

/** Longer or shorter than written in `staging.ts`. */
const FACTORS: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.45, instant: 0 };
/** The backlog in ms from which animation speeds up. */
const PATIENCE = 12_000;
/** Limit of the speed, so that animation can still be followed. */
const FASTEST = 0.3;
/** Messages that change the board or the question and must keep their order. */
const IN_ORDER = new Set(["state", "log", "asked", "over", "plan"]);

interface Stage {
  /** How long a line takes to be seen, in ms at normal pace. */
  lengthOf(line: LogLine): number;
  /** Play a line in this many ms; it ends early if `sleep` does. `tell` writes the line once its dice have stopped. */
  play(line: LogLine, ms: number, sleep: (ms: number) => Promise<void>, tell: () => void): Promise<void>;
  /** Everything that moves stops. */
  still(): void;
}

interface Audience {
  apply(message: ServerMessage, at: number): void;
  write(line: LogLine): void;
  /** A line is about to be animated, or at instant pace has just been shown. */
  watch(line: LogLine, isAnimated: boolean): void;
}

type Step = { line: LogLine } | { message: ServerMessage; at: number };

export class Playback {
  /** Whether an animation is running. */
  playing = $state(false);
  #queue: Step[] = [];
  #skipping = false;
  /** Lines from before joining are not animated. */
  #arriving = true;
  #wake: (() => void) | null = null;
  #stage: Stage;
  #audience: Audience;

  constructor(stage: Stage, audience: Audience) {
    this.#stage = stage;
    this.#audience = audience;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.skip();
    });
  }

  hear(message: ServerMessage): void {
    if (message.type === "welcome") {
      this.#arriving = true;
      this.skip();
    }
    if (!IN_ORDER.has(message.type)) {
      this.#audience.apply(message, Date.now());
      return;
    }
    if (message.type === "log" && message.cut === null) {
      this.#queue.push(...message.lines.map((line) => ({ line })));
    } else {
      // Undone lines are not animated to their end.
      if (message.type === "log") this.skip();
      this.#queue.push({ message, at: Date.now() });
    }
    if (!this.playing) void this.#run();
  }

  /** To the present, at once. */
  skip(): void {
    if (!this.playing) return;
    this.#skipping = true;
    this.#stage.still();
    this.#wake?.();
  }

  async #run(): Promise<void> {
    this.playing = this.#queue.some((step) => "line" in step) && this.#factor() > 0;
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      if ("message" in step) {
        this.#audience.apply(step.message, step.at);
        if (step.message.type === "asked") this.#arriving = false;
        continue;
      }
      const { line } = step;
      let told = false;
      const tell = (): void => {
        if (!told) this.#audience.write(line);
        told = true;
      };
      const length = this.#stage.lengthOf(line);
      const factor = this.#factor(length);
      if (factor > 0 && length > 0) {
        this.playing = true;
        this.#audience.watch(line, true);
        await this.#stage.play(line, length * factor, (ms) => this.#sleep(ms), tell);
      }
      tell();
      if (length > 0 && this.#isInstant()) this.#audience.watch(line, false);
    }
    this.#skipping = false;
    this.playing = false;
  }

  #isInstant(): boolean {
    return FACTORS[prefs.pace] === 0 && !this.#arriving && !document.hidden;
  }

  #factor(now = 0): number {
    if (this.#skipping || this.#arriving || document.hidden) return 0;
    const factor = FACTORS[prefs.pace];
    const waiting = this.#queue.reduce((sum, step) => sum + ("line" in step ? this.#stage.lengthOf(step.line) : 0), now);
    return waiting * factor > PATIENCE ? Math.max(factor * FASTEST, PATIENCE / waiting) : factor;
  }

  #sleep(ms: number): Promise<void> {
    if (this.#skipping) return Promise.resolve();
    return new Promise((done) => {
      const timer = window.setTimeout(() => this.#wake?.(), ms);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        done();
      };
    });
  }
}
