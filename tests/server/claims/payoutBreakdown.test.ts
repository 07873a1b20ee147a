import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalToUnits, unitsToDecimal } from '#core/exchange/amount.ts';
import { deriveAmounts, parseCourse, toReceiveUnits } from '#core/exchange/course.ts';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import { pickLowerCourse, type ClaimCourse } from '#server/exchange/claims/recalculation/recalculation.ts';
import { calculatePayoutBreakdown, type PricedClaim } from '#server/exchange/claims/view/payoutBreakdown.ts';
import { calculateCourseShare, capCourse } from '#server/exchange/courses/courseCap.ts';
import { multiplyFractions } from '#server/exchange/courses/prices/fraction.ts';
import { createClaimRow } from '../support/claimRow.ts';
import { createClaimDriver, readStatusAndBody } from '../support/claimDriver.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

/** How a claim is paid. */
const OUTCOMES = ['plain', 'little', 'underpaid', 'overpaid', 'late'] as const;

const percentText = (max: number) =>
  fc.integer({ min: 0, max: max }).map(value => unitsToDecimal(BigInt(value), 4));

const claimArbitrary = fc.record({
  price: fc.tuple(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 12n)),
  margin: fc.oneof(fc.constant('0'), fc.constant('0.6'), percentText(50_000)),
  discount: fc.oneof(fc.constant('0'), fc.constant('0'), percentText(10_000)),
  bonus: fc.constantFrom('0', '0', '0.5'),
  marginMin: fc.constantFrom('0', '0.1', '1.234567', '5'),
  decimals: fc.record({ from: fc.constantFrom(0, 2, 6, 8), to: fc.constantFrom(0, 2, 6, 8) }),
  typed: fc.record({
    side: fc.constantFrom('from' as const, 'to' as const),
    units: fc.bigInt(1n, 10n ** 13n),
  }),
  outcome: fc.constantFrom(...OUTCOMES),
  /** The received share of the amount, in ten-thousandths. */
  share: fc.integer({ min: 1, max: 30_000 }),
  /** The source price at the payment, in ten-thousandths of the original one. */
  priceShare: fc.integer({ min: 3_000, max: 20_000 }),
});
type Claim = typeof claimArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** Builds a claim as the server does. Null if an amount is zero or too large for the database. */
function buildClaim({
  price,
  margin,
  discount,
  bonus,
  marginMin,
  decimals,
  typed,
}: Claim): PricedClaim | null {
  const source = { numerator: price[0], denominator: price[1] };
  const exact = multiplyFractions(source, calculateCourseShare(margin, discount, bonus));
  if (!/[1-9]/.test(courseToDecimal(source))) return null;
  const { course: text, uncappedCourse } = capCourse(exact, courseToDecimal(source), marginMin);
  if (!/[1-9]/.test(text)) return null;
  const noLimits = { from: { min: 1n, max: null }, to: { min: 0n, max: null } };
  const { from, to } = deriveAmounts(typed.side, typed.units, parseCourse(text), decimals, noLimits);
  const fits = from > 0n && to > 0n && from < 2n ** 62n && to < 2n ** 62n;
  const amounts = { from_amount: from, to_amount: to };
  const stored = { course: text, source_course: courseToDecimal(source), uncapped_course: uncappedCourse };
  return fits ? { ...amounts, ...stored, margin, discount } : null;
}

/** Recalculates a claim for its payment. Null if an amount is zero or too large for the database. */
function applyOutcome(
  claim: PricedClaim,
  { outcome, share, priceShare, decimals }: Claim,
): PricedClaim | null {
  if (outcome === 'plain') return claim;
  const shares = {
    little: 9_950 + (share % 101),
    underpaid: 1 + (share % 9_949),
    overpaid: 10_051 + share,
    late: share % 2 === 0 ? 10_000 : share,
  };
  const from = (claim.from_amount * BigInt(shares[outcome])) / 10_000n;
  let price: ClaimCourse = {
    course: claim.course,
    sourceCourse: claim.source_course,
    uncappedCourse: claim.uncapped_course,
  };
  if (outcome === 'late') {
    const factor = { numerator: BigInt(priceShare), denominator: 10_000n };
    const applyFactor = (text: string) => courseToDecimal(multiplyFractions(parseCourse(text), factor));
    price = pickLowerCourse(createClaimRow(claim), {
      course: applyFactor(claim.course),
      sourceCourse: applyFactor(claim.source_course),
      uncappedCourse: claim.uncapped_course && applyFactor(claim.uncapped_course),
    });
  }
  const to = from > 0n ? toReceiveUnits(from, parseCourse(price.course), decimals, 'down') : 0n;
  if (to === 0n || from >= 2n ** 62n || to >= 2n ** 62n) return null;
  return {
    ...claim,
    from_amount: from,
    to_amount: to,
    course: price.course,
    source_course: price.sourceCourse,
    uncapped_course: price.uncappedCourse,
  };
}

const abs = (value: bigint) => (value < 0n ? -value : value);

describe('the payout breakdown', () => {
  test('adds up exactly for 10,000 random claims', () => {
    const counts: Record<string, number> = {};
    fc.assert(
      fc.property(claimArbitrary, drawn => {
        const first = buildClaim(drawn);
        fc.pre(first !== null);
        const claim = applyOutcome(first, drawn);
        fc.pre(claim !== null);
        counts[drawn.outcome] = (counts[drawn.outcome] ?? 0) + 1;
        const { source, margin, discount, cap, rounding, payout } = calculatePayoutBreakdown(
          claim,
          drawn.decimals,
        );
        expect(source - margin + discount - cap - rounding).toBe(payout);
        expect(payout).toBe(claim.to_amount);
        for (const part of [source, margin, discount, cap, rounding]) expect(part >= 0n).toBe(true);
        // The parts match the market value and the claim's percents.
        const value = toReceiveUnits(
          claim.from_amount,
          parseCourse(claim.source_course),
          drawn.decimals,
          'up',
        );
        const slack = value / 100_000_000n + 10n;
        expect(abs(source - value) <= slack).toBe(true);
        const nominal = (source * decimalToUnits(claim.margin, 4)) / 1_000_000n;
        // A margin below margin_min is raised to it.
        if (claim.uncapped_course === null || cap < discount)
          expect(abs(margin - nominal) <= slack).toBe(true);
        else expect(margin >= nominal - slack).toBe(true);
        expect(cap > 0n && claim.uncapped_course === null).toBe(false);
        expect(cap <= discount).toBe(true);
        if (claim.discount === '0' && drawn.bonus === '0') expect(discount).toBe(0n);
        const whole = toReceiveUnits(claim.from_amount, parseCourse(claim.course), drawn.decimals, 'down');
        expect(rounding <= whole - payout + slack).toBe(true);
      }),
      { numRuns: 10_000, maxSkipsPerRun: 20 },
    );
    expect(Object.keys(counts).toSorted()).toEqual([...OUTCOMES].toSorted());
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(10_000);
  });

  test.each([
    [
      'better than the source',
      '110',
      { source: 1_000_000n, margin: 6_000n, discount: 106_000n, cap: 0n, rounding: 0n },
    ],
    [
      'far below the source',
      '90',
      { source: 1_000_000n, margin: 100_000n, discount: 0n, cap: 0n, rounding: 0n },
    ],
  ])('shows a frozen course %s', (_, course, parts) => {
    const amounts = { from_amount: 10_000n, to_amount: 10_000n * BigInt(course) };
    const price = { course, source_course: '100', uncapped_course: null };
    const claim = { ...amounts, ...price, margin: '0.6', discount: '0' };
    expect(calculatePayoutBreakdown(claim, { from: 2, to: 2 })).toEqual({
      ...parts,
      payout: amounts.to_amount,
    });
  });
});

forEachDatabase(startServer => {
  test('the waterfall is in the claim’s status after any payment', async () => {
    const testServer = await startServer(relaxedLimits);
    const shares = [10_000n, 9_960n, 10_040n, 7_000n, 15_000n];
    for (const [from, to] of [
      ['LTC', 'SBERRUB'],
      ['SBERRUB', 'BTC'],
      ['ETH', 'XMR'],
    ] as const)
      for (const share of shares) {
        const driver = await createClaimDriver(testServer, from, to);
        const decimals = driver.claim.from.decimals;
        const paid = (decimalToUnits(driver.claim.fromSumma, decimals) * share) / 10_000n;
        await driver.pay(unitsToDecimal(paid, decimals));
        await readStatusAndBody(driver.postStep('accept'));
        const { waterfall, toSumma, received } = await driver.fetchStatus();
        const units = (text = '') => decimalToUnits(text, driver.claim.to.decimals);
        expect(received).toBe(unitsToDecimal(paid, decimals));
        expect(waterfall?.payout).toBe(toSumma);
        expect(
          units(waterfall?.source) -
            units(waterfall?.margin) +
            units(waterfall?.discount) -
            units(waterfall?.cap) -
            units(waterfall?.rounding),
        ).toBe(units(toSumma));
      }
  });
});
