/** The claim as one part to fetch: its model and what it is drawn with. */
import { createClaimModel } from '#core/claim/createClaimModel.ts';
import type { ClaimModel, ClaimOptions } from '#core/claim/claimModel.ts';
import { getTabId } from '#core/claim/tabId.ts';
import { uploadWithProgress } from './upload/uploadWithProgress.ts';

export { ClaimFlow } from './ClaimFlow.tsx';

/** The id of this tab: a fact of the page, asked for once for all its widgets. */
let tabIdPromise: Promise<string> | null = null;

/** The model of a claim for this tab. */
export async function createClaimForTab(options: ClaimOptions): Promise<ClaimModel> {
  tabIdPromise ??= getTabId(options.session ?? null, navigator.locks ?? null);
  return createClaimModel({
    ...options,
    uploadTransport: uploadWithProgress,
    tabId: await tabIdPromise,
  });
}
