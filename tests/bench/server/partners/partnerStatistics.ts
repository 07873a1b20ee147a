import {
  MAX_STATISTICS_DAYS,
  STATISTICS_BREAKDOWNS,
  STATISTICS_GROUPS,
} from '#core/contract/account/shop.ts';
import { toExchangeDay } from '#core/exchange/exchangeDay.ts';
import { createBenchAccount, logIn } from '../accounts/benchAccount.ts';
import { measureRequests } from '../accounts/measureRequests.ts';
import type { BenchDatabase } from '../benchDatabase.ts';
import { startServers } from '../benchServers.ts';
import { addCleanup } from '../cleanups.ts';
import { createHttpClient } from '../httpClient.ts';
import { startEmailSink } from '../emailSink.ts';
import type { ReportLine } from '../serverReport.ts';
import { insertPartnerDays, PARTNER_CODE } from './partnerDays.ts';

/** Goal: the 99th percentile of every kind of request. */
const MAX_STATISTICS_P99_MS = 200;

const SHOP_PATH = '/api/v1/users/me/shop/';
const LONGEST_PERIOD = `date_from=${toExchangeDay(Date.now() - (MAX_STATISTICS_DAYS - 1) * 86_400_000)}`;

/** Statistics of this month and of the longest period, in each way, and pages of the history. */
const PATHS: Readonly<Record<string, string>> = {
  'this month': `${SHOP_PATH}statistics/`,
  ...Object.fromEntries(
    STATISTICS_GROUPS.map(group => [
      `two years by ${group}`,
      `${SHOP_PATH}statistics/?group=${group}&${LONGEST_PERIOD}`,
    ]),
  ),
  ...Object.fromEntries(
    STATISTICS_BREAKDOWNS.map(by => [
      `two years by ${by}`,
      `${SHOP_PATH}statistics/?by=${by}&${LONGEST_PERIOD}`,
    ]),
  ),
  'CSV by pair': `${SHOP_PATH}statistics/export/?by=pair&${LONGEST_PERIOD}`,
  'history, first page': `${SHOP_PATH}history/`,
  'history by status': `${SHOP_PATH}history/?status=completed`,
  'history, a late page': `${SHOP_PATH}history/?status=completed&page=500&size=100`,
  'history by sub': `${SHOP_PATH}history/?code=${PARTNER_CODE}&sub=sub-7`,
};

const CLAIMS_PATH = '/api/v1/shop/claims/';

/** Pages of the claims as a program of the shop reads them. */
const API_PATHS: Readonly<Record<string, string>> = {
  'claims of the API': CLAIMS_PATH,
  'open claims of the API': `${CLAIMS_PATH}?status=open`,
  'closed claims of the API': `${CLAIMS_PATH}?status=closed`,
  'closed claims of the API by sub': `${CLAIMS_PATH}?status=closed&sub=sub-7`,
};

/** Measures the statistics of a partner with a million claims and five million clicks. */
export async function measurePartnerStatistics(database: BenchDatabase): Promise<ReportLine[]> {
  const account = await createBenchAccount(database);
  const key = await insertPartnerDays(database, account.id);
  const emailSink = await startEmailSink();
  addCleanup(emailSink.close);
  const servers = await startServers(database, 1, emailSink.url);
  addCleanup(servers.stop);
  const origin = servers.origins[0] ?? '';
  const { access } = await logIn(origin, account);
  const client = createHttpClient(origin);
  const lines: ReportLine[] = [];
  for (const [token, paths] of [
    [access, PATHS],
    [key, API_PATHS],
  ] as const) {
    const headers = { authorization: `Bearer ${token}` };
    lines.push(...(await measureRequests({ client, headers, paths, maxP99Ms: MAX_STATISTICS_P99_MS })));
  }
  client.close();
  await servers.stop();
  return lines;
}
