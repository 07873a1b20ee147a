import type { ClaimSource } from '#core/contract/referralClick.ts';
import { REFERRAL_CODE_PATTERN } from '#core/contract/account/referralCode.ts';
import { sendClick } from '#core/referral/sendClick.ts';
import { STORED_REFERRAL_KEY, type StoredReferral } from '#core/referral/storedReferral.ts';

/** Limits of the server for `utm_…` parameters. */
const UTM_NAME_PATTERN = /^utm_[a-z_]{1,20}$/;
const MAX_UTM_LENGTH = 100;
const MAX_UTM_COUNT = 6;

/** Stores the partner's link that opened this page in place of the previous one, and reports a new click. */
export function rememberReferral(query: URLSearchParams, isReload: boolean): void {
  const refferal = (query.get('ref') ?? query.get('rid'))?.trim() ?? '';
  // Other texts count only while they are in the URL, because they must not replace a partner's code. A reload is not a
  // click, because another link may have been opened since.
  if (!REFERRAL_CODE_PATTERN.test(refferal) || isReload) return;
  const source = readSource(query);
  const stored: StoredReferral = { refferal, source, at: Date.now() };
  try {
    localStorage.setItem(STORED_REFERRAL_KEY, JSON.stringify(stored));
  } catch {
    // Storage is blocked: the link counts while it is in the URL.
  }
  sendClick('', refferal, source);
}

function readSource(query: URLSearchParams): ClaimSource {
  const host = URL.parse(document.referrer)?.hostname ?? '';
  const utm = [...query]
    .filter(([name]) => UTM_NAME_PATTERN.test(name))
    .slice(0, MAX_UTM_COUNT)
    .map(([name, value]) => [name, value.slice(0, MAX_UTM_LENGTH)]);
  return {
    host: host === location.hostname ? '' : host,
    utm: utm.length > 0 ? Object.fromEntries(utm) : null,
  };
}
