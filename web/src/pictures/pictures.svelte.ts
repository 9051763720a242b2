// Uploaded pictures of units, and the one under the map: fetched once with the seat's token and kept while the page is
// open.

import { api } from "../api/api";

/** The name of the picture under the map. */
export const MAP_PICTURE = "*map*";
/** Pixels along a side of a unit's picture. */
const SIDE = 256;
/** Maximum bytes the table accepts. */
const MOST = 60_000;

class Pictures {
  #token = "";
  #fight = "";
  #urls = $state.raw<Record<string, string>>({});
  #asked = new Set<string>();

  open(token: string, fight: string): void {
    if (this.#token === token && this.#fight === fight) return;
    for (const url of Object.values(this.#urls)) URL.revokeObjectURL(url);
    [this.#token, this.#fight] = [token, fight];
    this.#urls = {};
    this.#asked.clear();
  }

  /** An address for an `img`; "" without a picture, or until it is loaded. */
  url(name: string, mark: string): string {
    if (!mark || !this.#fight) return "";
    const key = `${name} ${mark}`;
    if (!this.#asked.has(key)) {
      this.#asked.add(key);
      void this.#fetch(name, key);
    }
    return this.#urls[key] ?? "";
  }

  async #fetch(name: string, key: string): Promise<void> {
    const fight = this.#fight;
    try {
      const url = URL.createObjectURL(await api.picture(this.#token, fight, name));
      if (fight === this.#fight) this.#urls = { ...this.#urls, [key]: url };
      else URL.revokeObjectURL(url);
    } catch {
      // The default icon is used; the picture is requested again when it changes.
    }
  }

  /** Set a unit's own picture, or (null) restore the default icon. */
  async put(name: string, file: File | null): Promise<void> {
    await api.putPicture(this.#token, this.#fight, name, file && (await squared(file)));
  }
}

export const pictures = new Pictures();

/** The middle of a picture as a small square, encoded again: nothing of the file itself is sent. */
async function squared(file: File): Promise<Blob> {
  let image: ImageBitmap;
  try {
    image = await createImageBitmap(file);
  } catch {
    throw new Error("This file is not a picture the browser can read.");
  }
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const from = { x: (image.width - side) / 2, y: (image.height - side) / 2 };
  canvas.getContext("2d")?.drawImage(image, from.x, from.y, side, side, 0, 0, SIDE, SIDE);
  image.close();
  for (const [kind, quality] of [["image/webp", 0.85], ["image/jpeg", 0.8], ["image/jpeg", 0.5]] as const) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, kind, quality));
    if (blob && blob.type === kind && blob.size <= MOST) return blob;
  }
  throw new Error("This picture cannot be made small enough.");
}
