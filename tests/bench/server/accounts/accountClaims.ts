import { openDatabase } from '#server/platform/database/database.ts';
import type { BenchDatabase } from '../benchDatabase.ts';
import { fetchClaimPairs, type ClaimPair } from '../claimMix.ts';
import { startServers } from '../benchServers.ts';
import { addCleanup } from '../cleanups.ts';
import { createHttpClient } from '../httpClient.ts';
import { startEmailSink } from '../emailSink.ts';
import type { ReportLine } from '../serverReport.ts';
import { createBenchAccount, logIn } from './benchAccount.ts';
import { measureRequests } from './measureRequests.ts';

/** Claims of the account, among all closed ones. */
const OWN_CLAIM_COUNT = 10_000;

/** Goal: the 99th percentile of every kind of request. */
const MAX_LIST_P99_MS = 50;

/** Requests for a list: the first page, the last one, and with each filter. */
const LISTS = {
  'first page': '',
  'last page': `page=${OWN_CLAIM_COUNT / 20}`,
  'by status': 'status=expired',
  'open ones': 'status=open',
  'by currency': 'cur_from=LTC',
  'by number': 'search=5000',
  'by name': 'search=L',
  'by day': `date_from=${new Date().toISOString().slice(0, 10)}`,
};

/** Measures the list of an account with 10,000 claims in a database with a million closed ones. */
export async function measureAccountClaims(database: BenchDatabase): Promise<ReportLine[]> {
  const account = await createBenchAccount(database);
  await giveClaims(database, account.id);
  const emailSink = await startEmailSink();
  addCleanup(emailSink.close);
  const servers = await startServers(database, 1, emailSink.url);
  addCleanup(servers.stop);
  const origin = servers.origins[0] ?? '';
  const { access } = await logIn(origin, account);
  const client = createHttpClient(origin);
  const headers = { authorization: `Bearer ${access}` };
  const lists = Object.entries(LISTS).map(([name, query]) => [
    name,
    `/api/v1/users/me/claims/?size=20&${query}`,
  ]);
  const paths = { ...Object.fromEntries(lists), statistics: '/api/v1/users/me/statistics/' };
  const lines = await measureRequests({ client, headers, paths, maxP99Ms: MAX_LIST_P99_MS });
  client.close();
  await servers.stop();
  return lines;
}

/** The pairs that the servers of a database offer. */
export async function fetchPairsOfDatabase(database: BenchDatabase): Promise<readonly ClaimPair[]> {
  const emailSink = await startEmailSink();
  const servers = await startServers(database, 1, emailSink.url);
  try {
    return await fetchClaimPairs(servers.origins[0] ?? '');
  } finally {
    await servers.stop();
    emailSink.close();
  }
}

/** Gives the account one of a hundred claims. */
async function giveClaims({ location }: BenchDatabase, userId: string): Promise<void> {
  const { db, close } = await openDatabase(location);
  try {
    await db
      .updateTable('claims')
      .set({ user_id: userId })
      .where('number', '<=', BigInt(OWN_CLAIM_COUNT))
      .execute();
  } finally {
    await close();
  }
}
