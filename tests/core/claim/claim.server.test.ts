import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decimalToUnits, unitsToDecimal } from '#core/exchange/amount.ts';
import { waitUntil } from '../../support/fakeClock.ts';
import { createTestBrowser } from '../support/testBrowser.ts';

let testBrowser: Awaited<ReturnType<typeof createTestBrowser>>;
beforeEach(async () => {
  testBrowser = await createTestBrowser();
});
afterEach(() => testBrowser.close());

type Page = Awaited<ReturnType<typeof testBrowser.openPage>>;
const waitForPhase = ({ claim }: Page, name: string) =>
  waitUntil(
    () => claim.phase.peek().phase === name,
    `phase ${name}, now ${JSON.stringify(claim.phase.peek())}`,
  );

async function submitClaim(page: Page) {
  await testBrowser.fillAndConfirm(page);
  await page.claim.createClaim();
  await waitForPhase(page, 'open');
  await waitUntil(() => {
    const now = page.claim.phase.peek();
    return now.phase === 'open' && now.requisite !== null;
  }, 'a requisite');
  const now = page.claim.phase.peek();
  if (now.phase !== 'open' || !now.requisite) throw new Error('not open');
  return { claim: now.claim, requisite: now.requisite };
}

const countClaims = async () =>
  Number(
    (
      await testBrowser.server.context.db
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
    const page = await testBrowser.openPage({ from, to });
    if (page.exchange.isCityMissing.peek()) page.exchange.selectCity('KZN');
    page.exchange.typeAmount(side, text);
    page.exchange.commitAmount();
    const amounts = page.exchange.toPayload();
    const { claim, requisite } = await submitClaim(page);
    expect(claim).toMatchObject({ from: { code: from }, to: { code: to }, email: 'anna@example.com' });
    expect([claim.fromSumma, claim.toSumma]).toEqual([amounts?.fromSumma, amounts?.toSumma]);
    expect(requisite.amount).toBe(claim.fromSumma);
    expect(page.claim.timeLeft.peek()?.seconds).toBeGreaterThan(19 * 60);
  });

  it.each([
    ['from', 'min'],
    ['to', 'min'],
    ['from', 'max'],
    ['to', 'max'],
  ] as const)('accepts the amount that «%s %s» fills in', async (side, limit) => {
    const page = await testBrowser.openPage({ from: 'ETH', to: 'SBERRUB' });
    page.exchange.setToLimit(side, limit);
    const amounts = page.exchange.toPayload();
    const { claim } = await submitClaim(page);
    expect(claim.fromSumma).toBe(amounts?.fromSumma);
  });

  it('accepts the verification course with its fields', async () => {
    const page = await testBrowser.openPage({ from: 'USDTTRC20', to: 'SBERRUB' });
    page.exchange.selectCourseType('verification');
    await testBrowser.fillAndConfirm(page);
    const amounts = page.exchange.toPayload();
    await page.claim.createClaim();
    await waitForPhase(page, 'open');
    const now = page.claim.phase.peek();
    expect(now.phase === 'open' && now.claim).toMatchObject({ ...amounts, withVerificationCourse: true });
  });

  it('lowers the form’s reserve by the promised amount, and cancelling restores it', async () => {
    const page = await testBrowser.openPage({ from: 'USDTTRC20', to: 'SBERRUB' });
    const reserve = () => decimalToUnits(page.exchange.pair.peek()?.structure.to.reserve ?? '', 2);
    const before = reserve();
    const { claim } = await submitClaim(page);
    page.claim.startOver();
    await page.exchange.refreshCourse();
    expect(unitsToDecimal(before - reserve(), 2)).toBe(claim.toSumma);
    await page.claim.resume({ latest: true });
    await page.claim.openClaim(claim.id);
    expect(await page.claim.cancelClaim()).toBe(true);
    expect(page.claim.phase.peek()).toMatchObject({ phase: 'open', claim: { status: 'cancelled' } });
    page.claim.startOver();
    await page.exchange.refreshCourse();
    expect(reserve()).toBe(before);
  });
});

describe('failures', () => {
  it('creates no second claim after a lost response and a reload', async () => {
    const first = await testBrowser.openPage({ from: 'TON', to: 'SBPRUB' });
    await testBrowser.fillAndConfirm(first);
    testBrowser.state.lostResponses = '/api/v1/claim/';
    void first.claim.createClaim();
    await waitUntil(() => {
      const now = first.claim.phase.peek();
      return now.phase === 'sending' && now.isOutcomeUnknown;
    }, 'an unknown result');
    expect(await countClaims()).toBe(1);
    await testBrowser.clock.advance(5_000);
    testBrowser.closePages();
    testBrowser.state.lostResponses = '';
    const reloaded = await testBrowser.openPage({ from: 'TON', to: 'SBPRUB' });
    expect(await reloaded.claim.resume()).toBe(true);
    await waitForPhase(reloaded, 'open');
    expect(await countClaims()).toBe(1);
    expect(reloaded.claim.getSecret()).toMatch(/^[\w-]{43}$/);
  });

  it('requires acceptance of a new course after the quote expired', async () => {
    const page = await testBrowser.openPage({ from: 'USDTTRC20', to: 'SBERRUB' });
    page.exchange.typeAmount('from', '1000');
    page.exchange.commitAmount();
    await testBrowser.fillAndConfirm(page);
    const previousTerms = page.exchange.toPayload();
    testBrowser.clock.sleep(120_000);
    await testBrowser.server.context.db
      .insertInto('settings')
      .values({ name: 'margin_sell', value: JSON.stringify('1.6') })
      .onConflict(on => on.column('name').doUpdateSet({ value: JSON.stringify('1.6') }))
      .execute();
    await testBrowser.server.context.catalogue.reloadAfterOwnWrites();
    await page.claim.createClaim();
    await waitForPhase(page, 'changed');
    expect(page.claim.phase.peek()).toMatchObject({
      previousTerms,
      currentTerms: { fromSumma: '1000.00' },
    });
    expect(await countClaims()).toBe(0);
    await page.claim.acceptNewTerms();
    await waitForPhase(page, 'open');
    const now = page.claim.phase.peek();
    expect(now.phase === 'open' && Number(now.claim.toSumma)).toBeLessThan(Number(previousTerms?.toSumma));
  });

  it('requires the secret to open a claim in another browser', async () => {
    const page = await testBrowser.openPage({ from: 'TON', to: 'SBPRUB' });
    const { claim } = await submitClaim(page);
    const secret = page.claim.getSecret();
    testBrowser.closePages();
    const otherPage = await testBrowser.openPage();
    await otherPage.claim.openClaim(claim.id, 'A'.repeat(43));
    expect(otherPage.claim.phase.peek()).toMatchObject({ phase: 'failed', code: 'not_found' });
    await otherPage.claim.openClaim(claim.id, secret);
    expect(otherPage.claim.phase.peek()).toMatchObject({ phase: 'open', claim: { number: claim.number } });
  });

  it('counts down to the deadline and shows the claim expired', async () => {
    const page = await testBrowser.openPage({ from: 'SBERRUB', to: 'USDTTRC20' });
    await submitClaim(page);
    await testBrowser.clock.advance(19 * 60_000);
    expect(page.claim.phase.peek()).toMatchObject({ phase: 'open', claim: { status: 'waiting' } });
    expect(page.claim.timeLeft.peek()?.seconds).toBe(60);
    await testBrowser.clock.advance(60_000);
    await waitUntil(() => {
      const now = page.claim.phase.peek();
      return now.phase === 'open' && now.claim.status === 'expired';
    }, 'the end of the claim');
    expect([page.claim.timeLeft.peek(), page.claim.unfinishedClaims.peek()]).toEqual([null, []]);
  });
});
