import type { SavedClaim } from '#core/claim/claimModel.ts';
import type { AppContext } from '../shell/appContext.ts';
import type { AccountSearch } from './searchAccountClaims.ts';

/** How long a claim of this browser waits for those of the account, milliseconds. */
const ACCOUNT_TIMEOUT_MS = 3_000;

/** The claim of a page without a claim's id. `unknown`: the account's claims could not be loaded. */
export type LatestClaim = { phase: 'found'; id: string } | Exclude<AccountSearch, { phase: 'found' }>;

/**
 * Finds the latest of `saved`, a claim of this browser, and the account's open claims. Returns `saved` if the search of
 * the account fails or takes longer than 3 s. Never rejects.
 */
export async function findLatestClaim(
  { api, session }: Pick<AppContext, 'api' | 'session'>,
  saved: SavedClaim | null,
): Promise<LatestClaim> {
  const search = searchAccount(session).catch((): AccountSearch => ({ phase: 'unknown' }));
  if (saved === null) return search;
  let cancelTimer = () => {};
  const timeout = new Promise<null>(resolve => {
    cancelTimer = api.clock.setTimer(() => resolve(null), ACCOUNT_TIMEOUT_MS);
  });
  const latest = await Promise.race([search, timeout]);
  cancelTimer();
  const isNewer = latest?.phase === 'found' && Date.parse(latest.createdAt) > Date.parse(saved.createdAt);
  return { phase: 'found', id: isNewer ? latest.id : saved.id };
}

/** Searches the account, if somebody is logged in. Guests load no code for it. */
async function searchAccount(session: AppContext['session']): Promise<AccountSearch> {
  const { phase } = await session.start();
  if (phase === 'guest') return { phase: 'none', isAccountSearched: false };
  if (phase === 'loading') return { phase: 'unknown' };
  const [{ searchAccountClaims }, { api }] = await Promise.all([
    import('./searchAccountClaims.ts'),
    session.openModel(),
  ]);
  return searchAccountClaims(api);
}
