// The simulator in the background: ask, follow, stop.

import type { AskChances, AskedChances, ChanceAnswer, Knobs } from "../protocol";
import { call } from "./api";

export const chancesApi = {
  knobs: (token: string, asked: AskChances) => call<Knobs>(token, "POST", "api/chances/knobs", asked),
  ask: (token: string, asked: AskChances) => call<AskedChances>(token, "POST", "api/chances", asked),
  answer: (token: string, run: string) => call<ChanceAnswer>(token, "GET", `api/chances/${run}`),
  stop: (token: string, run: string) => call<ChanceAnswer>(token, "DELETE", `api/chances/${run}`),
};
