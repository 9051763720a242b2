// A text as a file on this machine.

export function saveText(name: string, text: string, type = "text/plain"): void {
  const href = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  URL.revokeObjectURL(href);
}
