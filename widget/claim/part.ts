/** The claim as one part to fetch: its model and what it is drawn with. */
import * as claims from '#core/claim/claim.ts';
import type { Claim, ClaimOptions } from '#core/claim/model.ts';
import { identify } from '#core/claim/tab.ts';
import { send } from './upload.ts';

export { Flow } from './Flow.tsx';

/** 128 random bits as text; crypto.randomUUID is there on secure pages only, and shops are not all secure. */
function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

/** The id of this tab: a fact of the page, asked for once for all its widgets. */
let tab: Promise<string> | null = null;

/** The model of a claim for this tab. */
export async function create(options: ClaimOptions): Promise<Claim> {
  tab ??= identify(options.session ?? null, navigator.locks ?? null, random);
  return claims.create({ ...options, random, upload: send, tabId: await tab });
}
