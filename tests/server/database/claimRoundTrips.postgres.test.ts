import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { decimalToUnits, unitsToDecimal } from '#core/exchange/amount.ts';
import { parseCourse, toReceiveUnits } from '#core/exchange/course.ts';
import type { Course } from '#core/contract/course/pair.ts';
import { deriveAddress } from '#server/exchange/requisites/deriveAddress.ts';
import { parseExtendedKey } from '#server/exchange/requisites/extendedKey.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { createTestServer, type TestServer } from '../../support/testServer.ts';
import { AccountBrowser, openAccount } from '../accounts/support/accountBrowser.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { recordRoundTrips } from './statementRecorder.ts';

let testServer: TestServer;
beforeEach(async () => {
  // With the limits of production: small ones need a lock.
  testServer = await createTestServer({}, 'postgres');
  await testServer.context.db
    .insertInto('promocodes')
    .values({ code: 'MANY', single_use: 0n, percent: '50', used: 0n, active: 1n, valid_until: null })
    .execute();
});
afterEach(() => testServer.close());

/** A body that sends BTC, with the promocode and a referral. */
async function buildBody(fromSumma: string) {
  const body = await createInProcessClient(testServer.app).buildClaim('BTC', 'SBERRUB', { fromSumma });
  const path = `/api/v1/calculator/course/${body.fromPs}/${body.toPs}/?promocode=MANY`;
  const { course, quote } = (await (await testServer.get(path)).json()) as Course;
  const decimals = { from: 8, to: 2 };
  const units = toReceiveUnits(decimalToUnits(fromSumma, 8), parseCourse(course), decimals, 'down');
  return { ...body, toSumma: unitsToDecimal(units, 2), promocode: 'MANY', quote, refferal: 'ABCDEFGH' };
}

/** Creates a claim. Returns the statements by round trip. */
async function createClaim(browser: AccountBrowser, body: object, key: string): Promise<string[][]> {
  const { roundTrips, stop } = recordRoundTrips();
  const response = await browser
    .send('/api/v1/claim/', { body, headers: { 'idempotency-key': key } })
    .finally(stop);
  expect(response.status, await response.clone().text()).toBe(201);
  // The server polls the catalogue at the same time.
  return roundTrips.filter(([text]) => !text?.includes('left join "reserves" on true'));
}

test('the claim of a guest takes four round trips', async () => {
  const guest = new AccountBrowser(testServer);
  const body = await buildBody('0.06');
  // The first claim reads the new promocode.
  await createClaim(guest, await buildBody('0.05'), 'key-of-first');
  expect(await createClaim(guest, body, 'key-of-second')).toEqual([
    [expect.stringContaining('insert into rate_limits')],
    [
      'begin',
      expect.stringContaining('pg_advisory_xact_lock'),
      expect.stringContaining('"catalogue_version"'),
      expect.stringContaining('"payment_requisites"'),
    ],
    [
      expect.stringContaining('pg_advisory_xact_lock'),
      expect.stringContaining('from "claims"'),
      expect.stringContaining('nextval'),
    ],
    [expect.stringMatching(/^with "write_0".*insert into "claim_referrals"/s), 'commit'],
  ]);
});

test('a claim with an address of its own takes no more', async () => {
  const { publicExtendedKey: xpub } = HDKey.fromMasterSeed(new Uint8Array(32).fill(1));
  const verdict = parseExtendedKey('BTC', xpub);
  const address = deriveAddress('BTC', 'p2wpkh', verdict.ok ? verdict.chainKey : '', 0);
  await createOperatorCalls(testServer).succeed(`requisite add BTC ${xpub} --address ${address}`);
  const guest = new AccountBrowser(testServer);
  await createClaim(guest, await buildBody('0.05'), 'key-of-first');
  const roundTrips = await createClaim(guest, await buildBody('0.06'), 'key-of-second');
  expect(roundTrips).toHaveLength(4);
  expect(roundTrips[2]).toEqual([
    expect.stringContaining('update "address_keys"'),
    expect.stringContaining('nextval'),
  ]);
  expect(roundTrips[3]).toEqual([expect.stringContaining('insert into "claim_addresses"'), 'commit']);
});

test('the claim of an account with saved requisites takes one more, for its session', async () => {
  const account = await openAccount(testServer);
  const body = await buildBody('0.06');
  await createClaim(account, { ...(await buildBody('0.05')), saveRequisites: true }, 'key-of-first');
  const roundTrips = await createClaim(account, body, 'key-of-second');
  expect(roundTrips.length, JSON.stringify(roundTrips, null, 2)).toBe(5);
});
