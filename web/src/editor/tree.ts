// A file as the editor holds it: keys with values, all values texts, as people write them.

export type Tree = string | Tree[] | { [key: string]: Tree };
export type Keys = { [key: string]: Tree };

export function isKeys(value: Tree | undefined): value is Keys {
  return typeof value === "object" && !Array.isArray(value);
}

export function keysAt(value: Keys, key: string): Keys {
  const found = value[key];
  return isKeys(found) ? found : {};
}

export function listAt(value: Keys, key: string): Tree[] {
  const found = value[key];
  return Array.isArray(found) ? found : found === undefined ? [] : [found];
}

export function textAt(value: Keys, key: string): string {
  const found = value[key];
  return typeof found === "string" ? found : "";
}

export function isYes(value: Tree | undefined): boolean {
  return typeof value === "string" && /^(yes|true|on)$/i.test(value);
}

/** Set a key, or remove it if the value is empty. */
export function put(value: Keys, key: string, to: Tree | null): void {
  const nothing = to === null || to === "" || (Array.isArray(to) && to.length === 0);
  if (nothing || (isKeys(to ?? undefined) && Object.keys(to as Keys).length === 0)) delete value[key];
  else value[key] = to as Tree;
}

export function copyOf<T extends Tree>(value: T): T {
  return structuredClone(value);
}

/** `8 ft`, `2.5`, `1 ft 8 in` in feet; NaN for anything else. */
export function feetOf(text: string): number {
  if (/^-?[0-9.]+$/.test(text)) return Number(text);
  const found = /^(-?)(?:([0-9.]+) *(?:ft\.?|feet|foot|'))? *(?:([0-9.]+) *(?:in\.?|inch|inches|"))?$/.exec(text.trim());
  if (!found || (!found[2] && !found[3])) return NaN;
  const feet = Number(found[2] ?? 0) + Number(found[3] ?? 0) / 12;
  return found[1] ? -feet : feet;
}
