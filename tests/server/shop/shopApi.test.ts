import { beforeEach, expect, test } from 'vitest';
import * as v from 'valibot';
import { ShopClaims } from '#core/contract/shop.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { createClaimDriver, readStatusAndBody } from '../support/claimDriver.ts';
import { MAX_TEST_EVENTS } from '#server/partners/shopClaims/testClaims.ts';
import { countPartnerStatistics } from '#server/partners/statistics/partnerStatisticsJob.ts';
import { createWebhookSender } from '#server/partners/webhooks/sendWebhook.ts';
import { createWebhookDeliverer } from '#server/partners/webhooks/webhookWorker.ts';
import { moveClaim } from '../referral/support/partnerClient.ts';
import { openWebhookReceiver } from './support/webhookReceiver.ts';
import { createShopOwner, createShopProgram } from './support/shopClient.ts';

const DAY_MS = 86_400_000;

forEachDatabase(startServer => {
  let live: ReturnType<typeof createShopProgram>;
  let testing: ReturnType<typeof createShopProgram>;
  const testServer = createBeforeEach(() =>
    startServer({
      ...relaxedLimits,
      LIMIT_OPEN_CLAIMS_PER_SHOP: '2',
      TRUST_PROXY: 'loopback',
    }),
  );
  beforeEach(async () => {
    const owner = createShopOwner(await openAccount(testServer));
    live = createShopProgram(testServer, (await owner.addKey({ mode: 'live' })).key);
    testing = createShopProgram(testServer, (await owner.addKey({ mode: 'test' })).key);
  });
  const list = async (program: typeof live, query = '') =>
    v.parse(ShopClaims, await (await program.send(`claims/${query}`)).json());
  const readHeld = async () =>
    (await testServer.context.db.selectFrom('reserves').select('held').execute()).map(({ held }) => held);

  test('creates a claim for a client, with a link, and reads it without data of the client', async () => {
    const claim = await live.createClaim({ sub: 'order-17' });
    expect(claim).toMatchObject({ mode: 'live', status: 'waiting', sub: 'order-17', from: { code: 'LTC' } });
    const [, id, secret] = /^http:\/\/127\.0\.0\.1:3000\/claim\/([^#]+)#(.+)$/.exec(claim.url ?? '') ?? [];
    expect(id).toBe(claim.id);
    const status = await testServer.get(`/api/v1/claim/${id}/status/`, { 'x-claim-secret': secret ?? '' });
    expect(await status.json()).toMatchObject({ status: 'waiting', number: claim.number });
    const { url: _, ...details } = claim;
    expect(await live.readClaim(claim.id)).toEqual(details);
    const { history: __, ...row } = details;
    expect((await list(live)).results).toEqual([row]);
    const [, text] = [0, JSON.stringify([await live.readClaim(claim.id), await list(live)])];
    for (const secretText of ['@example.com', 'Иванов', '2200000000000004', secret])
      expect(text).not.toContain(secretText);
    expect(await testServer.context.db.selectFrom('claim_referrals').selectAll().execute()).toMatchObject([
      { claim_id: claim.id, sub: 'order-17' },
    ]);
    // A test key sees test claims only, another shop none.
    expect((await testing.send(`claims/${claim.id}/`)).status).toBe(404);
    const other = createShopOwner(await openAccount(testServer, 'anna@mail.example'));
    const stranger = createShopProgram(testServer, (await other.addKey({ mode: 'live' })).key);
    expect((await stranger.send(`claims/${claim.id}/`)).status).toBe(404);
    expect((await stranger.send('claims/%00/')).status).toBe(404);
    expect((await list(stranger)).count).toBe(0);
    for (const body of [{ status: 'claimed' }, {}])
      expect(
        await readStatusAndBody(live.send(`claims/${claim.id}/`, { method: 'POST', body })),
      ).toMatchObject([403, { code: 'test_key_required' }]);
  });

  test.each(['live', 'test'] as const)('a repetition returns the same %s claim', async mode => {
    const program = mode === 'live' ? live : testing;
    const body = await program.buildClaim({ sub: 'a' });
    const create = (changed: object = {}, key = 'order-0017') =>
      readStatusAndBody(
        program.send('claims/', {
          method: 'POST',
          body: { ...body, ...changed },
          headers: { 'idempotency-key': key },
        }),
      );
    // Codes, and the amount at the current course, are enough.
    Object.assign(body, { fromPs: 'ltc', toPs: 'SBERRUB', toSumma: undefined, quote: null });
    const responses = await Promise.all([1, 2, 3].map(() => create()));
    expect(responses.map(([status]) => status)).toEqual([201, 201, 201]);
    expect(new Set(responses.map(([, { id }]) => id)).size).toBe(1);
    expect((await list(program)).count).toBe(1);
    expect(await create({ sub: 'b' })).toMatchObject([409, { code: 'idempotency_conflict' }]);
    // The same key of another shop is another key.
    const other = createShopOwner(await openAccount(testServer, 'anna@mail.example'));
    const stranger = createShopProgram(testServer, (await other.addKey({ mode })).key);
    const theirs = await stranger.createClaim({}, 'order-0017');
    expect(theirs.id).not.toBe(responses[0]?.[1].id);
    const [status, { codes }] = await readStatusAndBody(program.send('claims/', { method: 'POST', body }));
    expect([status, codes]).toEqual([400, { 'Idempotency-Key': 'empty' }]);
  });

  test.each(['live', 'test'] as const)('validates a %s claim as the site does', async mode => {
    const program = mode === 'live' ? live : testing;
    const refuse = async (more: object) => {
      const body = await program.buildClaim(more);
      const [status, { code, codes }] = await readStatusAndBody(
        program.send('claims/', { method: 'POST', body, headers: { 'idempotency-key': 'order-0018' } }),
      );
      return [status, codes ?? code];
    };
    expect(await refuse({ email: 'x', sub: 'a b' })).toEqual([400, { sub: 'body_invalid' }]);
    expect(await refuse({ email: 'x' })).toEqual([400, { email: 'email_at' }]);
    expect(await refuse({ toRequisites: { card: '1' } })).toMatchObject([
      400,
      { 'toRequisites.card': expect.anything() },
    ]);
    expect(await refuse({ fromSumma: '0.00000001' })).toMatchObject([400, { fromSumma: 'amount_min' }]);
    expect(await refuse({ toSumma: '1', quote: null })).toEqual([409, 'course_changed']);
    expect(await refuse({ fromPs: 999 })).toEqual([404, 'pair_unknown']);
    expect(await refuse({ fromPs: 'NONE' })).toEqual([404, 'pair_unknown']);
    const body = await program.buildClaim({ toPs: 'NONE' });
    const headers = { 'idempotency-key': 'unknown-currency' };
    expect(await readStatusAndBody(program.send('claims/', { method: 'POST', body, headers }))).toMatchObject(
      [404, { field: 'toPs' }],
    );
    expect(await refuse({ toSumma: null, fromSumma: 'x' })).toMatchObject([
      400,
      { fromSumma: 'number_format' },
    ]);
    expect((await list(program)).count).toBe(0);
  });

  test('counts the open claims of a shop, not those of its machine', async () => {
    await live.createClaim();
    await live.createClaim();
    const [status, { code }] = await readStatusAndBody(
      live.send('claims/', {
        method: 'POST',
        body: await live.buildClaim(),
        headers: { 'idempotency-key': 'third-order' },
      }),
    );
    expect([status, code]).toEqual([429, 'shop_claims_limit']);
    // A visitor at the same address is not affected.
    await createClaimDriver(testServer, 'LTC', 'SBERRUB');
  });

  test('walks a test claim through its statuses without money, reserve or e-mails', async () => {
    const held = await readHeld();
    const claim = await testing.createClaim({ sub: 'x' });
    expect(claim).toMatchObject({
      mode: 'test',
      status: 'waiting',
      url: null,
      number: expect.stringMatching(/^T[0-9A-F]{8}$/),
    });
    const refused = await readStatusAndBody(
      testing.send(`claims/${claim.id}/`, { method: 'POST', body: { status: 'completed' } }),
    );
    expect(refused).toMatchObject([
      409,
      {
        code: 'transition_forbidden',
        status: 'waiting',
        next: ['claimed', 'confirming', 'cancelled', 'expired'],
      },
    ]);
    await testing.move(claim.id, 'confirming', 'aml', 'aml', 'paid', 'payout', 'completed');
    const moved = await testing.readClaim(claim.id);
    expect(moved.history.map(({ status }) => status)).toEqual([
      'waiting',
      'confirming',
      'aml',
      'paid',
      'payout',
      'completed',
    ]);
    expect(await readHeld()).toEqual(held);
    const { db } = testServer.context;
    expect(await db.selectFrom('claims').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('mail').selectAll().where('claim_id', 'is not', null).execute()).toEqual([]);
    const stored = JSON.stringify(
      await db.selectFrom('test_claims').selectAll().execute(),
      (_, value: unknown) => (typeof value === 'bigint' ? 0 : value),
    );
    expect(stored).not.toContain('@');
    const events = await db.selectFrom('partner_events').select(['kind', 'mode']).orderBy('id').execute();
    expect(events.map(({ kind }) => kind)).toEqual([
      'claim.created',
      ...Array<string>(5).fill('claim.status'),
      'accrual.created',
    ]);
    expect(new Set(events.map(({ mode }) => mode))).toEqual(new Set(['test']));
    const another = await testing.createClaim();
    const status = { claim_id: another.id, status: 'hold', reason: null, at: 0n } as const;
    await db
      .insertInto('test_claim_events')
      .values(Array.from({ length: MAX_TEST_EVENTS }, () => status))
      .execute();
    expect(
      await readStatusAndBody(
        testing.send(`claims/${another.id}/`, { method: 'POST', body: { status: 'confirming' } }),
      ),
    ).toMatchObject([409, { code: 'test_moves_limit' }]);
    const { cleanUpAccounts } = await import('#server/accounts/accountCleanup.ts');
    testServer.advanceClock(30 * DAY_MS);
    await cleanUpAccounts(testServer.context);
    for (const table of ['test_claims', 'test_claim_events', 'partner_events'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  test.each(['live', 'test'] as const)('filters and pages %s claims', async mode => {
    const program = mode === 'live' ? live : testing;
    const first = await program.createClaim({ sub: 'a' });
    testServer.advanceClock(DAY_MS);
    const second = await program.createClaim({ sub: 'b' });
    const ids = async (query: string) => (await list(program, query)).results.map(({ id }) => id);
    expect(await ids('')).toEqual([second.id, first.id]);
    expect(await ids('?sub=a')).toEqual([first.id]);
    expect(await ids('?status=waiting&date_from=2026-11-22')).toEqual([second.id]);
    expect(await ids('?date_to=2026-11-21')).toEqual([first.id]);
    expect(await ids('?status=closed')).toEqual([]);
    const page = await list(program, '?size=1&page=2');
    expect(page).toMatchObject({ count: 2, next: null, results: [{ id: first.id }] });
    expect(page.previous).toContain('/api/v1/shop/claims/?size=1&page=1');
    for (const query of ['?status=x', '?date_from=2026-02-30', '?sub=a%20b', '?page=0'])
      expect((await program.send(`claims/${query}`)).status).toBe(400);
    // An overdue claim is read as expired.
    if (mode === 'live') expect((await program.readClaim(first.id)).status).toBe('expired');
  });

  test('the page about the API walks a test claim without a key, and shows its webhooks', async () => {
    const browser = await openAccount(testServer, 'olga@mail.example');
    const owner = createShopOwner(browser);
    const [status, claim] = await readStatusAndBody(owner.call('test-claims/', 'POST'));
    expect([status, claim.next]).toEqual([201, ['claimed', 'confirming', 'cancelled', 'expired']]);
    const path = `test-claims/${String(claim.id)}/`;
    for (const next of ['confirming', 'aml', 'paid', 'payout', 'completed'])
      expect((await owner.call(path, 'POST', { status: next })).status).toBe(200);
    const [, { webhooks, history }] = await readStatusAndBody(owner.call(path));
    const types = (webhooks as string[]).map(body => (JSON.parse(body) as { type: string }).type);
    expect(types).toEqual([...Array<string>(6).fill('claim.status'), 'accrual.created']);
    expect(history).toHaveLength(6);
    expect((await owner.call(path, 'POST', { status: 'new' })).status).toBe(409);
    const stranger = createShopOwner(await openAccount(testServer, 'anna@mail.example'));
    expect((await stranger.call(path)).status).toBe(404);
    expect((await stranger.call(path, 'POST', { status: 'new' })).status).toBe(404);
  });

  test('a completed claim of the shop is in its ledger and in its webhooks', async () => {
    await using receiver = await openWebhookReceiver();
    const owner = createShopOwner(await openAccount(testServer, 'olga@mail.example'));
    const program = createShopProgram(testServer, (await owner.addKey({ mode: 'live' })).key);
    const tester = createShopProgram(testServer, (await owner.addKey({ mode: 'test' })).key);
    const { db } = testServer.context;
    // As `WEBHOOK_PRIVATE=on`.
    const { id: webhook } = await owner.addWebhook({ url: 'https://93.184.216.34/', mode: 'live' });
    await db.updateTable('webhooks').set({ url: receiver.url }).where('id', '=', webhook).execute();
    const claim = await program.createClaim({ sub: 'order-18' });
    const [, secret = ''] = claim.url?.split('#') ?? [];
    await testServer.get(`/api/v1/claim/${claim.id}/status/`, {
      'x-claim-secret': secret,
      'x-forwarded-for': '192.0.2.44',
    });
    await moveClaim(testServer, claim.id, 'confirming', 'aml', 'paid', 'payout', 'completed');
    const [status, { results }] = await readStatusAndBody(program.send('ledger/?kind=accrual'));
    expect([status, results]).toMatchObject([
      200,
      [{ kind: 'accrual', claim: { number: claim.number }, sub: 'order-18' }],
    ]);
    expect((await program.send('ledger/?kind=x')).status).toBe(400);
    await countPartnerStatistics(testServer.context);
    const day = '2026-11-21';
    const read = async (of: typeof program) => {
      const [, { totals }] = await readStatusAndBody(of.send(`statistics/?date_from=${day}&date_to=${day}`));
      return totals;
    };
    expect(await read(program)).toMatchObject({ claims: 1, completed: 1 });
    expect(await read(tester)).toMatchObject({ claims: 0, completed: 0 });
    expect((await program.send('statistics/?group=year')).status).toBe(400);
    // Test claims move no money.
    expect(await readStatusAndBody(tester.send('ledger/'))).toMatchObject([200, { count: 0 }]);
    const send = createWebhookSender({ resolve: async () => [], allowPrivate: true });
    const deliverer = createWebhookDeliverer(testServer.context, send);
    while ((await deliverer.run()) > 0) await deliverer.finish();
    const last = receiver.received
      .map(({ body }) => JSON.parse(body) as { type: string; data: object })
      .slice(-2);
    expect(last.map(({ type }) => type).toSorted()).toEqual(['accrual.created', 'claim.status']);
    expect(last.find(({ type }) => type === 'accrual.created')?.data).toMatchObject({
      entry: expect.stringMatching(/^\d+$/),
      summa: expect.stringMatching(/^\d+\.\d{4}$/),
      currency: 'USD',
      availableAt: expect.stringMatching(/Z$/),
      claim: { id: claim.id, number: claim.number, mode: 'live', sub: 'order-18' },
    });
  });
});
