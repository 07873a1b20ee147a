import { afterEach, describe, expect, test } from 'vitest';
import { getUnsettledAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { expireOverdueClaims } from '#server/exchange/claims/status/claimExpiry.ts';
import type { MatchedStatement } from '#core/contract/operator/transfers/statements.ts';
import type { WaitingTransfers } from '#core/contract/operator/transfers/waitingTransfers.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { openStaff, readOperator } from '../operator/staff/support/staffBrowser.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { getWallet } from './support/ton/startTonIndex.ts';
import {
  ACCOUNT,
  ADDRESSES,
  openTonExchange,
  OTHER_MASTER,
  toJettons,
  toNanotons,
  WALLET,
} from './support/ton/tonExchange.ts';
import {
  createBody,
  createComment,
  createHiddenComment,
  createInternalTransfer,
  createNotification,
  createRawComment,
  createTransaction,
  EMPTY_BODY,
  ENCRYPTED_COMMENT,
} from './support/ton/tonMessages.ts';

forEachDatabase(startServer => {
  const exchange = createBeforeEach(() => openTonExchange(startServer));
  afterEach(() => exchange.index.close());

  test.each([
    ['TON', '30', '30.00000000'],
    ['USDTTON', '60', '60.00'],
  ] as const)('records a payment in %s with the comment of its claim', async (code, amount, received) => {
    const { createClaim, send, check, operator, testServer } = exchange;
    const [other, claim] = [await createClaim(code, amount), await createClaim(code, amount)];
    const reference = send(code, amount, claim.comment);
    await check();
    expect(await claim.fetchStatus()).toMatchObject({
      received,
      transfers: [{ kind: 'payment', transaction: reference.split(':')[0] }],
    });
    expect(await claim.listStatuses()).toEqual(['new', 'waiting', 'confirming', 'aml']);
    expect((await other.fetchStatus()).status).toBe('waiting');
    expect(await exchange.listObserved()).toMatchObject([
      { reference, address: ADDRESSES[code], memo: claim.comment },
    ]);
    expect(await operator.succeed('payments --unmatched')).toContain('No unmatched payments.');
    await expectBalancedLedger(testServer.context.db);
  });

  test('waits for the confirmations that the operator has set', async () => {
    const { createClaim, send, check, operator, index } = exchange;
    await operator.succeed('currency TON confirmations 3');
    const claim = await createClaim('TON', '30');
    send('TON', '30', claim.comment);
    for (const have of [1, 2]) {
      await check();
      expect(await claim.fetchStatus()).toMatchObject({
        status: 'waiting',
        confirmations: { have, need: 3 },
      });
      index.mine();
    }
    await check();
    expect((await claim.fetchStatus()).status).toBe('aml');
  });

  test.each([
    ['TON', '30', '29', 'hold', 'underpaid', '29.00000000'],
    ['TON', '30', '31', 'hold', 'overpaid', '31.00000000'],
    ['TON', '30', '0.00000001', 'hold', 'underpaid', '0.00000001'],
    // The network has more decimals than the currency.
    ['TON', '30', '30.000000009', 'aml', null, '30.00000000'],
    ['USDTTON', '60', '50', 'hold', 'underpaid', '50.00'],
    ['USDTTON', '60', '60.009999', 'aml', null, '60.00'],
  ])('%s: of a claim over %s, %s makes it %s', async (code, expected, sent, status, reason, received) => {
    const claim = await exchange.createClaim(code, expected);
    exchange.send(code, sent, claim.comment);
    await exchange.check();
    expect(await claim.fetchStatus()).toMatchObject({ status, reason, received });
    await expectBalancedLedger(exchange.testServer.context.db);
  });

  test('a payment after the deadline is late; one of a completed claim waits to be returned', async () => {
    const { createClaim, send, check, testServer, index } = exchange;
    const [late, completed] = [await createClaim('USDTTON', '60'), await createClaim('TON', '30')];
    send('TON', '30', completed.comment);
    await check();
    await completed.move('paid', 'payout', 'completed');
    testServer.advanceClock(31 * 60_000);
    index.mine();
    await expireOverdueClaims(testServer.context);
    send('USDTTON', '60', late.comment);
    send('TON', '30', completed.comment);
    await check();
    expect(await late.fetchStatus()).toMatchObject({ status: 'hold', reason: 'paid_late' });
    expect(await getUnsettledAmount(testServer.context.db, await completed.fetchRow())).toBe(3_000_000_000n);
    await expectBalancedLedger(testServer.context.db);
  });

  test('small letters and spaces around a comment change nothing', async () => {
    const claim = await exchange.createClaim('TON', '30');
    exchange.send('TON', '30', ` ${claim.comment.toLowerCase()}\n`);
    await exchange.check();
    expect((await claim.fetchStatus()).status).toBe('aml');
  });

  describe('a payment without the comment of a claim', () => {
    test('is for a person, also if it has another comment, an encrypted one or none that can be read', async () => {
      const { createClaim, index, check, listObserved } = exchange;
      const claim = await createClaim('TON', '30');
      const memoByBody = [
        [EMPTY_BODY, null],
        [createComment(''), null],
        [createComment('ABC234'), 'ABC234'],
        [
          createComment(`спасибо\u0000\u202e\u001b[31m ${'я'.repeat(400)}`),
          `спасибо [31m ${'я'.repeat(107)}`,
        ],
        [createRawComment(Buffer.from('41ff42', 'hex')), 'A\ufffdB'],
        [createHiddenComment('ABC'), 'ABC'],
        [ENCRYPTED_COMMENT, null],
        [createBody(0x12345678), null],
      ] as const;
      const paid = memoByBody.map(([body]) => createTransaction(ACCOUNT, toNanotons('30'), body));
      const references = index.mine(paid).map(hash => `${hash}:0`);
      await check();
      expect((await claim.fetchStatus()).status).toBe('waiting');
      const observed = await listObserved();
      expect(observed.map(({ claim_id }) => claim_id)).toEqual(memoByBody.map(() => null));
      expect(references.map(reference => observed.find(one => one.reference === reference)?.memo)).toEqual(
        memoByBody.map(([, memo]) => memo),
      );
    });

    test('is shown to staff with the claims of this amount, and first the one whose number it contains', async () => {
      const { operator, testServer, createClaim, index, check } = exchange;
      // The command line uses the real clock.
      testServer.advanceClock(Date.now() - testServer.now());
      const [exact, named] = [await createClaim('TON', '30'), await createClaim('TON', '35')];
      index.mine([createTransaction(ACCOUNT, toNanotons('30'), createComment(`Заявка ${named.comment}`))]);
      await check();
      expect(await operator.succeed('payments --unmatched')).toMatch(
        new RegExp(`30\\.00000000 TON +${ADDRESSES.TON} +[0-9a-f]{64}:0 +Заявка ${named.comment}`),
      );
      const cashier = await openStaff(testServer, 'cashier');
      const { results } = await readOperator<WaitingTransfers>(cashier, 'transfers/');
      const [{ amount, reference, text } = { amount: '', reference: '', text: '' }] = results;
      expect(text).toBe(`${ADDRESSES.TON} Заявка ${named.comment}`);
      const body = { currency: 'TON', lines: [{ amount, reference, text }] };
      const { lines } = await readOperator<MatchedStatement>(cashier, 'statements/match/', body);
      expect(lines[0]?.matches).toMatchObject([
        { id: named.id, isNumbered: true, isExact: false },
        { id: exact.id, isNumbered: false, isExact: true },
      ]);
      await operator.succeed(`claim ${exact.claim.number} --amount 30 --reference ${reference}`);
      await check();
      expect(await operator.succeed('payments --unmatched')).toContain('No unmatched payments.');
      expect((await exact.fetchStatus()).received).toBe('30.00000000');
    });
  });

  test('the comment of a claim in another currency names nothing', async () => {
    const claim = await exchange.createClaim('TON', '30');
    exchange.send('USDTTON', '60', claim.comment);
    await exchange.check();
    expect((await claim.fetchStatus()).status).toBe('waiting');
    expect(await exchange.listObserved()).toMatchObject([{ claim_id: null, memo: claim.comment }]);
  });

  test('ignores money that was sent back, messages about other payments, and forged ones', async () => {
    const { createClaim, index, check, listObserved } = exchange;
    const [coin, token] = [await createClaim('TON', '30'), await createClaim('USDTTON', '60')];
    const comment = createComment(coin.comment);
    const jettons = createInternalTransfer(toJettons('60'), createComment(token.comment));
    const wallet = getWallet(OTHER_MASTER, ACCOUNT);
    index.mine([
      createTransaction(ACCOUNT, toNanotons('30'), comment, { message: { bounced: true } }),
      createTransaction(ACCOUNT, toNanotons('30'), comment, {
        description: { aborted: true, bounce: { type: 'ok', msg_fees: '1' } },
      }),
      createTransaction(ACCOUNT, 0n, comment),
      createTransaction(ACCOUNT, 9n, comment),
      createTransaction(ACCOUNT, 0n, comment, { message: { source: null, value: null, bounced: null } }),
      // From any contract, also from the jetton wallet of another jetton.
      createTransaction(ACCOUNT, 1n, createNotification(toJettons('60'), createComment(token.comment))),
      createTransaction(ACCOUNT, toNanotons('0.01'), createBody(0xd53276db), { message: { source: WALLET } }),
      createTransaction(ACCOUNT, 1n, jettons),
      createTransaction(wallet, 1n, jettons),
      createTransaction(WALLET, 1n, jettons, { description: { aborted: true } }),
      createTransaction(WALLET, 1n, jettons, { message: { bounced: true } }),
      createTransaction(WALLET, 1n, createBody(0x0f8a7ea5), { message: { source: ACCOUNT } }),
      createTransaction(WALLET, toNanotons('60'), createComment(token.comment)),
      createTransaction(WALLET, 1n, createInternalTransfer(9_999n, createComment(token.comment))),
    ]);
    await check();
    expect(await listObserved()).toEqual([]);
  });

  test('an address without code keeps money, and one whose code fails if it is too little to send back', async () => {
    const { createClaim, index, check } = exchange;
    const claims = [await createClaim('TON', '30'), await createClaim('TON', '31')];
    const [first, second] = claims.map(({ comment }) => createComment(comment));
    index.mine([
      createTransaction(ACCOUNT, toNanotons('30'), first ?? EMPTY_BODY, { description: { aborted: true } }),
      createTransaction(ACCOUNT, toNanotons('31'), second ?? EMPTY_BODY, {
        description: { aborted: true, bounce: { type: 'nofunds' } },
      }),
    ]);
    await check();
    for (const { fetchStatus } of claims) expect((await fetchStatus()).status).toBe('aml');
  });

  test.each([
    ['in the message', 'inline', 1n],
    ['in a cell of its own', 'ref', 1n],
    ['although the owner of the wallet gets no message', 'ref', 0n],
  ] as const)('reads the comment of jettons %s', async (_, form, forwarded) => {
    const { createClaim, index, check } = exchange;
    const claim = await createClaim('USDTTON', '60');
    const body = createInternalTransfer(toJettons('60'), createComment(claim.comment), form, forwarded);
    index.mine([createTransaction(WALLET, 50_000_000n, body)]);
    await check();
    expect(await claim.fetchStatus()).toMatchObject({ status: 'aml', received: '60.00' });
  });

  test('jettons without a payload are for a person', async () => {
    const body = createInternalTransfer(toJettons('60'), EMPTY_BODY, 'none');
    exchange.index.mine([createTransaction(WALLET, 50_000_000n, body)]);
    await exchange.check();
    expect(await exchange.listObserved()).toMatchObject([{ amount: 6_000n, memo: null, claim_id: null }]);
  });
});
