/** When this tab last loaded itself anew, and the build that it did so for. */
const RELOADED_AT_KEY = 'reloaded';
const RELOADED_FOR_KEY = 'reloaded-for';

/** SPEC §9 "Build reload guard", milliseconds: a tab loads itself anew at most once in this time, whatever the reason. */
const RELOAD_GUARD_MS = 10_000;

/**
 * Loads the address `to` anew, by default the page that is open, for the sake of `build`, if it is for one. Answers false
 * and does nothing when this tab did so less than 10 s ago, did so for this very build (servers that are being replaced
 * may disagree for a while), or keeps nothing that could say so.
 */
export function reloadTab({ to, build }: { to?: string; build?: string } = {}): boolean {
  try {
    const now = Date.now();
    // A clock that was set back must not hold it up for longer.
    if (Math.abs(now - Number(sessionStorage.getItem(RELOADED_AT_KEY))) < RELOAD_GUARD_MS) return false;
    if (build !== undefined && sessionStorage.getItem(RELOADED_FOR_KEY) === build) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(now));
    if (build !== undefined) sessionStorage.setItem(RELOADED_FOR_KEY, build);
  } catch {
    return false;
  }
  // An address with a fragment is not loaded anew by going to it once more.
  if (to === undefined || new URL(to, location.href).href === location.href) location.reload();
  else location.assign(to);
  return true;
}
