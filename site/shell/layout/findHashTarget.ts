/** The element that a URL hash names; null if there is none or the hash is malformed (`#%`). */
export function findHashTarget(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null;
  }
}
