import { describe, expect, it } from 'vitest';
import type { CreatedClaim } from '#core/claim/claimPageEvents.ts';
import { createClaimStorage } from '#core/claim/claimStorage.ts';
import { flushTasks, waitUntil } from '../../support/fakeClock.ts';
import { createInspectableStorage } from '../support/inspectableStorage.ts';
import { getPhase, waitForPhase, setupClaimFlow } from '../support/claimFlowSetup.ts';

describe('an open claim', () => {
  async function setupOpenClaim(setup: ReturnType<typeof setupClaimFlow>) {
    const { claim, exchange } = await setup.openConfirmation();
    await claim.createClaim();
    await waitForPhase(claim, 'open');
    await flushTasks();
    return { claim, exchange };
  }

  const countStatusRequests = (setup: ReturnType<typeof setupClaimFlow>) =>
    setup.courses.requestedUrls.filter(url => url.endsWith('/status/')).length;

  it('is polled every 5 s, less often while unchanged, and not after it is closed', async () => {
    const setup = setupClaimFlow();
    const { claim } = await setupOpenClaim(setup);
    const first = countStatusRequests(setup);
    await setup.clock.advance(20_000);
    expect(countStatusRequests(setup) - first).toBe(3);
    await setup.clock.advance(60_000);
    expect(countStatusRequests(setup) - first).toBeLessThanOrEqual(8);
    const [serverClaim] = setup.claimApi.claims;
    if (serverClaim) serverClaim.status = 'completed';
    await setup.clock.advance(15_000);
    expect(setup.claimEvents).toEqual(['00000001 waiting', '00000001 completed']);
    expect(claim.timeLeft.value).toBeNull();
    expect(claim.unfinishedClaims.value).toEqual([]);
    const last = countStatusRequests(setup);
    await setup.clock.advance(600_000);
    expect(countStatusRequests(setup)).toBe(last);
    claim.refreshNow();
    await flushTasks();
    expect(countStatusRequests(setup)).toBe(last + 1);
  });

  it('is polled ever less often after its expiry, until late money reopens it', async () => {
    const setup = setupClaimFlow();
    const { claim } = await setupOpenClaim(setup);
    const [serverClaim] = setup.claimApi.claims;
    if (serverClaim) serverClaim.status = 'expired';
    await setup.clock.advance(60_000);
    expect(claim.phase.value).toMatchObject({ claim: { status: 'expired' } });
    const first = countStatusRequests(setup);
    await setup.clock.advance(3_600_000);
    expect(countStatusRequests(setup) - first).toBeLessThanOrEqual(20);
    claim.setVisible(false);
    const last = countStatusRequests(setup);
    await setup.clock.advance(3_600_000);
    expect(countStatusRequests(setup)).toBe(last);
    claim.setVisible(true);
    await flushTasks();
    if (serverClaim) serverClaim.status = 'hold';
    await setup.clock.advance(3_600_000);
    expect(claim.phase.value).toMatchObject({ claim: { status: 'hold' } });
  });

  it('is neither shown nor polled where it opens on a page of its own', async () => {
    const setup = setupClaimFlow();
    const opened: string[] = [];
    const openClaimPage = ({ id, secret }: CreatedClaim) => opened.push(`${id}#${secret}`) > 0;
    const { claim } = await setup.openConfirmation({ openClaimPage });
    await claim.createClaim();
    await waitForPhase(claim, 'opening');
    const [created] = claim.unfinishedClaims.value;
    expect(opened).toEqual([`${created?.id}#${created?.secret}`]);
    expect(countStatusRequests(setup)).toBe(0);
    // The form is at its start when the visitor comes back to it.
    const next = setup.openPage();
    expect(await next.claim.resume({ reopensClaim: false })).toBe(false);
    expect(getPhase(next.claim)).toBe('form');
  });

  it('keeps its last state while offline and resumes polling', async () => {
    const setup = setupClaimFlow();
    const { claim } = await setupOpenClaim(setup);
    setup.courses.failure = { path: '', status: 0 };
    await setup.clock.advance(20_000);
    expect(claim.phase.value).toMatchObject({
      phase: 'open',
      connection: 'lost',
      requisite: { value: 'TDemo' },
    });
    expect(setup.errors).toEqual(['network']);
    setup.courses.failure = null;
    const [serverClaim] = setup.claimApi.claims;
    if (serverClaim) serverClaim.status = 'confirming';
    await setup.clock.advance(20_000);
    expect(claim.phase.value).toMatchObject({ connection: 'live', claim: { status: 'confirming' } });
  });

  it('calculates the time left from the server’s clock', async () => {
    const setup = setupClaimFlow();
    const { claim } = await setupOpenClaim(setup);
    expect(claim.timeLeft.value).toMatchObject({ seconds: 1200, progress: 0 });
    await setup.clock.advance(300_000);
    expect(claim.timeLeft.value).toMatchObject({ seconds: 900, progress: 0.25 });
    expect(claim.timeLeft.value?.deadlineMs).toBe(setup.clock.now() + 900_000);
  });

  it('resumes after a reload, and in another tab as the latest unfinished claim', async () => {
    const setup = setupClaimFlow();
    const { claim, exchange } = await setupOpenClaim(setup);
    claim.dispose();
    exchange.dispose();
    const reloaded = setup.openPage();
    expect(await reloaded.claim.resume()).toBe(true);
    expect(reloaded.claim.phase.value).toMatchObject({ phase: 'open', claim: { number: '0000' } });
    expect(reloaded.claim.getSecret()).toBe('secret-00000001-0000-4000-8000-000000000000');

    const otherTab = setup.openPage({ session: createInspectableStorage() });
    expect(await otherTab.claim.resume()).toBe(false);
    expect(await otherTab.claim.resume({ latest: true })).toBe(true);
    expect(getPhase(otherTab.claim)).toBe('open');
    expect(JSON.stringify(setup.local.entries())).not.toMatch(/anna|4242/);
  });

  it('is not reopened on a new visit, or once it is known to be closed', async () => {
    const setup = setupClaimFlow();
    const { claim, exchange } = await setupOpenClaim(setup);
    const { id } = claim.unfinishedClaims.value[0] ?? { id: '' };
    claim.dispose();
    exchange.dispose();
    const visited = setup.openPage();
    expect(await visited.claim.resume({ reopensClaim: false })).toBe(false);
    expect(getPhase(visited.claim)).toBe('form');
    expect(visited.claim.unfinishedClaims.value.map(saved => saved.id)).toEqual([id]);
    await visited.claim.openClaim(id);
    createClaimStorage({ api: visited.claim.api, local: setup.local }).markClosed(id);
    visited.claim.dispose();
    visited.exchange.dispose();
    const reloaded = setup.openPage();
    expect(await reloaded.claim.resume()).toBe(false);
    expect(getPhase(reloaded.claim)).toBe('form');
  });

  it('gives way to the form on request only, and to a new pair only when closed', async () => {
    const setup = setupClaimFlow();
    const { claim } = await setupOpenClaim(setup);
    claim.leaveSteps();
    claim.leaveClosedClaim();
    expect(getPhase(claim)).toBe('open');
    claim.leaveClaim();
    expect(getPhase(claim)).toBe('form');
    expect(claim.unfinishedClaims.value).toHaveLength(1);
  });

  it('works without any storage', async () => {
    const setup = setupClaimFlow();
    const { claim } = await setup.openConfirmation({ local: null, session: null });
    await claim.createClaim();
    await waitForPhase(claim, 'open');
    expect(claim.unfinishedClaims.value).toHaveLength(1);
    expect(await claim.cancelClaim()).toBe(true);
    expect(claim.phase.value).toMatchObject({ claim: { status: 'cancelled' } });
  });

  it('shows only the status without the secret, and nothing with a wrong secret', async () => {
    const setup = setupClaimFlow();
    const { claim: first } = await setupOpenClaim(setup);
    const id = setup.claimApi.claims[0]?.id ?? '';
    const { claim } = setup.openPage({
      local: createInspectableStorage(),
      session: createInspectableStorage(),
    });
    await claim.openClaim(id);
    expect(claim.phase.value).toEqual({ phase: 'locked', id, status: 'waiting', connection: 'live' });
    await claim.openClaim(id, 'wrong');
    expect(claim.phase.value).toEqual({ phase: 'failed', code: 'not_found', returnTo: 'form' });
    await claim.openClaim(id, first.getSecret());
    expect(getPhase(claim)).toBe('open');
  });

  it('cannot be cancelled once paid and shows the server’s status', async () => {
    const setup = setupClaimFlow();
    const { claim } = await setupOpenClaim(setup);
    const [serverClaim] = setup.claimApi.claims;
    if (serverClaim) serverClaim.status = 'confirming';
    expect(await claim.cancelClaim()).toBe(false);
    expect(setup.errors).toEqual(['transition_forbidden']);
    expect(claim.phase.value).toMatchObject({ claim: { status: 'confirming' } });
  });

  it('stays listed as unfinished after a new exchange starts', async () => {
    const setup = setupClaimFlow();
    const { claim, exchange } = await setupOpenClaim(setup);
    void exchange.requestPair({ from: 'TON', to: 'SBERRUB' }, 'attribute');
    await flushTasks();
    expect(exchange.from.value?.code).toBe('USDTTRC20');
    claim.startOver();
    await waitUntil(() => exchange.from.value?.code === 'TON');
    expect([getPhase(claim), claim.unfinishedClaims.value.length]).toEqual(['form', 1]);
    const before = countStatusRequests(setup);
    await setup.clock.advance(30_000);
    expect(countStatusRequests(setup)).toBe(before);
  });
});

describe('a half-filled form', () => {
  it('gives way to another pair before the claim is being created', async () => {
    const setup = setupClaimFlow();
    const { claim } = await setup.openConfirmation();
    claim.leaveClaim();
    claim.leaveClosedClaim();
    expect(getPhase(claim)).toBe('confirm');
    claim.leaveSteps();
    expect(getPhase(claim)).toBe('form');
  });

  it('is continued with its pair and amount by a page that asks for no pair', async () => {
    const setup = setupClaimFlow();
    const { claim, exchange } = await setup.openConfirmation();
    const payload = exchange.toPayload();
    claim.dispose();
    exchange.dispose();
    const continued = setup.openPage({ wanted: {} });
    expect(await continued.claim.resume()).toBe(true);
    expect(getPhase(continued.claim)).toBe('confirm');
    expect(continued.exchange.toPayload()).toEqual(payload);
  });

  it('resumes at its step after a reload, unless the deep link differs', async () => {
    const setup = setupClaimFlow();
    const { claim, exchange } = await setup.openConfirmation();
    claim.dispose();
    exchange.dispose();
    const reloaded = setup.openPage();
    expect(await reloaded.claim.resume()).toBe(true);
    expect(getPhase(reloaded.claim)).toBe('confirm');
    expect(reloaded.exchange.toPayload()?.fromSumma).toBe('1250.00');
    reloaded.claim.dispose();
    reloaded.exchange.dispose();
    const linked = setup.openPage({ wanted: { from: 'TON', to: 'SBERRUB' } });
    expect(await linked.claim.resume()).toBe(false);
    expect(getPhase(linked.claim)).toBe('form');
  });
});
