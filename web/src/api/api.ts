// REST calls, and the place of a seat's secret in the address.

import type {
  FightLine,
  Invitation,
  Link,
  Me,
  NewFight,
  FightSources,
  Started,
} from "../protocol";
import type { Brought, Campaign } from "../campaign/campaigns";
import type { Film } from "../replay/film";
import type { ReviewState } from "../replay/review";

export interface Place {
  token: string;
  fight: string;
  /** On the start page: the fight whose survivors play the next one. */
  after?: string;
  /** A view for an audience, without controls. */
  stream?: boolean;
  /** The replay of a fight. */
  replay?: boolean;
  /** Another page of the GM's: `library`, `edit`. */
  page?: string;
  /** On those: which file, such as `encounters` and `cellar`. */
  kind?: string;
  name?: string;
}

/** `/#token=...&fight=...`: a fragment is never sent over the line, nor to other sites. */
export function placeInAddress(): Place {
  const found = new URLSearchParams(location.hash.slice(1));
  return {
    token: found.get("token") ?? "",
    fight: found.get("fight") ?? "",
    after: found.get("after") ?? "",
    stream: found.has("stream"),
    replay: found.has("replay"),
    page: found.get("page") ?? "",
    kind: found.get("kind") ?? "",
    name: found.get("name") ?? "",
  };
}

export function addressOf(place: Place): string {
  const wanted = new URLSearchParams({ token: place.token });
  if (place.fight) wanted.set("fight", place.fight);
  if (place.after) wanted.set("after", place.after);
  if (place.stream) wanted.set("stream", "1");
  if (place.replay) wanted.set("replay", "1");
  if (place.page) wanted.set("page", place.page);
  if (place.kind) wanted.set("kind", place.kind);
  if (place.name) wanted.set("name", place.name);
  return `#${wanted.toString()}`;
}

export class ApiTrouble extends Error {
  constructor(
    readonly status: number,
    text: string,
    /** Other fields of the answer. */
    readonly said: unknown = null,
  ) {
    super(text);
  }
}

export async function call<T>(token: string, method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiTrouble(0, "The table does not answer. Is `shieldwall serve` still running?");
  }
  if (!answer.ok) throw await troubleOf(answer);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** The error, with all details of the answer. */
export async function troubleOf(answer: Response): Promise<ApiTrouble> {
  const copy = answer.clone();
  const words = await wordsOf(answer);
  try {
    return new ApiTrouble(answer.status, words, await copy.json());
  } catch {
    return new ApiTrouble(answer.status, words);
  }
}

export function wordsFor(problem: unknown): string {
  return problem instanceof ApiTrouble ? problem.message : String(problem);
}

async function wordsOf(answer: Response): Promise<string> {
  try {
    const said = (await answer.json()) as { detail?: unknown; text?: unknown };
    const words = said.detail ?? said.text;
    if (typeof words === "string") return words;
    if (Array.isArray(words)) {
      return words.map((one) => String((one as { msg?: unknown }).msg ?? one)).join("; ");
    }
  } catch {
    // Not JSON: only the status is known.
  }
  if (answer.status === 401 || answer.status === 403) return "This link is no longer valid.";
  return `The table answered ${answer.status}.`;
}

async function text(token: string, path: string): Promise<string> {
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new ApiTrouble(answer.status, await wordsOf(answer));
  return answer.text();
}

function fightPath(fight: string): string {
  return `api/fights/${encodeURIComponent(fight)}`;
}

function picturePath(fight: string, name: string): string {
  return `${fightPath(fight)}/pictures/${encodeURIComponent(name)}`;
}

/** The last answer of the start page, reused when a table is opened from there. */
const known = new Map<string, FightSources>();

export function keptSources(token: string): Promise<FightSources> {
  const kept = known.get(token);
  return kept ? Promise.resolve(kept) : api.sources(token);
}

export const api = {
  me: (token: string) => call<Me>(token, "GET", "api/me"),
  sources: async (token: string): Promise<FightSources> => {
    const found = await call<FightSources>(token, "GET", "api/shelf");
    known.set(token, found);
    return found;
  },
  fights: (token: string) => call<FightLine[]>(token, "GET", "api/fights"),
  start: (token: string, fight: NewFight) => call<Started>(token, "POST", "api/fights", fight),
  invitation: (token: string) => call<Invitation>(token, "GET", "api/invitation"),
  /** Let players on the local network join, or stop it. */
  network: (token: string, open: boolean) => call<Invitation>(token, "PUT", "api/network", { open }),
  rename: (token: string, fight: string, title: string) =>
    call<FightLine>(token, "PATCH", fightPath(fight), { title }),
  duplicate: (token: string, fight: string) =>
    call<FightLine>(token, "POST", `${fightPath(fight)}/duplicate`),
  again: (token: string, fight: string) => call<Started>(token, "POST", `${fightPath(fight)}/again`),
  remove: (token: string, fight: string) => call<void>(token, "DELETE", fightPath(fight)),
  restore: (token: string, fight: string) =>
    call<FightLine>(token, "POST", `${fightPath(fight)}/restore`),
  watch: (token: string, fight: string) => call<Link>(token, "POST", `${fightPath(fight)}/watch`),
  /** The address of one seat, with its code if other machines can reach it. */
  seat: (token: string, fight: string, name: string) =>
    call<Invitation>(token, "GET", `${fightPath(fight)}/seats/${encodeURIComponent(name)}/invitation`),
  join: (token: string, fight: string, name: string) =>
    call<Link>(token, "POST", `${fightPath(fight)}/seats/${encodeURIComponent(name)}/take`),
  /** Go back to the last good point of a fight that cannot be opened; nothing stored is lost. */
  goOn: (token: string, fight: string) =>
    call<FightLine>(token, "POST", `${fightPath(fight)}/continue`),
  /** A stored picture: of a unit, or `*map*`. */
  picture: async (token: string, fight: string, name: string): Promise<Blob> => {
    const answer = await fetch(picturePath(fight, name), { headers: { Authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new ApiTrouble(answer.status, await wordsOf(answer));
    return answer.blob();
  },
  putPicture: async (token: string, fight: string, name: string, picture: Blob | null): Promise<void> => {
    const answer = await fetch(picturePath(fight, name), {
      method: picture ? "PUT" : "DELETE",
      headers: { Authorization: `Bearer ${token}` },
      body: picture,
    });
    if (!answer.ok) throw new ApiTrouble(answer.status, await wordsOf(answer));
  },
  /** A fight line by line, as a seat may know it; the GM may look as any seat. */
  replay: (token: string, fight: string, seat = "") =>
    call<Film>(token, "GET", `${fightPath(fight)}/replay?as=${encodeURIComponent(seat)}`),
  /** The same as one HTML file. */
  share: (token: string, fight: string, seat = "") =>
    text(token, `${fightPath(fight)}/share?as=${encodeURIComponent(seat)}`),
  /** A new fight that continues from a point of this one. */
  branch: (token: string, fight: string, entry: number) =>
    call<FightLine>(token, "POST", `${fightPath(fight)}/branch`, { entry }),
  review: (token: string, fight: string) => call<ReviewState>(token, "GET", `${fightPath(fight)}/review`),
  startReview: (token: string, fight: string) =>
    call<ReviewState>(token, "POST", `${fightPath(fight)}/review`),
  stopReview: (token: string, fight: string) => call<void>(token, "DELETE", `${fightPath(fight)}/review`),
  campaigns: (token: string) => call<Campaign[]>(token, "GET", "api/campaigns"),
  /** Assign a fight to a campaign; "" for none. */
  putInCampaign: (token: string, fight: string, name: string) =>
    call<void>(token, "PUT", `${fightPath(fight)}/campaign`, { name }),
  /** Everything stored, or one campaign, as a zip. */
  archive: async (token: string, campaign = ""): Promise<Blob> => {
    const path = `api/archive?campaign=${encodeURIComponent(campaign)}`;
    const answer = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new ApiTrouble(answer.status, await wordsOf(answer));
    return answer.blob();
  },
  bringArchive: async (token: string, file: Blob): Promise<Brought> => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/zip" };
    const answer = await fetch("api/archive", { method: "POST", headers, body: file });
    if (!answer.ok) throw new ApiTrouble(answer.status, await wordsOf(answer));
    return (await answer.json()) as Brought;
  },
  /** The record of a fight, for bug reports and `shieldwall replay`. */
  tape: (token: string, fight: string) => text(token, `${fightPath(fight)}/tape`),
};
