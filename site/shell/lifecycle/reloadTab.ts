/** sessionStorage keys: time of the last reload, and the build it was for. */
const RELOADED_AT_KEY = 'reloaded';
const RELOADED_FOR_KEY = 'reloaded-for';

/** Minimum time between two automatic reloads of a tab, milliseconds. */
const RELOAD_GUARD_MS = 10_000;

/**
 * Reloads the tab at `to` (default: the open page), for `build` if given. Does nothing and returns false if the tab
 * reloaded less than 10 s ago or already for this build (servers may disagree during a deployment), or without storage.
 */
export function reloadTab({ to, build }: { to?: string; build?: string } = {}): boolean {
  try {
    const now = Date.now();
    // A clock set back must not extend the guard.
    if (Math.abs(now - Number(sessionStorage.getItem(RELOADED_AT_KEY))) < RELOAD_GUARD_MS) return false;
    if (build !== undefined && sessionStorage.getItem(RELOADED_FOR_KEY) === build) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(now));
    if (build !== undefined) sessionStorage.setItem(RELOADED_FOR_KEY, build);
  } catch {
    return false;
  }
  // Assigning a URL that differs only in the hash does not reload.
  if (to === undefined || new URL(to, location.href).href === location.href) location.reload();
  else location.assign(to);
  return true;
}
