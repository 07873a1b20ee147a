/** Events by which the site opens the page of a claim that a widget on the site has created. */

/**
 * Dispatched by a widget on the exchange's own site with the `CreatedClaim` in its detail. Bubbles; the listener cancels
 * it and opens the claim's page.
 */
export const CLAIM_CREATED_EVENT = 'claim-created';

/** Dispatched to the document once the site listens. */
export const CLAIM_PAGES_READY_EVENT = 'claim-pages-ready';

/** A claim whose page is to be opened. */
export interface CreatedClaim {
  id: string;
  secret: string;
}
