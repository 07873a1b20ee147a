import {
  listRequisitesCall,
  MAX_SAVED_REQUISITES,
  toAccountRequisite,
  type AccountRequisite,
  type SavedRequisiteType,
} from '#core/contract/account/savedRequisite.ts';
import { getPairCall, type PairSide } from '#core/contract/course/pair.ts';
import type { SideName } from '#core/exchange/course.ts';
import { startVerificationCall, type Verification } from '#core/contract/verification.ts';
import type { ApiClient, CallOptions } from '../client.ts';
import { sendCall } from '../sendCall.ts';

/** Masks the value of a requisite if the backend does not. */
function maskRequisite(requisite: AccountRequisite): AccountRequisite {
  const [value] = Object.values(requisite.values);
  return requisite.masked === '' && value ? { ...requisite, masked: `•••• ${value.slice(-4)}` } : requisite;
}

/**
 * GET users/me/requisites/ : all saved requisites, of one type or both; an account has at most 50. A backend may send
 * smaller pages than requested. Pages are requested by number, never by the URL in `next`.
 */
export async function fetchRequisites(
  client: ApiClient,
  type: SavedRequisiteType | null,
  options: CallOptions = {},
): Promise<AccountRequisite[]> {
  const requisites = new Map<string, AccountRequisite>();
  for (let page = 1; page <= MAX_SAVED_REQUISITES; page++) {
    const query = { page: String(page), size: '100', ...(type && { type }) };
    const { count, results } = await sendCall(client, listRequisitesCall, { ...options, query });
    const { size: before } = requisites;
    for (const requisite of results) requisites.set(requisite.id, maskRequisite(requisite));
    // A page without new requisites: the backend ignores `page`, or the list ends before its `count`.
    if (requisites.size === before || requisites.size >= count) break;
  }
  return [...requisites.values()];
}

/**
 * GET calculator/pair/{from}/{to}/ : the saved requisites in the pair's response, for a backend whose list
 * lacks them. `client` sends the access token.
 */
export async function fetchPairRequisites(
  client: ApiClient,
  { from, to }: Readonly<Record<SideName, { id: number; code: string }>>,
  options: CallOptions = {},
): Promise<AccountRequisite[]> {
  const { structure } = await sendCall(client, getPairCall, { ...options, from: from.id, to: to.id });
  const list = ({ input, savedRequisites }: PairSide, { code }: { code: string }) => {
    const type = input.some(field => field.type === 'address') ? 'wallet' : 'card';
    return (savedRequisites ?? []).map(saved => maskRequisite(toAccountRequisite(saved, { code, type })));
  };
  return [...list(structure.from, from), ...list(structure.to, to)];
}

/** The verification of a saved card; created if there is none. */
export const createCardVerification = (
  client: ApiClient,
  requisite: string,
  options: CallOptions = {},
): Promise<Verification> => sendCall(client, startVerificationCall, { ...options, body: { requisite } });
