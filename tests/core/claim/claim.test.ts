import { describe, expect, it } from 'vitest';
import { flushTasks, waitUntil } from '../../support/fakeClock.ts';
import { createInspectableStorage } from '../support/inspectableStorage.ts';
import { getPhase, waitForPhase, setupClaimFlow } from '../support/claimFlowSetup.ts';

describe('the steps', () => {
  it('go from the form to an open claim', async () => {
    const { openConfirmation, claimApi, claimEvents } = setupClaimFlow();
    const { claim, exchange } = await openConfirmation();
    await claim.createClaim();
    await waitForPhase(claim, 'open');
    await waitUntil(() => claim.phase.value.phase === 'open' && claim.phase.value.requisite !== null);
    expect(claim.phase.value).toMatchObject({
      claim: { number: '0000', status: 'waiting' },
      requisite: { value: 'TDemo' },
      connection: 'live',
    });
    expect(claimApi.createRequests).toHaveLength(1);
    expect(claimApi.createRequests[0]).toMatchObject({
      key: 'key-1-00000000',
      body: {
        email: 'anna@example.com',
        fromPs: 2,
        toPs: 3,
        fromSumma: '1250.00',
        toSumma: '100000.00',
        fromRequisites: { address: 'somewhere' },
        toRequisites: { card: '4242424242424242' },
        withVerificationCourse: false,
        quote: 'q1',
      },
    });
    expect(claimEvents).toEqual(['00000001 waiting']);
    expect(exchange.draft.getValue('to', 'card')).toBe('');
  });

  it('stop at an unreadable amount, an invalid field or a closed pair', async () => {
    const { openPage, courses } = setupClaimFlow();
    const { claim, exchange } = openPage();
    await flushTasks();
    exchange.typeAmount('from', '12a');
    expect(await claim.goToNextStep()).toBe(false);
    exchange.typeAmount('from', '5');
    expect(await claim.goToNextStep()).toBe(true);
    expect(exchange.amountText.from.value).toBe('50,00');
    expect(await claim.goToNextStep()).toBe(false);
    expect(Object.keys(exchange.draft.errors.value).sort()).toEqual([
      'consent',
      'email',
      'from.address',
      'to.card',
    ]);
    claim.goBack();
    courses.closed = { code: 'rate_stale', detail: '' };
    expect(await claim.goToNextStep()).toBe(false);
    expect([getPhase(claim), exchange.closedReason.value?.code]).toEqual(['form', 'rate_stale']);
  });

  it('fetch a fresh course before the next step', async () => {
    const { openPage, courses, clock } = setupClaimFlow();
    const { claim, exchange } = openPage();
    await flushTasks();
    courses.failure = { path: '', status: 0 };
    const next = claim.goToNextStep();
    await clock.advance(3_000);
    expect(await next).toBe(false);
    expect([getPhase(claim), exchange.freshness.value]).toEqual(['form', 'stale']);
  });
});

describe('the idempotency key', () => {
  it('stays the same while the outcome is unknown, so that one claim is created', async () => {
    const { openConfirmation, claimApi, courses, clock } = setupClaimFlow();
    const { claim } = await openConfirmation();
    claimApi.losesNextResponse = true;
    void claim.createClaim();
    await waitUntil(() => claim.phase.value.phase === 'sending' && claim.phase.value.isOutcomeUnknown);
    courses.courseFactor = 1.2;
    await clock.advance(2_500);
    await waitForPhase(claim, 'open');
    expect(claimApi.createRequests.map(({ key }) => key)).toEqual(['key-1-00000000', 'key-1-00000000']);
    expect(claimApi.createRequests[1]?.body).toEqual(claimApi.createRequests[0]?.body);
    expect(claimApi.claims).toHaveLength(1);
  });

  it('survives a timeout and a reload', async () => {
    const setup = setupClaimFlow();
    const { claim, exchange } = await setup.openConfirmation();
    setup.courses.failure = { path: '/claim/', status: 504 };
    void claim.createClaim();
    await waitUntil(() => claim.phase.value.phase === 'sending' && claim.phase.value.isOutcomeUnknown);
    claim.dispose();
    exchange.dispose();
    setup.courses.failure = null;
    const reloaded = setup.openPage();
    expect(await reloaded.claim.resume()).toBe(true);
    expect(reloaded.claim.phase.value).toEqual({ phase: 'sending', isOutcomeUnknown: true });
    await waitForPhase(reloaded.claim, 'open');
    expect(setup.claimApi.createRequests.map(({ key }) => key)).toEqual(['key-1-00000000']);
    expect(setup.session.entries()['exchange::main:job']).toBeUndefined();
  });

  it('is reused by a manual retry and replaced after an edit', async () => {
    const { openConfirmation, claimApi, courses, session } = setupClaimFlow();
    const { claim, exchange } = await openConfirmation();
    courses.failure = { path: '/claim/', status: 502 };
    const posts: string[] = [];
    const readPendingCreate = () => session.getItem('exchange::main:job') ?? '{}';
    const submitAndGoBack = async () => {
      void claim.createClaim();
      await waitUntil(() => claim.phase.value.phase === 'sending' && claim.phase.value.isOutcomeUnknown);
      posts.push(JSON.parse(readPendingCreate())['key'] as string);
      claim.goBack();
      expect(getPhase(claim)).toBe('confirm');
    };
    await submitAndGoBack();
    courses.courseFactor = 1.01;
    await exchange.refreshCourse();
    await submitAndGoBack();
    exchange.draft.setEmail('other@example.com');
    await submitAndGoBack();
    expect(posts).toEqual(['key-1-00000000', 'key-1-00000000', 'key-2-00000000']);
    courses.failure = null;
    await claim.createClaim();
    await waitForPhase(claim, 'open');
    expect(claimApi.createRequests.map(({ key, body }) => [key, body.email])).toEqual([
      ['key-2-00000000', 'other@example.com'],
    ]);
  });

  it('stays the same when a creation that failed for a moment is retried', async () => {
    const { openConfirmation, claimApi } = setupClaimFlow();
    const { claim } = await openConfirmation();
    claimApi.nextRefusal = { status: 503, body: { code: 'overloaded', detail: '' } };
    await claim.createClaim();
    await waitForPhase(claim, 'failed');
    await claim.retryCreation();
    await waitForPhase(claim, 'open');
    expect(claimApi.createRequests.map(({ key }) => key)).toEqual(['key-1-00000000', 'key-1-00000000']);
  });

  it('is not sent again if only another claim or another input can help', async () => {
    const { openConfirmation, claimApi } = setupClaimFlow();
    const { claim } = await openConfirmation();
    claimApi.nextRefusal = { status: 429, body: { code: 'claims_limit', detail: '' } };
    await claim.createClaim();
    await waitForPhase(claim, 'failed');
    await claim.retryCreation();
    expect(getPhase(claim)).toBe('failed');
    expect(claimApi.createRequests).toHaveLength(1);
  });

  it('is new after a definitive refusal', async () => {
    const { openConfirmation, claimApi } = setupClaimFlow();
    const { claim } = await openConfirmation();
    claimApi.nextRefusal = { status: 409, body: { code: 'reserve_short', detail: '' } };
    await claim.createClaim();
    await waitForPhase(claim, 'failed');
    expect(claim.phase.value).toEqual({ phase: 'failed', code: 'reserve_short', returnTo: 'form' });
    claim.goBack();
    await claim.goToNextStep();
    await claim.goToNextStep();
    await claim.createClaim();
    await waitForPhase(claim, 'open');
    expect(claimApi.createRequests.map(({ key }) => key)).toEqual(['key-1-00000000', 'key-2-00000000']);
  });

  it('differs in a duplicated tab', async () => {
    const setup = setupClaimFlow();
    const { claim } = await setup.openConfirmation();
    setup.courses.failure = { path: '/claim/', status: 504 };
    void claim.createClaim();
    await waitUntil(() => claim.phase.value.phase === 'sending' && claim.phase.value.isOutcomeUnknown);
    claim.dispose();
    setup.courses.failure = null;
    const copy = setup.openPage({
      session: createInspectableStorage(setup.session.entries()),
      tabId: 'second tab',
    });
    expect(await copy.claim.resume()).toBe(true);
    expect(getPhase(copy.claim)).toBe('confirm');
    await copy.claim.createClaim();
    await waitForPhase(copy.claim, 'open');
    expect(setup.claimApi.createRequests.map(({ key }) => key)).toEqual(['key-2-00000000']);
  });
});

describe('a refusal', () => {
  it.each([
    [
      400,
      { 'toRequisites.card': ['…'], codes: { 'toRequisites.card': 'card_checksum' } },
      { code: 'card_checksum', field: 'to.card', returnTo: 'requisites' },
    ],
    [
      400,
      { fromSumma: ['…'], codes: { fromSumma: 'amount_min' }, limit: '60.00' },
      { code: 'amount_min', field: 'fromSumma', limit: '60.00', returnTo: 'form' },
    ],
    [429, { code: 'claims_limit', detail: '' }, { code: 'claims_limit', returnTo: 'confirm' }],
    [404, { code: 'pair_unknown', detail: '' }, { code: 'pair_unknown', returnTo: 'form' }],
    [503, { code: 'maintenance', detail: '' }, { code: 'maintenance', returnTo: 'confirm', retryAfter: 60 }],
  ])('%i %j → %j', async (status, body, expected) => {
    const { openConfirmation, claimApi, errors } = setupClaimFlow();
    const { claim, exchange } = await openConfirmation();
    claimApi.nextRefusal = { status, body, headers: status === 503 ? { 'retry-after': '60' } : {} };
    await claim.createClaim();
    await waitForPhase(claim, 'failed');
    expect(claim.phase.value).toEqual({ phase: 'failed', ...expected });
    expect(errors).toEqual([expected.code]);
    if ('field' in expected && expected.field === 'to.card')
      expect(exchange.draft.errors.value['to.card']).toEqual({ code: 'card_checksum' });
    claim.goBack();
    expect(getPhase(claim)).toBe(expected.returnTo);
  });
});
