import { countPartnerStatistics } from '#server/partners/statistics/partnerStatisticsJob.ts';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import * as v from 'valibot';
import { LedgerEntries, ReferralProgramme, type LedgerEntry } from '#core/contract/account/referral.ts';
import { Withdrawals } from '#core/contract/account/withdrawals.ts';
import type { ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import type { TestServer } from '../../../support/testServer.ts';
import { openAccount, type AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { createRequisiteClient, WALLET } from '../../accounts/support/requisiteClient.ts';
import { tryChange } from '../../support/tryChange.ts';

/** Where the programme is. */
export const REFERRAL_PATH = '/api/v1/users/me/refferal/';

/** Delay of payouts to a new requisite, milliseconds. */
const PAYOUT_DELAY_MS = 24 * 3_600_000;

/** How a claim is completed, from its first status on. */
const COMPLETION: readonly ClaimStatusCode[] = ['confirming', 'aml', 'paid', 'payout', 'completed'];

/** Moves a claim through statuses as the operator. Returns the last result. */
export async function moveClaim(
  testServer: Pick<TestServer, 'context' | 'now'>,
  id: string,
  ...path: readonly ClaimStatusCode[]
) {
  let result;
  for (const to of path) {
    const change = { id, to, actor: 'operator', now: testServer.now() } as const;
    result = await tryChange(testServer.context.db, trx => transitionClaim(testServer.context, trx, change));
    if (!result.ok) throw new Error(`${to}: ${result.code}`);
  }
  return result;
}

/** A claim of a visitor of a partner. */
export interface VisitorClaim extends Partial<ClaimCreate> {
  from?: string;
  to?: string;
  fromSumma?: string;
  /** The visitor's network. */
  address?: string;
  /** Statuses after its creation; default: until it is completed. */
  path?: readonly ClaimStatusCode[];
}

/** Creates a claim with a referral from a network of its own, and moves it. Returns its id. */
export async function completeClaim(
  testServer: TestServer,
  refferal: string | null,
  {
    from = 'USDTTRC20',
    to = 'LTC',
    fromSumma = '1000',
    address = '192.0.2.9',
    path = COMPLETION,
    ...more
  }: VisitorClaim = {},
): Promise<string> {
  const client = createInProcessClient(testServer.app);
  const body = { ...(await client.buildClaim(from, to, { fromSumma })), refferal, ...more };
  const { id } = await client.createClaim(body, { address });
  await moveClaim(testServer, id, ...path);
  return id;
}

/** The account of a partner, with its calls. */
export async function openPartner(
  testServer: TestServer,
  email = 'partner@mail.example',
  address = '198.51.100.7',
) {
  const browser = await openAccount(testServer, email, address);
  const { code } = await readProgramme(browser);
  const requisites = createRequisiteClient(browser);
  return {
    browser,
    code,
    email,
    requisites,
    /** With everything counted that has happened. */
    async programme() {
      await countPartnerStatistics(testServer.context);
      return readProgramme(browser);
    },
    ledger: async (query = ''): Promise<LedgerEntry[]> =>
      v.parse(LedgerEntries, await get(browser, `dw/${query}`)).results,
    withdrawals: async () => v.parse(Withdrawals, await get(browser, 'withdrawal/')),
    withdraw: (requisite: string, summa: string, key: string = randomUUID()) =>
      browser.send(`${REFERRAL_PATH}withdrawal/`, {
        body: { requisite, summa },
        headers: { 'idempotency-key': key },
      }),
    cancelWithdrawal: (id: string) => browser.send(`${REFERRAL_PATH}withdrawal/${id}/`, { method: 'DELETE' }),
    /** Saves a wallet whose delay is over, and logs in again. */
    async addWallet(): Promise<string> {
      const { id } = await requisites.add(WALLET);
      testServer.advanceClock(PAYOUT_DELAY_MS + 1);
      expect((await browser.logIn(email)).status).toBe(200);
      return id;
    },
  };
}

async function get(browser: AccountBrowser, path: string): Promise<unknown> {
  const response = await browser.send(REFERRAL_PATH + path, { method: 'GET' });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return response.json();
}

const readProgramme = async (browser: AccountBrowser) => v.parse(ReferralProgramme, await get(browser, ''));

/** Fails unless each balance equals the sum of its ledger, and no withdrawal has left it negative. */
export async function expectBalancedPartners(db: TestServer['context']['db']): Promise<void> {
  const balances = await db.selectFrom('partner_balances').selectAll().execute();
  const entries = await db.selectFrom('partner_entries').selectAll().orderBy('id').execute();
  const withdrawals = await db.selectFrom('partner_withdrawals').selectAll().execute();
  for (const { partner_id, balance } of balances) {
    const own = entries.filter(entry => entry.partner_id === partner_id);
    let running = 0n;
    for (const entry of own) {
      running += entry.amount;
      if (entry.kind === 'withdrawal') expect(running).toBeGreaterThanOrEqual(0n);
    }
    expect({ partner_id, balance }).toEqual({ partner_id, balance: running });
  }
  expect(balances.length).toBe(new Set(entries.map(entry => entry.partner_id)).size);
  for (const { id, amount, status } of withdrawals) {
    const own = entries.filter(entry => entry.withdrawal_id === id).map(entry => entry.amount);
    expect([id, ...own]).toEqual([id, -amount, ...(status === 2n ? [amount] : [])]);
  }
}
