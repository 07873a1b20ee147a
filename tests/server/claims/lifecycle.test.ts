import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ClaimHandoff } from '#core/contract/claim.ts';
import { ClaimForm } from '#core/contract/claim/claimPayment.ts';
import { createClaimDriver, readStatusAndBody } from '../support/claimDriver.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

const MINUTE_MS = 60_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));

  describe('the client’s payment confirmation', () => {
    test('is idempotent', async () => {
      const driver = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
      expect((await driver.fetchStatus()).can).toEqual(['confirm', 'bill', 'cancel']);
      const [status, first] = await readStatusAndBody(driver.postStep('confirm'));
      expect([status, first.status]).toEqual([200, 'claimed']);
      expect(await readStatusAndBody(driver.postStep('confirm'))).toEqual([200, first]);
      const { history, can } = await driver.fetchStatus();
      expect(history.map(event => event.status)).toEqual(['new', 'waiting', 'claimed']);
      expect(can).toEqual(['bill']);
    });

    test('repeats its first response for the same Idempotency-Key', async () => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB');
      const otherDriver = await createClaimDriver(testServer, 'LTC', 'SBERRUB');
      const keyed = { headers: { 'idempotency-key': 'confirm-0001' } };
      const [, first] = await readStatusAndBody(driver.postStep('confirm', keyed));
      await driver.move('confirming');
      testServer.advanceClock(1000);
      expect(await readStatusAndBody(driver.postStep('confirm', keyed))).toEqual([200, first]);
      expect((await readStatusAndBody(driver.postStep('confirm')))[1].status).toBe('confirming');
      expect(await readStatusAndBody(otherDriver.postStep('confirm', keyed))).toMatchObject([
        409,
        { code: 'idempotency_conflict' },
      ]);
      expect((await otherDriver.fetchStatus()).status).toBe('waiting');
      const invalidKey = await readStatusAndBody(
        otherDriver.postStep('confirm', { headers: { 'idempotency-key': 'short' } }),
      );
      expect(invalidKey).toMatchObject([400, { codes: { 'Idempotency-Key': 'body_invalid' } }]);
    });

    test('is refused after the deadline', async () => {
      const driver = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
      testServer.advanceClock(20 * MINUTE_MS);
      const response = await readStatusAndBody(driver.postStep('confirm'));
      expect(response).toMatchObject([409, { code: 'transition_forbidden', status: 'expired' }]);
    });
  });

  test('cancelled twice at once, it is cancelled for both', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    const body = await driver.client.buildClaim('LTC', 'SBERRUB', { fromSumma: '3' });
    // The creation follows them: they share its commit on SQLite.
    const [first, second, created] = await Promise.all([
      driver.postStep('cancel'),
      driver.postStep('cancel'),
      driver.client.postClaim(body),
    ]);
    for (const response of [first, second]) {
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ status: 'cancelled' });
    }
    expect(created.status).toBe(201);
  });

  test('the form returns payment details until the claim is closed', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB');
    const form = v.parse(ClaimForm, (await readStatusAndBody(driver.postStep('form', { method: 'GET' })))[1]);
    const requisite = await (await driver.client.fetchClaim(driver.id, 'requisite', driver.secret)).json();
    expect(form).toEqual({ kind: 'requisites', requisite });
    await readStatusAndBody(driver.postStep('cancel'));
    const closed = await readStatusAndBody(driver.postStep('form', { method: 'GET' }));
    expect(closed).toEqual([200, { kind: 'requisites', requisite: null }]);
  });

  test('the hand-off address has the secret in its fragment', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB');
    const { url } = v.parse(ClaimHandoff, (await readStatusAndBody(driver.postStep('handoff')))[1]);
    expect(url).toBe(`${testServer.config.publicOrigin}/claim/${driver.id}#${driver.secret}`);
  });

  test('every call without the right secret returns 404 like an unknown claim', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB');
    const unknown = '6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10';
    const calls = ['confirm', 'bill', 'accept', 'refund', 'handoff', 'cancel'].map(call => [call, 'POST']);
    for (const [call = '', method = ''] of [...calls, ['form', 'GET'], ['bill/abc', 'DELETE']]) {
      const unknownClaim = await readStatusAndBody(
        driver.client.postStep(unknown, call, driver.secret, { method }),
      );
      expect(unknownClaim).toMatchObject([404, { code: 'not_found' }]);
      for (const secret of [null, '', `${driver.secret}x`, driver.secret.toLowerCase()])
        expect([
          call,
          ...(await readStatusAndBody(driver.client.postStep(driver.id, call, secret, { method }))),
        ]).toEqual([call, ...unknownClaim]);
    }
    expect((await driver.fetchStatus()).status).toBe('waiting');
  });
});
