/** A claim's number in the fragment of the contacts page. Fragments reach no server, log or error report. */
const CLAIM_FRAGMENT = /^#claim-([a-z\d]{1,16})$/i;

/** Path of the contacts page for a question about a claim, or about none. Never contains the claim's id or secret. */
export function getSupportPath(claimNumber?: string): string {
  return claimNumber === undefined ? '/contacts' : `/contacts#claim-${claimNumber}`;
}

/** Number of the claim that a question is about; null for any other fragment. */
export function parseSupportFragment(hash: string): string | null {
  return CLAIM_FRAGMENT.exec(hash)?.[1] ?? null;
}
