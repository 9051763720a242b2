// One question to the simulator, and its answer so far, refined with every poll.

import { ApiTrouble, wordsFor } from "../api/api";
import { chancesApi } from "../api/chancesApi";
import type { AskChances, ChanceAnswer } from "../protocol";

const OFTEN = 200;
const LATER = 500;

export class Follow {
  token: string;
  answer = $state.raw<ChanceAnswer | null>(null);
  trouble = $state("");
  running = $state(false);
  #run = "";
  #turn = 0;
  #timer = 0;

  constructor(token: string) {
    this.token = token;
  }

  async ask(wanted: AskChances): Promise<void> {
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    const before = this.#run;
    this.#run = "";
    this.running = true;
    this.trouble = "";
    try {
      if (before) void chancesApi.stop(this.token, before).catch(() => undefined);
      const { run } = await chancesApi.ask(this.token, wanted);
      if (turn !== this.#turn) {
        void chancesApi.stop(this.token, run).catch(() => undefined);
        return;
      }
      this.#run = run;
      await this.#look(turn);
    } catch (problem) {
      if (turn !== this.#turn) return;
      this.trouble = wordsFor(problem);
      this.running = false;
    }
  }

  async #look(turn: number): Promise<void> {
    try {
      const found = await chancesApi.answer(this.token, this.#run);
      if (turn !== this.#turn) return;
      this.answer = found;
      this.trouble = found.trouble;
      this.running = found.state === "running";
      if (this.running) this.#timer = window.setTimeout(() => void this.#look(turn), found.fights < 100 ? OFTEN : LATER);
    } catch (problem) {
      if (turn !== this.#turn) return;
      if (!(problem instanceof ApiTrouble && problem.status === 404)) this.trouble = wordsFor(problem);
      this.running = false;
    }
  }

  async stop(): Promise<void> {
    const run = this.#run;
    if (!run || !this.running) return;
    ++this.#turn;
    clearTimeout(this.#timer);
    this.running = false;
    this.#run = "";
    try {
      this.answer = await chancesApi.stop(this.token, run);
    } catch (problem) {
      this.trouble = wordsFor(problem);
    }
  }

  forget(): void {
    void this.stop();
    this.answer = null;
  }
}
