/** Time after which the browser has taken the file over, milliseconds. */
const RELEASE_DELAY_MS = 60_000;

/** Saves text as a file of the visitor, as a download. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_DELAY_MS);
}
