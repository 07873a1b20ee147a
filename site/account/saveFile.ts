/** Saves a file on the visitor's device, as a download link does. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Later, because Safari reads the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
