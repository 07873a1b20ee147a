import { openDatabase } from '#server/database/database.ts';
import type { BenchDatabase } from '../benchDatabase.ts';
import { fetchClaimPairs, type ClaimPair } from '../claimMix.ts';
import { startServers } from '../benchServers.ts';
import { addCleanup } from '../cleanups.ts';
import { createHttpClient } from '../httpClient.ts';
import { startMailSink } from '../mailSink.ts';
import { calculatePercentile, type ReportLine } from '../serverReport.ts';
import { createBenchAccount, logIn } from './benchAccount.ts';

/** Claims of the account, among all closed ones. */
const OWN_CLAIM_COUNT = 10_000;

/** Requests of each kind. */
const REQUEST_COUNT = 300;

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
  const mailSink = await startMailSink();
  addCleanup(mailSink.close);
  const servers = await startServers(database, 1, mailSink.url);
  addCleanup(servers.stop);
  const origin = servers.origins[0] ?? '';
  const { access } = await logIn(origin, account);
  const client = createHttpClient(origin);
  const headers = { authorization: `Bearer ${access}` };
  const lines: ReportLine[] = [];
  let failureCount = 0;
  for (const [name, query] of [...Object.entries(LISTS), ['statistics', null] as const]) {
    const path =
      query === null ? '/api/v1/users/me/statistics/' : `/api/v1/users/me/claims/?size=20&${query}`;
    const latencies: number[] = [];
    for (let request = 0; request < REQUEST_COUNT; request++) {
      const { status, ms } = await client.send(path, headers);
      if (status === 200) latencies.push(ms);
      else failureCount++;
    }
    lines.push(
      { name: `${name}, p50`, value: calculatePercentile(latencies, 0.5), unit: 'ms' },
      {
        name: `${name}, p99`,
        value: calculatePercentile(latencies, 0.99),
        unit: 'ms',
        goal: { atMost: MAX_LIST_P99_MS },
      },
    );
  }
  client.close();
  await servers.stop();
  return [...lines, { name: 'failed requests', value: failureCount, unit: '', goal: { atMost: 0 } }];
}

/** The pairs that the servers of a database offer. */
export async function fetchPairsOfDatabase(database: BenchDatabase): Promise<readonly ClaimPair[]> {
  const mailSink = await startMailSink();
  const servers = await startServers(database, 1, mailSink.url);
  try {
    return await fetchClaimPairs(servers.origins[0] ?? '');
  } finally {
    await servers.stop();
    mailSink.close();
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
