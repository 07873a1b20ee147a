/** Entry of the lazily loaded claim flow: its model and its screens. */
import type { UploadTransport } from '#core/api/upload.ts';
import { createClaimModel } from '#core/claim/createClaimModel.ts';
import type { ClaimModel, ClaimOptions } from '#core/claim/claimModel.ts';
import { getTabId } from '#core/claim/tabId.ts';

export { ClaimFlow } from './ClaimFlow.tsx';

/** The tab's id, requested once for all widgets of the page. */
let tabIdPromise: Promise<string> | null = null;

/** Loads the code of an upload with the first one: only created claims have receipts. */
const loadUploadTransport: UploadTransport = async (...parameters) => {
  const { uploadWithProgress } = await import('./upload/uploadWithProgress.ts');
  return uploadWithProgress(...parameters);
};

/** Creates the claim model of this tab. */
export async function createClaimForTab(options: ClaimOptions): Promise<ClaimModel> {
  tabIdPromise ??= getTabId(options.session ?? null, navigator.locks ?? null);
  return createClaimModel({
    ...options,
    uploadTransport: loadUploadTransport,
    tabId: await tabIdPromise,
  });
}
