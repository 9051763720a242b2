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
} from "../protocol";
import { call } from "./api";

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
  creature: (token: string, name: string) =>
    call<CreatureForm>(token, "GET", `api/editor/creature/${encodeURIComponent(name)}`),
};

/** A good name for a file, made of a title. */
export function fileName(title: string): string {
  const plain = title.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 50).replace(/-+$/, "") || "new";
}
