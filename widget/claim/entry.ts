/** Entry of the lazily loaded claim flow: its model and its screens. */
import { createAuthorizedClient } from '#core/api/authorizedClient.ts';
import { createClaimModel } from '#core/claim/createClaimModel.ts';
import type { ClaimModel, ClaimOptions } from '#core/claim/claimModel.ts';
import { getTabId } from '#core/claim/tabId.ts';
import { readStoredReferral } from '#core/referral/storedReferral.ts';
import type { AccountElement } from '../accountConnection.ts';
import { createPageAuthorizer } from './authorizeByPage.ts';
import { uploadWithProgress } from './upload/uploadWithProgress.ts';

export { ClaimFlow } from './ClaimFlow.tsx';

/** The tab's id, requested once for all widgets of the page. */
let tabIdPromise: Promise<string> | null = null;

/** Creates the claim model of this tab. `siteElement`: the element if it is on the exchange's own site, which may have accounts. */
export async function createClaimForTab(
  options: ClaimOptions,
  siteElement: AccountElement | null,
): Promise<ClaimModel> {
  tabIdPromise ??= getTabId(options.session ?? null, navigator.locks ?? null);
  const { api } = options;
  return createClaimModel({
    ...options,
    api: siteElement ? createAuthorizedClient(api, createPageAuthorizer(siteElement, api.clock)) : api,
    // A partner's page stores nothing.
    getStoredReferral: siteElement ? () => readStoredReferral(options.local ?? null, Date.now()) : undefined,
    shouldSaveRequisites: () => siteElement?.savesRequisites ?? false,
    uploadTransport: uploadWithProgress,
    tabId: await tabIdPromise,
  });
}
