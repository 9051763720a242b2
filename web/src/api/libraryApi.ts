// The library and the editor over REST; all of it is for the GM's token.

import type {
  CreatureForm,
  Deleted,
  LibraryFile,
  LibraryLine,
  LibraryPage,
  Looked,
  Palette,
  Saved,
  SightTried,
  Stamp,
  UploadChoices,
  UploadPreview,
} from "../protocol";
import { ApiTrouble, call, troubleOf } from "./api";

export type Kind = LibraryLine["kind"];
export const KINDS: { kind: Kind; label: string; one: string }[] = [
  { kind: "encounters", label: "Encounters", one: "encounter" },
  { kind: "creatures", label: "Creatures", one: "creature" },
  { kind: "parties", label: "Parties", one: "party" },
  { kind: "maps", label: "Maps", one: "map" },
];

function pathOf(kind: string, name: string): string {
  return `api/library/${kind}/${encodeURIComponent(name)}`;
}

function shippedPath(kind: string, name: string): string {
  return `api/library/shipped/${kind}/${encodeURIComponent(name)}`;
}

export const libraryApi = {
  all: (token: string) => call<LibraryPage>(token, "GET", "api/library"),
  stamp: (token: string) => call<Stamp>(token, "GET", "api/library/stamp"),
  read: (token: string, kind: string, name: string) => call<LibraryFile>(token, "GET", pathOf(kind, name)),
  shipped: (token: string, kind: string, name: string, book: string) =>
    call<LibraryFile>(token, "GET", `${shippedPath(kind, name)}?book=${encodeURIComponent(book)}`),
  save: (token: string, kind: string, name: string, text: string, version: string) =>
    call<Saved>(token, "PUT", pathOf(kind, name), { text, version }),
  remove: (token: string, kind: string, name: string, version: string) =>
    call<Deleted>(token, "DELETE", `${pathOf(kind, name)}?version=${encodeURIComponent(version)}`),
  undo: (token: string, undo: string) => call<Saved>(token, "POST", `api/library/undo/${undo}`),
  copy: (token: string, line: LibraryLine) =>
    line.origin === "shipped"
      ? call<Saved>(token, "POST", `${shippedPath(line.kind, line.name)}/copy?book=${encodeURIComponent(line.book)}`, {})
      : call<Saved>(token, "POST", `${pathOf(line.kind, line.name)}/copy`, {}),
  rename: (token: string, kind: string, name: string, to: string, version: string) =>
    call<Saved>(token, "POST", `${pathOf(kind, name)}/rename`, { name: to, version }),
  tags: (token: string, kind: string, name: string, tags: string[], version: string) =>
    call<Saved>(token, "PUT", `${pathOf(kind, name)}/tags`, { tags, version }),
  look: (token: string, kind: string, name: string, text: string, tree: unknown) =>
    call<Looked>(token, "POST", "api/editor/look", { kind, name, text, tree }),
  sight: (token: string, text: string, start: string, end: string) =>
    call<SightTried>(token, "POST", "api/editor/sight", { text, start, end }),
  palette: (token: string, book: string) =>
    call<Palette>(token, "GET", `api/editor/palette?book=${encodeURIComponent(book)}`),
  /** Preview the import of a file, or write the imported files. */
  upload: async (token: string, name: string, data: Blob, choices: UploadChoices, save: boolean): Promise<UploadPreview> => {
    const asked = new URLSearchParams({ name, asked: JSON.stringify(choices), save: String(save) });
    let answer: Response;
    try {
      answer = await fetch(`api/uploads?${asked.toString()}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/octet-stream" },
        body: data,
      });
    } catch {
      throw new ApiTrouble(0, "The table does not answer, or the file is too large.");
    }
    if (!answer.ok) throw await troubleOf(answer);
    return (await answer.json()) as UploadPreview;
  },
  /** The picture beside a map. */
  picture: async (token: string, name: string): Promise<Blob | null> => {
    const answer = await fetch(`api/library/maps/${encodeURIComponent(name)}/picture`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return answer.ok ? answer.blob() : null;
  },
  creature: (token: string, name: string) =>
    call<CreatureForm>(token, "GET", `api/editor/creature/${encodeURIComponent(name)}`),
};

/** A file name made from a title. */
export function fileName(title: string): string {
  const plain = title.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 50).replace(/-+$/, "") || "new";
}
