import { describe, expect, it } from 'vitest';
import { settled, until } from './clock.ts';
import { storage } from './storage.ts';
import { phase, reached, rig } from './flow.ts';

describe('the steps', () => {
  it('go from the form to an open claim', async () => {
    const { confirming, desk, told } = rig();
    const { claim, exchange } = await confirming();
    await claim.create();
    await reached(claim, 'open');
    await until(() => claim.phase.value.phase === 'open' && claim.phase.value.requisite !== null);
    expect(claim.phase.value).toMatchObject({
      claim: { number: '0000', status: 'waiting' },
      requisite: { value: 'TDemo' },
      connection: 'live',
    });
    expect(desk.posts).toHaveLength(1);
    expect(desk.posts[0]).toMatchObject({
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
    expect(told).toEqual(['00000001 waiting']);
    expect(exchange.draft.value('to', 'card')).toBe('');
  });

  it('do not go on over an unreadable sum, a refused field or a closed pair', async () => {
    const { page, courses } = rig();
    const { claim, exchange } = page();
    await settled();
    exchange.type('from', '12a');
    expect(await claim.next()).toBe(false);
    exchange.type('from', '5');
    expect(await claim.next()).toBe(true);
    expect(exchange.text.from.value).toBe('50,00');
    expect(await claim.next()).toBe(false);
    expect(Object.keys(exchange.draft.errors.value).sort()).toEqual([
      'consent',
      'email',
      'from.address',
      'to.card',
    ]);
    claim.back();
    courses.closed = { code: 'rate_stale', detail: '' };
    expect(await claim.next()).toBe(false);
    expect([phase(claim), exchange.closed.value?.code]).toEqual(['form', 'rate_stale']);
  });

  it('ask for a fresh course before they go on', async () => {
    const { page, courses, clock } = rig();
    const { claim, exchange } = page();
    await settled();
    courses.broken = { path: '', status: 0 };
    const next = claim.next();
    await clock.advance(3_000);
    expect(await next).toBe(false);
    expect([phase(claim), exchange.link.value]).toEqual(['form', 'stale']);
  });
});

describe('the idempotency key', () => {
  it('stays with the draft while no answer tells what became of it: one claim', async () => {
    const { confirming, desk, courses, clock } = rig();
    const { claim } = await confirming();
    desk.loseAnswer = true;
    void claim.create();
    await until(() => claim.phase.value.phase === 'sending' && claim.phase.value.unknown);
    courses.course = 1.2;
    await clock.advance(2_500);
    await reached(claim, 'open');
    expect(desk.posts.map(({ key }) => key)).toEqual(['key-1-00000000', 'key-1-00000000']);
    expect(desk.posts[1]?.body).toEqual(desk.posts[0]?.body);
    expect(desk.claims).toHaveLength(1);
  });

  it('survives a timeout and a reload', async () => {
    const all = rig();
    const { claim, exchange } = await all.confirming();
    all.courses.broken = { path: '/claim/', status: 504 };
    void claim.create();
    await until(() => claim.phase.value.phase === 'sending' && claim.phase.value.unknown);
    claim.dispose();
    exchange.dispose();
    all.courses.broken = null;
    const again = all.page();
    expect(await again.claim.resume()).toBe(true);
    expect(again.claim.phase.value).toEqual({ phase: 'sending', unknown: true });
    await reached(again.claim, 'open');
    expect(all.desk.posts.map(({ key }) => key)).toEqual(['key-1-00000000']);
    expect(all.session.all()['exchange::main:job']).toBeUndefined();
  });

  it('is repeated to the letter by the person’s own retry, and new after an edit', async () => {
    const { confirming, desk, courses, session } = rig();
    const { claim, exchange } = await confirming();
    courses.broken = { path: '/claim/', status: 502 };
    const posts: string[] = [];
    const kept = () => session.getItem('exchange::main:job') ?? '{}';
    const attempt = async () => {
      void claim.create();
      await until(() => claim.phase.value.phase === 'sending' && claim.phase.value.unknown);
      posts.push(JSON.parse(kept())['key'] as string);
      claim.back();
      expect(phase(claim)).toBe('confirm');
    };
    await attempt();
    courses.course = 1.01;
    await exchange.refresh();
    await attempt();
    exchange.draft.setEmail('other@example.com');
    await attempt();
    expect(posts).toEqual(['key-1-00000000', 'key-1-00000000', 'key-2-00000000']);
    courses.broken = null;
    await claim.create();
    await reached(claim, 'open');
    expect(desk.posts.map(({ key, body }) => [key, body.email])).toEqual([
      ['key-2-00000000', 'other@example.com'],
    ]);
  });

  it('is new after a definitive refusal', async () => {
    const { confirming, desk } = rig();
    const { claim } = await confirming();
    desk.refusal = { status: 409, body: { code: 'reserve_short', detail: '' } };
    await claim.create();
    await reached(claim, 'failed');
    expect(claim.phase.value).toEqual({ phase: 'failed', code: 'reserve_short', back: 'form' });
    claim.back();
    await claim.next();
    await claim.next();
    await claim.create();
    await reached(claim, 'open');
    expect(desk.posts.map(({ key }) => key)).toEqual(['key-1-00000000', 'key-2-00000000']);
  });

  it('is its own in a duplicated tab', async () => {
    const all = rig();
    const { claim } = await all.confirming();
    all.courses.broken = { path: '/claim/', status: 504 };
    void claim.create();
    await until(() => claim.phase.value.phase === 'sending' && claim.phase.value.unknown);
    claim.dispose();
    all.courses.broken = null;
    const copy = all.page({ session: storage(all.session.all()), tabId: 'second tab' });
    expect(await copy.claim.resume()).toBe(true);
    expect(phase(copy.claim)).toBe('confirm');
    await copy.claim.create();
    await reached(copy.claim, 'open');
    expect(all.desk.posts.map(({ key }) => key)).toEqual(['key-2-00000000']);
  });
});

describe('a refusal', () => {
  it.each([
    [
      400,
      { 'toRequisites.card': ['…'], codes: { 'toRequisites.card': 'card_checksum' } },
      { code: 'card_checksum', field: 'to.card', back: 'requisites' },
    ],
    [
      400,
      { fromSumma: ['…'], codes: { fromSumma: 'amount_min' }, limit: '60.00' },
      { code: 'amount_min', field: 'fromSumma', limit: '60.00', back: 'form' },
    ],
    [429, { code: 'claims_limit', detail: '' }, { code: 'claims_limit', back: 'confirm' }],
    [404, { code: 'pair_unknown', detail: '' }, { code: 'pair_unknown', back: 'form' }],
    [503, { code: 'maintenance', detail: '' }, { code: 'maintenance', back: 'confirm', retryAfter: 60 }],
  ])('%i %j → %j', async (status, body, expected) => {
    const { confirming, desk, errors } = rig();
    const { claim, exchange } = await confirming();
    desk.refusal = { status, body, headers: status === 503 ? { 'retry-after': '60' } : {} };
    await claim.create();
    await reached(claim, 'failed');
    expect(claim.phase.value).toEqual({ phase: 'failed', ...expected });
    expect(errors).toEqual([expected.code]);
    if ('field' in expected && expected.field === 'to.card')
      expect(exchange.draft.errors.value['to.card']).toEqual({ code: 'card_checksum' });
    claim.back();
    expect(phase(claim)).toBe(expected.back);
  });
});

describe('a changed course', () => {
  const changed = {
    code: 'course_changed',
    detail: 'Курс изменился',
    course: '79',
    fromSumma: '1250.00',
    toSumma: '98750.00',
    quote: 'fresh',
  };

  it('is the person’s to accept, under a new key', async () => {
    const { confirming, desk } = rig();
    const { claim } = await confirming();
    desk.refusal = { status: 409, body: changed };
    await claim.create();
    await reached(claim, 'changed');
    expect(claim.phase.value).toMatchObject({
      was: { toSumma: '100000.00', course: '80' },
      now: { toSumma: '98750.00', course: '79' },
    });
    await claim.acceptCourse();
    await reached(claim, 'open');
    expect(desk.posts.map(({ key, body }) => [key, body.toSumma, body.quote])).toEqual([
      ['key-1-00000000', '100000.00', 'q1'],
      ['key-2-00000000', '98750.00', 'fresh'],
    ]);
  });

  it('may be declined', async () => {
    const { confirming, desk } = rig();
    const { claim } = await confirming();
    desk.refusal = { status: 409, body: changed };
    await claim.create();
    await reached(claim, 'changed');
    claim.back();
    expect(phase(claim)).toBe('confirm');
    await claim.acceptCourse();
    expect(desk.posts).toHaveLength(1);
  });

  it('is noticed before sending when the quote ran out, after sleep', async () => {
    const { confirming, desk, courses, clock } = rig();
    const { claim } = await confirming();
    clock.sleep(600_000);
    courses.course = 0.9;
    await claim.create();
    expect(claim.phase.value).toMatchObject({
      phase: 'changed',
      was: { toSumma: '100000.00' },
      now: { fromSumma: '1250.00', toSumma: '90000.00' },
    });
    expect(desk.posts).toHaveLength(0);
    await claim.acceptCourse();
    await reached(claim, 'open');
    expect(desk.posts[0]?.body).toMatchObject({ toSumma: '90000.00', quote: 'q0.9' });
  });

  it('asks nothing when the sums stayed the same', async () => {
    const { confirming, desk, clock } = rig();
    const { claim } = await confirming();
    clock.sleep(600_000);
    await claim.create();
    await reached(claim, 'open');
    expect(desk.posts).toHaveLength(1);
  });
});
