import type { ClaimSource } from '../contract/referralClick.ts';

/** Path of `recordClickCall`. The loader contains it without the contract. */
const CLICK_PATH = '/api/v1/refferal/click/';

/** Reports a click to the server. A text body needs no preflight request. The outcome is ignored. */
export function sendClick(base: string, refferal: string, source: ClaimSource): void {
  fetch(base + CLICK_PATH, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    keepalive: true,
    body: JSON.stringify({ refferal, ...source }),
  }).catch(() => {
    // A blocked or lost click is not counted.
  });
}
