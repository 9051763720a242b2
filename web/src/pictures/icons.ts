// Pictures by name; the server decides which one is used for what.

import { ICON_PATHS, type IconName } from "./iconPaths";

const UNKNOWN: IconName = "cowled";

/** The path of a picture, in a box of 512 by 512. */
export function iconPath(name: string): string {
  return name in ICON_PATHS ? ICON_PATHS[name as IconName] : ICON_PATHS[UNKNOWN];
}

export const FALLEN = ICON_PATHS["death-skull"];
export const DYING = ICON_PATHS["bleeding-heart"];
