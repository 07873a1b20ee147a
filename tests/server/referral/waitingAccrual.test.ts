import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { eraseEndedClaims } from '#server/exchange/claims/retention/eraseEndedClaims.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { createShopOwner, createShopProgram } from '../shop/support/shopClient.ts';
import { runOperator } from '../support/operatorCommand.ts';
import { createShopClaim } from './support/shopClaim.ts';
import { expectBalancedPartners, moveClaim, openPartner } from './support/partnerClient.ts';
import { tryChange } from '../support/tryChange.ts';

const DAY_MS = 86_400_000;

/** Networks of the shop's server, of the partner's account, and of a client. */
const SERVER = '203.0.113.80';
const HOME = '198.51.100.7';
const CLIENT = '192.0.2.44';

forEachDatabase((startServer, dialect) => {
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' }));
  const partner = createBeforeEach(() => openPartner(testServer));

  const complete = (id: string) =>
    moveClaim(testServer, id, 'confirming', 'aml', 'paid', 'payout', 'completed');
  const createCompletedClaim = async () => {
    const claim = await createShopClaim(testServer, partner, SERVER);
    await complete(claim.id);
    return claim;
  };
  const listEvents = async () =>
    (await testServer.context.db.selectFrom('partner_events').selectAll().orderBy('id').execute())
      .filter(({ kind }) => kind.startsWith('accrual'))
      .map(({ kind, data }) => [kind, JSON.parse(data) as unknown]);
  const readHistory = async () => {
    const response = await createShopOwner(partner.browser).call('history/');
    return ((await response.json()) as { results: object[] }).results;
  };

  test('the accrual of a claim that nobody has opened waits, and is made when a client opens it', async () => {
    const claim = await createShopClaim(testServer, partner, SERVER);
    await claim.call('status', { address: SERVER });
    await complete(claim.id);
    await claim.call('status', { address: SERVER });
    const [waiting] = await partner.ledger();
    expect(waiting).toMatchObject({
      kind: 'accrual',
      state: 'pending',
      reason: 'not_opened',
      summa: '0.0000',
      availableAt: null,
      claim: { number: claim.number },
    });
    expect(Number(waiting?.reckoning?.summa)).toBeGreaterThan(0);
    expect(await partner.programme()).toMatchObject({ pending: '0.0000', available: '0.0000', completed: 1 });
    expect(await readHistory()).toMatchObject([{ status: 'completed', income: null, waiting: true }]);
    expect((await partner.ledger('?status=pending')).length).toBe(1);
    expect(await partner.ledger('?status=void')).toEqual([]);
    expect(await partner.ledger('?status=available')).toEqual([]);
    expect(await listEvents()).toEqual([]);
    await expectBalancedPartners(testServer.context.db);

    // The terms of the completion count, and the hold begins with the opening.
    await testServer.context.db
      .insertInto('settings')
      .values({ name: 'referral_percent', value: JSON.stringify('1') })
      .execute();
    testServer.advanceClock(10 * DAY_MS);
    await claim.call('status', { address: CLIENT });
    await claim.call('status', { address: '192.0.2.45' });
    await partner.browser.logIn(partner.email);
    const entries = await partner.ledger();
    expect(entries).toMatchObject([
      {
        kind: 'accrual',
        state: 'pending',
        reason: null,
        summa: waiting?.reckoning?.summa,
        availableAt: new Date(testServer.now() + 3 * DAY_MS).toISOString(),
        reckoning: waiting?.reckoning,
      },
    ]);
    expect(entries).toHaveLength(1);
    expect(await listEvents()).toMatchObject([['accrual.created', { summa: waiting?.reckoning?.summa }]]);
    expect(await partner.programme()).toMatchObject({ pending: entries[0]?.summa });
    expect(await readHistory()).toMatchObject([{ income: entries[0]?.summa, waiting: false }]);
    await expectBalancedPartners(testServer.context.db);
  });

  test('the accrual is void if the partner opens the claim', async () => {
    const claim = await createCompletedClaim();
    await claim.call('requisite', { address: HOME });
    // What a client opens later changes nothing.
    await claim.call('status', { address: CLIENT });
    expect(await partner.ledger()).toMatchObject([{ state: 'void', reason: 'self', summa: '0.0000' }]);
    expect(await listEvents()).toMatchObject([['accrual.voided', { summa: '0.0000', reason: 'self' }]]);
    await expectBalancedPartners(testServer.context.db);
  });

  test('no server of the shop opens a claim, whatever its network', async () => {
    const { key } = await createShopOwner(partner.browser).addKey({ mode: 'live' });
    const claim = await createCompletedClaim();
    for (const address of ['203.0.113.81', '2001:db8:1:1::1'])
      await createShopProgram(testServer, key, address).readClaim(claim.id);
    for (const address of ['203.0.113.81', '2001:db8:1:1:2::2', SERVER])
      await claim.call('status', { address });
    expect(await partner.ledger()).toMatchObject([{ state: 'pending', reason: 'not_opened' }]);
    await claim.call('status', { address: CLIENT });
    expect(await partner.ledger()).toMatchObject([{ reason: null }]);
  });

  test('a claim that the shop’s server creates as a client’s waits, too', async () => {
    const { key } = await createShopOwner(partner.browser).addKey({ mode: 'live' });
    await createShopProgram(testServer, key, SERVER).send('claims/');
    const client = createInProcessClient(testServer.app);
    const body = { ...(await client.buildClaim('USDTTRC20', 'LTC')), refferal: partner.code };
    const { id, secret } = await client.createClaim(body, { address: SERVER });
    await complete(id);
    expect(await partner.ledger()).toMatchObject([{ state: 'pending', reason: 'not_opened' }]);
    await testServer.get(`/api/v1/claim/${id}/status/`, {
      'x-claim-secret': secret,
      'x-forwarded-for': CLIENT,
    });
    expect(await partner.ledger()).toMatchObject([{ state: 'pending', reason: null }]);
  });

  test('a claim that is completed and opened at the same time has one accrual', async () => {
    // Another process on the same PostgreSQL, which remembers nothing of the first.
    const other =
      dialect === 'postgres'
        ? await bootstrapExchange(testServer.config, createLogger('silent'), testServer.now)
        : null;
    const apps = [testServer.app, ...(other ? [createApp(other.context)] : [])];
    const { key } = await createShopOwner(partner.browser).addKey({ mode: 'live' });
    const program = createShopProgram(testServer, key, SERVER);
    for (let round = 1; round <= 5; round++) {
      const { id, url } = await program.createClaim();
      const [, secret = ''] = url?.split('#') ?? [];
      await moveClaim(testServer, id, 'confirming', 'aml', 'paid', 'payout');
      const change = { id, to: 'completed', actor: 'operator', now: testServer.now() } as const;
      const open = (app: typeof testServer.app, address: string) =>
        app.request(`/api/v1/claim/${id}/status/`, {
          headers: { 'x-claim-secret': secret, 'x-forwarded-for': address },
        });
      await Promise.all([
        ...apps.flatMap(app => [open(app, `192.0.2.${round}`), open(app, `192.0.2.${100 + round}`)]),
        tryChange(testServer.context.db, trx => transitionClaim(testServer.context, trx, change)),
        ...apps.map(app => open(app, `192.0.2.${200 + round}`)),
      ]);
      expect(await partner.ledger()).toHaveLength(round);
    }
    expect((await partner.ledger()).map(({ reason }) => reason)).toEqual(Array(5).fill(null));
    expect((await listEvents()).length).toBe(5);
    await expectBalancedPartners(testServer.context.db);
    await other?.close();
  });

  test('a refund voids what waits, and a later opening changes nothing', async () => {
    const claim = await createCompletedClaim();
    const result = await runOperator(
      testServer,
      'accrual',
      claim.id,
      'reverse',
      '--reason',
      'Деньги вернули',
    );
    expect(result).toMatchObject({ code: 0, out: expect.stringContaining('is void now') });
    await claim.call('status', { address: CLIENT });
    expect(await partner.ledger()).toMatchObject([{ state: 'void', reason: 'Деньги вернули' }]);
    await expectBalancedPartners(testServer.context.db);
  });

  test('nothing waits for longer than the data of the claim', async () => {
    const claim = await createCompletedClaim();
    const read = createShopClaim(testServer, partner, SERVER);
    await (await read).call('status', { address: CLIENT });
    testServer.advanceClock(testServer.config.retentionDays * DAY_MS + 1);
    await eraseEndedClaims(testServer.context);
    await claim.call('status', { address: CLIENT });
    await partner.browser.logIn(partner.email);
    expect(await partner.ledger()).toMatchObject([{ state: 'void', reason: 'never_opened' }]);
    expect(
      await testServer.context.db
        .selectFrom('claim_referrals')
        .select(['creator_hash', 'opener_hash', 'network_hashes'])
        .where('claim_id', '=', claim.id)
        .execute(),
    ).toEqual([{ creator_hash: null, opener_hash: '', network_hashes: null }]);
  });
});
