/** Entry of the lazily loaded claim flow: its model and its screens. */
import { createClaimModel } from '#core/claim/createClaimModel.ts';
import type { ClaimModel, ClaimOptions } from '#core/claim/claimModel.ts';
import { getTabId } from '#core/claim/tabId.ts';
import { uploadWithProgress } from './upload/uploadWithProgress.ts';

export { ClaimFlow } from './ClaimFlow.tsx';

/** The tab's id, requested once for all widgets of the page. */
let tabIdPromise: Promise<string> | null = null;

/** Creates the claim model of this tab. */
export async function createClaimForTab(options: ClaimOptions): Promise<ClaimModel> {
  tabIdPromise ??= getTabId(options.session ?? null, navigator.locks ?? null);
  return createClaimModel({
    ...options,
    uploadTransport: uploadWithProgress,
    tabId: await tabIdPromise,
  });
}
