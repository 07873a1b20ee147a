import { expect, test } from 'vitest';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import type { OperatorClaims } from '#core/contract/operator/claims.ts';
import { createInProcessClient, TEST_CARD_NUMBER } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../accounts/support/passkeyBrowser.ts';
import { createClaimDriver } from '../../support/claimDriver.ts';
import { expectBalancedLedger } from '../../support/ledgerAssertions.ts';
import { runOperator, startServerToday } from '../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator, searchFor } from './support/staffBrowser.ts';
import { openAnnaAndBoris } from './support/twoPeople.ts';

const PAYMENT = 'БАНК-7';
const TRANSACTION = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  /** A claim from a bank to a coin, which waits for its payment. */
  async function createClaim(fromSumma?: string) {
    const client = createInProcessClient(testServer.app);
    const body = await client.buildClaim('SBERRUB', 'TON', { ...(fromSumma && { fromSumma }) });
    return { ...(await client.createClaim(body)), email: body.email };
  }

  const readClaim = (browser: AccountBrowser, id: string) =>
    readOperator<OperatorClaimDetail>(browser, `claims/${id}/`);

  /** Calls that change claims, and the status and code of their refusal. */
  const refuse = async (browser: AccountBrowser, path: string, body: object) =>
    readRefusal(await callOperator(browser, `claims/${path}`, body));

  test('pays a claim out: payment, payout, «выплачено» with the reference; each with person and network', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id, fromSumma, toSumma } = await createClaim();
    const before = await readClaim(cashier, id);
    expect(before.payment).toEqual({ right: 'payments', expected: fromSumma, reference: 'number' });
    const payment = { amount: fromSumma, reference: PAYMENT, seen: 'waiting' };
    const paid = await readOperator<OperatorClaimDetail>(cashier, `claims/${id}/payments/`, payment);
    expect(paid).toMatchObject({ status: 'paid', received: fromSumma });
    expect(paid.actions.map(({ to, right }) => [to, right])).toEqual([
      ['payout', 'payouts'],
      ['hold', 'payments'],
    ]);
    const change = (to: string, seen: string, more: object = {}) =>
      callOperator(cashier, `claims/${id}/status/`, { to, seen, ...more });
    expect((await change('payout', 'paid')).status).toBe(200);
    const { actions } = await readClaim(cashier, id);
    const completion = actions.find(({ to }) => to === 'completed');
    expect(completion).toMatchObject({ right: 'payouts', needs: ['reference'], accepts: [] });
    expect(completion?.transfer).toEqual({ kind: 'payout', amount: toSumma, currency: 'TON' });
    expect(completion?.effects).toEqual([
      { code: 'reserve_paid_out', amount: toSumma, currency: 'TON' },
      { code: 'reserve_credited', amount: fromSumma, currency: 'SBERRUB' },
      { code: 'claim_closed', amount: null, currency: null },
      { code: 'client_notified', amount: null, currency: null },
    ]);
    expect(await readRefusal(await change('completed', 'payout'))).toEqual([400, { reference: 'empty' }]);
    expect((await change('completed', 'payout', { reference: TRANSACTION })).status).toBe(200);
    const closed = await readClaim(cashier, id);
    expect(closed.money.map(({ kind, reference }) => [kind, reference])).toEqual([
      ['payment', PAYMENT],
      ['payout', TRANSACTION],
    ]);
    expect(closed.timeline.filter(({ by }) => by).map(({ by, status }) => [by, status])).toEqual(
      ['claimed', 'paid', 'payout', 'completed'].map(status => ['cashier@razmen.example', status]),
    );
    const entries = await testServer.context.db
      .selectFrom('operator_changes')
      .select(['actor', 'network', 'command'])
      .where('target', '=', id)
      .execute();
    expect(entries).toEqual(
      Array.from({ length: 3 }, () => ({
        actor: 'cashier@razmen.example',
        network: expect.stringMatching(/\/24$/) as string,
        command: 'claim',
      })),
    );
    await expectBalancedLedger(testServer.context.db);
  });

  test('names the role and the right that is missing, and asks for a fresh proof before money', async () => {
    const { id, fromSumma } = await createClaim();
    const support = await openStaff(testServer, 'support');
    const payment = { amount: fromSumma, reference: PAYMENT, seen: 'waiting' };
    const refused = await callOperator(support, `claims/${id}/payments/`, payment);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      code: 'right_missing',
      role: 'support',
      right: 'payments',
      detail: 'Роль «Поддержка» этого не позволяет. Нужна роль, которая записывает платежи',
    });
    const cancel = { to: 'cancelled', seen: 'waiting' };
    expect(await refuse(support, `${id}/status/`, cancel)).toEqual([403, 'right_missing']);
    const cashier = await openStaff(testServer, 'cashier');
    testServer.advanceClock(11 * 60_000);
    await cashier.refresh();
    expect(await refuse(cashier, `${id}/payments/`, payment)).toEqual([403, 'confirm_required']);
    expect(await refuse(cashier, `${id}/status/`, cancel)).toEqual([403, 'confirm_required']);
    expect((await readClaim(cashier, id)).money).toEqual([]);
  });

  test('lets one of two people win, and shows the other who was faster', async () => {
    const [anna, boris] = await openAnnaAndBoris(testServer, 'cashier');
    const { id, fromSumma } = await createClaim();
    const pay = (browser: AccountBrowser, reference: string) =>
      callOperator(browser, `claims/${id}/payments/`, { amount: fromSumma, reference, seen: 'waiting' });
    const answers = await Promise.all([pay(anna, 'ONE'), pay(boris, 'TWO')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const loser = answers.findIndex(({ status }) => status === 409);
    expect(await answers[loser]?.json()).toMatchObject({
      code: 'claim_changed',
      status: 'paid',
      by: ['boris@razmen.example', 'anna@razmen.example'][loser],
    });
    expect((await readClaim(anna, id)).money).toHaveLength(1);
  });

  test('takes a claim for one person, also if two press at once; taking it over is explicit and recorded', async () => {
    const [anna, boris] = await openAnnaAndBoris(testServer, 'cashier');
    const { id } = await createClaim();
    const take = (browser: AccountBrowser, body: object) => callOperator(browser, `claims/${id}/take/`, body);
    const answers = await Promise.all([take(anna, {}), take(boris, {})]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [first, second] = answers[0]?.status === 200 ? [anna, boris] : [boris, anna];
    const names = (await readClaim(first, id)).holder;
    expect(names?.isMe).toBe(true);
    expect((await take(first, {})).status).toBe(200);
    const refused = await take(second, {});
    expect(await refused.json()).toMatchObject({ code: 'claim_taken', by: names?.name });
    const cancel = { to: 'cancelled', seen: 'waiting' };
    expect(await refuse(second, `${id}/status/`, cancel)).toEqual([409, 'claim_taken']);
    expect(await refuse(second, `${id}/release/`, {})).toEqual([409, 'claim_taken']);
    expect((await take(second, { force: true })).status).toBe(200);
    expect(await refuse(first, `${id}/status/`, cancel)).toEqual([409, 'claim_taken']);
    expect((await callOperator(second, `claims/${id}/release/`, {})).status).toBe(200);
    expect((await callOperator(first, `claims/${id}/status/`, cancel)).status).toBe(200);
    const { timeline, holder } = await readClaim(first, id);
    expect(holder).toBeNull();
    expect(timeline.filter(({ kind }) => kind === 'change').map(({ text }) => text)).toEqual([
      'claim take',
      'claim take',
      'claim release',
    ]);
  });

  test('releases a claim that ends, whoever ends it', async () => {
    const [anna, boris] = await openAnnaAndBoris(testServer, 'cashier');
    const claims = [await createClaim(), await createClaim()];
    for (const { id } of claims) await callOperator(anna, `claims/${id}/take/`, {});
    const [first, second] = claims.map(({ id }) => id);
    await callOperator(anna, `claims/${first}/status/`, { to: 'cancelled', seen: 'waiting' });
    expect((await runOperator(testServer, 'claim', second ?? '', 'expired')).code).toBe(0);
    for (const { id, fromSumma } of claims) {
      expect((await readClaim(boris, id)).holder).toBeNull();
      // A late payment is for anybody.
      const late = {
        amount: fromSumma,
        reference: `LATE-${id}`,
        seen: id === first ? 'cancelled' : 'expired',
      };
      expect((await callOperator(boris, `claims/${id}/payments/`, late)).status).toBe(200);
    }
  });

  test('refuses what the table of statuses forbids, with what is allowed, and bad payments by field', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id, fromSumma } = await createClaim();
    const forbidden = await callOperator(cashier, `claims/${id}/status/`, {
      to: 'completed',
      seen: 'waiting',
    });
    expect(forbidden.status).toBe(409);
    expect(await forbidden.json()).toMatchObject({
      code: 'transition_forbidden',
      status: 'waiting',
      allowed: ['claimed', 'expired', 'cancelled'],
    });
    const pay = (body: object) => refuse(cashier, `${id}/payments/`, { seen: 'waiting', ...body });
    expect(await pay({ amount: '1.001', reference: 'A' })).toEqual([400, { amount: 'number_format' }]);
    expect(await pay({ amount: '0', reference: 'A' })).toEqual([400, { amount: 'number_format' }]);
    expect(await pay({ amount: fromSumma, reference: ' ' })).toEqual([400, { reference: 'empty' }]);
    const unused = { to: 'cancelled', seen: 'waiting', reference: 'X' };
    expect(await refuse(cashier, `${id}/status/`, unused)).toEqual([400, { reference: 'reference_unused' }]);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await callOperator(cashier, `claims/${unknown}/`)).status).toBe(404);
    const { status, money } = await readClaim(cashier, id);
    expect([status, money]).toEqual(['waiting', []]);
    // The command sees the same refusals.
    expect((await runOperator(testServer, 'claim', id, 'completed')).err).toContain('it may become claimed');
  });

  test('finds a claim by number, e-mail, card end, address, transaction and amount', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id, fromSumma, email, number } = await createClaim();
    const list = async ({ q, ...query }: Record<string, string>) => {
      const path = `claims/?${new URLSearchParams(query)}`;
      const headers = q === undefined ? {} : searchFor(q);
      return (await readOperator<OperatorClaims>(cashier, path, undefined, headers)).results.map(
        claim => claim.id,
      );
    };
    const { toRequisites } = await readClaim(cashier, id);
    const address = toRequisites.find(({ name }) => name === 'account')?.value ?? expect.fail('no address');
    await readOperator(cashier, `claims/${id}/payments/`, {
      amount: fromSumma,
      reference: 'Bank-7',
      seen: 'waiting',
    });
    const found = [number, '1', email.slice(0, 8), TEST_CARD_NUMBER.slice(-4), address, 'bank-7', fromSumma];
    for (const q of found) expect([q, await list({ q })]).toEqual([q, [id]]);
    // As a client sees them: a masked card, and a shortened address.
    const [first, last] = [TEST_CARD_NUMBER.slice(0, 4), TEST_CARD_NUMBER.slice(-4)];
    const [begin, end] = [address.slice(0, 5), address.slice(-5)];
    const masked = [`${first}\u00a0••••\u00a0${last}`, `${first} **** **** ${last}`, `${first}****${last}`];
    for (const q of [...masked, `•••• ${last}`, `${begin}…${end}`, `${begin}...${end}`, `${begin} … ${end}`])
      expect([q, await list({ q })]).toEqual([q, [id]]);
    // Both parts are needed, in their order, and the second one is the end.
    const others = [`${first} •••• 9999`, `9999 •••• ${last}`, `${begin}…nnnnn`, `${end}…${begin}`];
    for (const q of [...others, `${begin}…${address.slice(-6, -1)}`, '•••', '** **'])
      expect([q, await list({ q })]).toEqual([q, []]);
    for (const q of ['2', 'nobody@', 'Q!Q!', '100%', "'", '12345.67'])
      expect([q, await list({ q })]).toEqual([q, []]);
    expect(await list({ status: 'paid', currency: 'ton' })).toEqual([id]);
    expect(await list({ status: 'closed' })).toEqual([]);
    expect(await list({ currency: 'NONE' })).toEqual([]);
    expect(await list({ taken: 'me' })).toEqual([]);
    await callOperator(cashier, `claims/${id}/take/`, {});
    expect(await list({ taken: 'me' })).toEqual([id]);
    expect(await readRefusal(await callOperator(cashier, 'claims/?status=nothing'))).toEqual([
      400,
      { status: 'body_invalid' },
    ]);
  });

  test('finds a claim by the amount and transaction of a payment, as a person writes them', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const coins = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await coins.pay('1.005', { withoutCourse: true, reference: TRANSACTION });
    const bank = await createClaim('10000');
    const payment = { amount: '15000.5', reference: 'Bank-8', seen: 'waiting' };
    await readOperator(cashier, `claims/${bank.id}/payments/`, payment);
    const list = async (q: string) =>
      (await readOperator<OperatorClaims>(cashier, 'claims/', undefined, searchFor(q))).results.map(
        ({ id }) => id,
      );
    for (const q of ['1.005', '1,005', '1,00500', TRANSACTION.toUpperCase(), TRANSACTION.slice(0, 30)])
      expect([q, await list(q)]).toEqual([q, [coins.id]]);
    for (const q of ['15 000,50', '15\u00a0000.5', '15000,50', '15.000,50', '10 000', '10000,00'])
      expect([q, await list(q)]).toEqual([q, [bank.id]]);
  });

  test('searches for the text of a header, percent-encoded, and not for one of the query, which logs have', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    await createClaim();
    const count = async (query: string, headers: Record<string, string>) =>
      (await readOperator<OperatorClaims>(cashier, `claims/?size=1${query}`, undefined, headers)).count;
    expect(await count('', searchFor('никто@'))).toBe(0);
    expect(await count('&q=nobody@', {})).toBe(1);
    for (const [text, code] of [
      ['%', 400],
      [encodeURIComponent('я'.repeat(128)), 200],
      ['a'.repeat(129), 400],
    ] as const)
      for (const path of ['claims/', 'claims/export/'])
        expect((await callOperator(cashier, path, undefined, { 'x-search': text })).status).toBe(code);
  });

  test('keeps notes from clients, and out of the audit log', async () => {
    const support = await openStaff(testServer, 'support');
    const { id, secret } = await createClaim();
    const noted = await readOperator<OperatorClaimDetail>(support, `claims/${id}/notes/`, {
      text: ' звонил ',
    });
    expect(noted.timeline.at(-1)).toMatchObject({
      kind: 'note',
      by: 'support@razmen.example',
      text: 'звонил',
    });
    expect(await refuse(support, `${id}/notes/`, { text: ' ' })).toEqual([400, { text: 'empty' }]);
    const status = await testServer.get(`/api/v1/claim/${id}/status/`, { 'x-claim-secret': secret });
    expect(await status.text()).not.toContain('звонил');
    expect((await runOperator(testServer, 'changes')).out).not.toContain('звонил');
  });
});
