import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromText, toText } from '#core/exchange/amount.ts';
import { until } from './clock.ts';
import { browser } from './page.ts';

let world: Awaited<ReturnType<typeof browser>>;
beforeEach(async () => {
  world = await browser();
});
afterEach(() => world.close());

type Page = Awaited<ReturnType<typeof world.page>>;
const reached = ({ claim }: Page, name: string) =>
  until(() => claim.phase.peek().phase === name, `phase ${name}, now ${JSON.stringify(claim.phase.peek())}`);

async function make(page: Page) {
  await world.confirm(page);
  await page.claim.create();
  await reached(page, 'open');
  await until(() => {
    const now = page.claim.phase.peek();
    return now.phase === 'open' && now.requisite !== null;
  }, 'a requisite');
  const now = page.claim.phase.peek();
  if (now.phase !== 'open' || !now.requisite) throw new Error('not open');
  return { claim: now.claim, requisite: now.requisite };
}

const numbers = async () =>
  Number(
    (
      await world.server.context.db
        .selectFrom('claims')
        .select(e => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

describe('from a deep link to a claim', () => {
  it.each([
    ['TON', 'SBPRUB', 'from', '123,456'],
    ['BTC', 'SBERRUB', 'to', '100 000,01'],
    ['SBERRUB', 'USDTTRC20', 'to', '77.77'],
    ['TCSBRUB', 'XRP', 'from', '9 999,99'],
    ['ETH', 'XMR', 'to', '1,23456789'],
    ['USDTBEP20', 'CASHRUB', 'to', '150 000'],
    ['XRP', 'TON', 'from', '333.333333'],
  ] as const)('%s → %s with %s = %s', async (from, to, side, text) => {
    const page = await world.page({ from, to });
    page.exchange.type(side, text);
    page.exchange.settle();
    const sums = page.exchange.wire();
    const { claim, requisite } = await make(page);
    expect(claim).toMatchObject({ from: { code: from }, to: { code: to }, email: 'anna@example.com' });
    expect([claim.fromSumma, claim.toSumma]).toEqual([sums?.fromSumma, sums?.toSumma]);
    expect(requisite.amount).toBe(claim.fromSumma);
    expect(page.claim.timeLeft.peek()?.seconds).toBeGreaterThan(19 * 60);
  });

  it.each([
    ['from', 'min'],
    ['to', 'min'],
    ['from', 'max'],
    ['to', 'max'],
  ] as const)('takes what «%s %s» fills in', async (side, limit) => {
    const page = await world.page({ from: 'ETH', to: 'SBERRUB' });
    page.exchange.put(side, limit);
    const sums = page.exchange.wire();
    const { claim } = await make(page);
    expect(claim.fromSumma).toBe(sums?.fromSumma);
  });

  it('takes the verification course with its fields', async () => {
    const page = await world.page({ from: 'USDTTRC20', to: 'SBERRUB' });
    page.exchange.chooseType('verification');
    await world.confirm(page);
    const sums = page.exchange.wire();
    await page.claim.create();
    await reached(page, 'open');
    const now = page.claim.phase.peek();
    expect(now.phase === 'open' && now.claim).toMatchObject({ ...sums, withVerificationCourse: true });
  });

  it('lowers the reserve on the form by exactly what was promised, and cancelling gives it back', async () => {
    const page = await world.page({ from: 'USDTTRC20', to: 'SBERRUB' });
    const reserve = () => fromText(page.exchange.pair.peek()?.structure.to.reserve ?? '', 2);
    const before = reserve();
    const { claim } = await make(page);
    page.claim.forget();
    await page.exchange.refresh();
    expect(toText(before - reserve(), 2)).toBe(claim.toSumma);
    await page.claim.resume({ latest: true });
    await page.claim.open(claim.id);
    expect(await page.claim.cancel()).toBe(true);
    expect(page.claim.phase.peek()).toMatchObject({ phase: 'open', claim: { status: 'cancelled' } });
    page.claim.forget();
    await page.exchange.refresh();
    expect(reserve()).toBe(before);
  });
});

describe('what goes wrong on the way', () => {
  it('a lost answer makes no second claim, a reload included', async () => {
    const first = await world.page({ from: 'TON', to: 'SBPRUB' });
    await world.confirm(first);
    world.state.lost = '/api/v1/claim/';
    void first.claim.create();
    await until(() => {
      const now = first.claim.phase.peek();
      return now.phase === 'sending' && now.unknown;
    }, 'an unknown result');
    expect(await numbers()).toBe(1);
    await world.clock.advance(5_000);
    world.leave();
    world.state.lost = '';
    const again = await world.page({ from: 'TON', to: 'SBPRUB' });
    expect(await again.claim.resume()).toBe(true);
    await reached(again, 'open');
    expect(await numbers()).toBe(1);
    expect(again.claim.secret()).toMatch(/^[\w-]{43}$/);
  });

  it('another course after the quote ran out is the person’s to accept', async () => {
    const page = await world.page({ from: 'USDTTRC20', to: 'SBERRUB' });
    page.exchange.type('from', '1000');
    page.exchange.settle();
    await world.confirm(page);
    const was = page.exchange.wire();
    world.clock.sleep(120_000);
    await world.server.context.db
      .insertInto('settings')
      .values({ name: 'margin_sell', value: JSON.stringify('1.6') })
      .onConflict(on => on.column('name').doUpdateSet({ value: JSON.stringify('1.6') }))
      .execute();
    await world.server.context.catalogue.fresh();
    await page.claim.create();
    await reached(page, 'changed');
    expect(page.claim.phase.peek()).toMatchObject({ was, now: { fromSumma: '1000.00' } });
    expect(await numbers()).toBe(0);
    await page.claim.acceptCourse();
    await reached(page, 'open');
    const now = page.claim.phase.peek();
    expect(now.phase === 'open' && Number(now.claim.toSumma)).toBeLessThan(Number(was?.toSumma));
  });

  it('a claim opened elsewhere needs its secret', async () => {
    const page = await world.page({ from: 'TON', to: 'SBPRUB' });
    const { claim } = await make(page);
    const secret = page.claim.secret();
    world.leave();
    const other = await world.page();
    await other.claim.open(claim.id, 'A'.repeat(43));
    expect(other.claim.phase.peek()).toMatchObject({ phase: 'failed', code: 'not_found' });
    await other.claim.open(claim.id, secret);
    expect(other.claim.phase.peek()).toMatchObject({ phase: 'open', claim: { number: claim.number } });
  });

  it('an unpaid claim counts down to its deadline and is closed by the server’s word', async () => {
    const page = await world.page({ from: 'SBERRUB', to: 'USDTTRC20' });
    await make(page);
    await world.clock.advance(19 * 60_000);
    expect(page.claim.phase.peek()).toMatchObject({ phase: 'open', claim: { status: 'waiting' } });
    expect(page.claim.timeLeft.peek()?.seconds).toBe(60);
    await world.clock.advance(60_000);
    await until(() => {
      const now = page.claim.phase.peek();
      return now.phase === 'open' && now.claim.status === 'expired';
    }, 'the end of the claim');
    expect([page.claim.timeLeft.peek(), page.claim.unfinished.peek()]).toEqual([null, []]);
  });
});
