/** Entry of the lazily loaded claim flow: its model and its screens. */
import { createAuthorizedClient } from '#core/api/authorizedClient.ts';
import { createClaimModel } from '#core/claim/createClaimModel.ts';
import {
  CLAIM_CREATED_EVENT,
  CLAIM_PAGES_READY_EVENT,
  type CreatedClaim,
} from '#core/claim/claimPageEvents.ts';
import type { ClaimModel, ClaimOptions } from '#core/claim/claimModel.ts';
import { getTabId } from '#core/claim/tabId.ts';
import { readStoredReferral } from '#core/referral/storedReferral.ts';
import type { AccountElement } from '../accountConnection.ts';
import { createPageAuthorizer } from './authorizeByPage.ts';
import { uploadWithProgress } from './upload/uploadWithProgress.ts';

export { ClaimFlow } from './ClaimFlow.tsx';

/** The tab's id, requested once for all widgets of the page. */
let tabIdPromise: Promise<string> | null = null;

/** Creates the claim model of this tab. `siteElement`: the element if it is on the exchange's own site. */
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
    openClaimPage: siteElement ? created => openOnSite(siteElement, created) : undefined,
    shouldSaveRequisites: () => siteElement?.savesRequisites ?? false,
    uploadTransport: uploadWithProgress,
    tabId: await tabIdPromise,
  });
}

/** Opens the page of a claim, now or when the site's code has run; returns whether now. */
function openOnSite(element: AccountElement, detail: CreatedClaim): boolean {
  const event = new CustomEvent(CLAIM_CREATED_EVENT, { detail, bubbles: true, cancelable: true });
  const isOpened = !element.dispatchEvent(event);
  if (!isOpened)
    document.addEventListener(CLAIM_PAGES_READY_EVENT, () => openOnSite(element, detail), { once: true });
  return isOpened;
}
