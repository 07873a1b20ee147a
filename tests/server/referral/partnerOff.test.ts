import { beforeEach, describe, expect, test } from 'vitest';
import { deleteDueAccounts } from '#server/accounts/deletion/accountDeletion.ts';
import { createWebhookSender } from '#server/partners/webhooks/sendWebhook.ts';
import { createWebhookDeliverer } from '#server/partners/webhooks/webhookWorker.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { readStatusAndBody } from '../support/claimDriver.ts';
import { createOperatorCalls } from '../support/operatorCalls.ts';
import { createShopOwner, createShopProgram } from '../shop/support/shopClient.ts';
import { openWebhookReceiver } from '../shop/support/webhookReceiver.ts';
import { creditPartner } from './support/creditPartner.ts';
import { completeClaim, moveClaim, openPartner } from './support/partnerClient.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const sendAnywhere = createWebhookSender({ resolve: async () => [], allowPrivate: true });

forEachDatabase(startServer => {
  let partner: Awaited<ReturnType<typeof openPartner>>;
  let operator: ReturnType<typeof createOperatorCalls>;

  /** The clock is the real one, which operator's commands use. */
  const testServer = createBeforeEach(() =>
    startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback', WEBHOOK_PRIVATE: 'on' }),
  );
  beforeEach(async () => {
    testServer.advanceClock(Date.now() - testServer.now());
    operator = createOperatorCalls(testServer);
    partner = await openPartner(testServer);
  });

  const click = (agent: string) =>
    testServer.app.request('/api/v1/refferal/click/', {
      method: 'POST',
      headers: { 'user-agent': `Mozilla/5.0 ${agent}`, 'content-type': 'text/plain;charset=UTF-8' },
      body: JSON.stringify({ refferal: partner.code, host: '', utm: null }),
    });
  const count = async (table: 'referral_clicks' | 'claim_referrals') =>
    (await testServer.context.db.selectFrom(table).selectAll().execute()).length;

  describe.each([
    ['an account that the operator blocks', 'user partner@mail.example', 'block', 'unblock'],
    ['a partner that the operator switches off', 'partner partner@mail.example', 'off --reason Спам', 'on'],
  ])('%s', (_, command, off, on) => {
    test('earns nothing, its links count nothing, its key is refused, and its webhooks get nothing, also later', async () => {
      await using receiver = await openWebhookReceiver();
      const owner = createShopOwner(partner.browser);
      await owner.addWebhook({ url: receiver.url, mode: 'live' });
      const program = createShopProgram(testServer, (await owner.addKey({ mode: 'live' })).key);
      const readClaims = () => readStatusAndBody(program.send('claims/'));
      const deliverer = createWebhookDeliverer(testServer.context, sendAnywhere);
      const run = async () => {
        while ((await deliverer.run()) > 0) await deliverer.finish();
      };
      const listEvents = () =>
        receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
      const early = await completeClaim(testServer, partner.code, { path: [] });
      await click('Chrome/1');
      expect((await readClaims())[0]).toBe(200);
      // This event waits for its second attempt, the next one is not queued yet.
      receiver.respond = response => void response.writeHead(503).end();
      await run();
      expect(listEvents()).toEqual(['claim.status']);
      receiver.respond = response => void response.writeHead(204).end();
      await moveClaim(testServer, early, 'confirming');

      await operator.succeed(`${command} ${off}`);
      await moveClaim(testServer, early, 'aml', 'paid', 'payout', 'completed');
      await completeClaim(testServer, partner.code, { address: '192.0.2.10' });
      await click('Chrome/2');
      testServer.advanceClock(HOUR_MS);
      await run();
      expect(listEvents()).toEqual(['claim.status']);
      expect(await count('referral_clicks')).toBe(1);
      expect(await count('claim_referrals')).toBe(1);
      const entries = await testServer.context.db.selectFrom('partner_entries').selectAll().execute();
      expect(entries).toMatchObject([{ kind: 'accrual', amount: 0n, reason: 'partner_off' }]);
      expect(await readClaims()).toMatchObject([403, { code: 'partner_off' }]);

      // What happens until the operator's next command is not sent, even if no process queues it before.
      const late = await completeClaim(testServer, null, { address: '192.0.2.11', path: [] });
      await testServer.context.db
        .updateTable('partner_events')
        .set({ queued_at: null })
        .where('kind', '=', 'accrual.voided')
        .execute();
      await operator.succeed(`${command} ${on}`);
      testServer.advanceClock(DAY_MS);
      await run();
      expect(listEvents()).toEqual(['claim.status']);
      await moveClaim(testServer, late, 'confirming');
      await completeClaim(testServer, partner.code, { address: '192.0.2.12', path: [] });
      await click('Chrome/3');
      await run();
      expect(listEvents()).toEqual(['claim.status', 'claim.status']);
      expect(await count('referral_clicks')).toBe(2);
      expect(await count('claim_referrals')).toBe(2);
      expect((await readClaims())[0]).toBe(200);
    });
  });

  test('a withdrawal of a blocked account is not paid, and none is requested', async () => {
    const wallet = await partner.addWallet();
    await completeClaim(testServer, null, { path: [] });
    const { db } = testServer.context;
    const { id } = await db.selectFrom('partners').select('id').executeTakeFirstOrThrow();
    await creditPartner(testServer.context, id, { amount: 1_000_000n, now: testServer.now() });
    const [status, { id: withdrawal }] = await readStatusAndBody(partner.withdraw(wallet, '50'));
    expect(status).toBe(201);
    await operator.succeed('user partner@mail.example block');
    const { code, err } = await operator.run(`withdrawal ${String(withdrawal)} pay --reference tx-1`);
    expect([code, err]).toEqual([1, expect.stringContaining('the account is blocked')]);
    expect((await partner.withdraw(wallet, '30')).status).toBe(401);
    expect(await operator.succeed('partners')).toMatch(/partner@mail\.example.*\d{4}-\d\d-\d\d/);
  });

  test('a blocked account is deleted only after it is unblocked', async () => {
    expect((await partner.browser.send('/api/v1/users/me/delete/')).status).toBe(200);
    await operator.succeed('user partner@mail.example block');
    testServer.advanceClock(8 * DAY_MS);
    expect(await deleteDueAccounts(testServer.context)).toBe(0);
    await operator.succeed('user partner@mail.example unblock');
    expect(await deleteDueAccounts(testServer.context)).toBe(1);
  });
});
