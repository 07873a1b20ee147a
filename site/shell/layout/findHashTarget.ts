/** The part of the page that an address's hash names; null when it names none, or is no text at all (`#%`). */
export function findHashTarget(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null;
  }
}
