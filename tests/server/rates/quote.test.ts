import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import type { CoursePrice } from '#server/exchange/courses/courseCap.ts';
import { calculateTerms, getCoursePrice, type PairTerms } from '#server/exchange/courses/pricing.ts';
import { calculateDiscount } from '#server/exchange/courses/discount.ts';
import { issueQuote, parseQuote, listRecentCourses } from '#server/exchange/courses/quote.ts';
import { createRecentCourses, QUOTE_LIFETIME_MS } from '#server/exchange/courses/recentCourses.ts';
import { createTestKeys } from '../../support/accountKeys.ts';
import { createTestServer, type TestServer } from '../../support/testServer.ts';

describe('a quote', () => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await createTestServer({ RATE_DRIFT: 'on' });
  });
  afterAll(() => testServer.close());

  function priceTerms(from: string, to: string, promocode?: string): PairTerms {
    const { catalogue } = testServer.context;
    const [a, b] = [catalogue.findCurrencyByCode(from), catalogue.findCurrencyByCode(to)];
    const pricedTerms = a && b ? calculateTerms(testServer.context, a.id, b.id, { promocode }) : null;
    return pricedTerms?.ok ? pricedTerms : expect.fail(`${from} → ${to}`);
  }

  it('contains the priced terms and expires after 60 seconds', () => {
    const pricedTerms = priceTerms('TON', 'SBERRUB', 'start');
    const { quote, expiresAt } = issueQuote(testServer.context, pricedTerms);
    expect(expiresAt).toBe(testServer.now() + 60_000);
    expect(quote.length).toBeLessThanOrEqual(512);
    expect(parseQuote(testServer.context, quote)).toEqual({
      fromId: pricedTerms.from.id,
      toId: pricedTerms.to.id,
      courses: pricedTerms.courses,
      sourceCourse: pricedTerms.sourceCourse,
      margin: '0.6',
      discount: '0.15',
      promocode: 'START',
      userId: null,
      expiresAt,
    });
  });

  it('outlives at least one failed request for the course', () => {
    // A form then has the next quote before the last one expires.
    expect(COURSE_POLL_INTERVAL_MS).toBeLessThan(QUOTE_LIFETIME_MS / 2);
  });

  it('with a wrong signature is refused', () => {
    const { quote } = issueQuote(testServer.context, priceTerms('BTC', 'ETH'));
    const [text = '', signature = ''] = quote.split('.');
    const dearer = Buffer.from(Buffer.from(text, 'base64url').toString().replace('29', '92')).toString(
      'base64url',
    );
    expect(parseQuote({ keys: createTestKeys(9) }, quote)).toBeNull();
    for (const forged of [
      '',
      '.',
      text,
      `${text}.`,
      `.${signature}`,
      `${quote}.x`,
      // The last character may have unused bits, so the one before.
      `${quote.slice(0, -2)}${quote.at(-2) === 'A' ? 'B' : 'A'}${quote.at(-1)}`,
      `${dearer}x.${signature}`,
    ])
      expect(parseQuote(testServer.context, forged)).toBeNull();
    fc.assert(
      fc.property(fc.string(), forged => {
        expect(parseQuote(testServer.context, forged)).toBeNull();
      }),
    );
  });

  it('remembers its courses for 60 s per type and promocode', () => {
    const pricedTerms = priceTerms('LTC', 'SBERRUB');
    issueQuote(testServer.context, pricedTerms);
    testServer.advanceClock(30_000);
    const later = priceTerms('LTC', 'SBERRUB');
    expect(later.courses).not.toEqual(pricedTerms.courses);
    issueQuote(testServer.context, later);
    expect(listRecentCourses(testServer.context, pricedTerms, false)).toEqual([
      getCoursePrice(later, false),
      getCoursePrice(pricedTerms, false),
    ]);
    expect(listRecentCourses(testServer.context, pricedTerms, true)).toEqual([
      getCoursePrice(later, true),
      getCoursePrice(pricedTerms, true),
    ]);
    expect(listRecentCourses(testServer.context, priceTerms('LTC', 'SBERRUB', 'START'), false)).toEqual([]);
    testServer.advanceClock(30_001);
    expect(listRecentCourses(testServer.context, pricedTerms, false)).toEqual([getCoursePrice(later, false)]);
  });
});

describe('recent courses', () => {
  const toPrice = (course: string): CoursePrice => ({
    course,
    uncappedCourse: null,
    sourceCourse: '2',
    margin: '0',
    discount: '0',
  });

  it('keeps a course once with its latest time', () => {
    const memory = createRecentCourses();
    memory.addCourse('pair', toPrice('1'), 0);
    memory.addCourse('pair', toPrice('2'), 1);
    memory.addCourse('pair', toPrice('1'), 50_000);
    expect(memory.listCourses('pair', 60_001)).toEqual([toPrice('1'), toPrice('2')]);
    expect(memory.listCourses('pair', 60_002)).toEqual([toPrice('1')]);
    expect(memory.listCourses('other', 1)).toEqual([]);
  });

  it('is bounded', () => {
    const memory = createRecentCourses();
    for (let n = 0; n < 30_000; n++) memory.addCourse(`pair:${n}`, toPrice('1'), 0);
    expect(memory.listCourses('pair:0', 0)).toEqual([]);
    expect(memory.listCourses('pair:29999', 0)).toEqual([toPrice('1')]);
  });
});

describe('the discount', () => {
  it.each([
    [null, '0.6', null, '0'],
    ['0.2', '0.6', null, '0.2'],
    [null, '0.6', '25', '0.15'],
    ['0.2', '0.6', '25', '0.2'],
    ['0.1', '0.6', '25', '0.15'],
    ['5', '0.6', null, '1'],
    [null, '3', '100', '1'],
    [null, '0.6', '100', '0.6'],
    [null, '0.333333', '33', '0.10999989'],
  ])('pair %s, margin %s, promocode %s → %s', (pair, margin, promocodeShare, percent) => {
    expect(calculateDiscount(margin, { pair, account: null, promocodeShare })).toBe(percent);
  });

  it.each([
    [null, '0.25', null, '0.25'],
    ['0.2', '0.25', null, '0.25'],
    ['0.3', '0.25', '25', '0.3'],
    [null, '0.1', '25', '0.15'],
    [null, '2', null, '1'],
  ])('pair %s, account %s, promocode %s → %s: not the sum', (pair, account, promocodeShare, percent) => {
    expect(calculateDiscount('0.6', { pair, account, promocodeShare })).toBe(percent);
  });
});
