import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { terms, type Terms } from '#server/rates/pricing.ts';
import { discount } from '#server/rates/percent.ts';
import * as quotes from '#server/rates/quote.ts';
import { recent } from '#server/rates/recent.ts';
import { world, type World } from './world.ts';

describe('a quote', () => {
  let made: World;
  beforeAll(async () => {
    made = await world({ RATE_DRIFT: 'on' });
  });
  afterAll(() => made.close());

  function priced(from: string, to: string, promocode?: string): Terms {
    const { catalogue } = made.context;
    const [a, b] = [catalogue.byCode(from), catalogue.byCode(to)];
    const found = a && b ? terms(made.context, a.id, b.id, { promocode }) : null;
    return found?.ok ? found : expect.fail(`${from} → ${to}`);
  }

  it('holds what was promised, for 60 seconds', () => {
    const found = priced('TON', 'SBERRUB', 'start');
    const { quote, expiresAt } = quotes.issue(made.context, found);
    expect(expiresAt).toBe(made.now() + 60_000);
    expect(quote.length).toBeLessThanOrEqual(512);
    expect(quotes.read(made.context, quote)).toEqual({
      fromId: found.from.id,
      toId: found.to.id,
      course: found.courseText,
      verificationCourse: found.verificationCourseText,
      sourceCourse: found.sourceCourse,
      margin: '0.6',
      discount: '0.15',
      promocode: 'START',
      expiresAt,
    });
  });

  it('that was changed, or that another key signed, promises nothing', () => {
    const { quote } = quotes.issue(made.context, priced('BTC', 'ETH'));
    const [text = '', signature = ''] = quote.split('.');
    const dearer = Buffer.from(Buffer.from(text, 'base64url').toString().replace('29', '92')).toString(
      'base64url',
    );
    const other = { secret: new Uint8Array(32) };
    expect(quotes.read(other, quote)).toBeNull();
    for (const forged of [
      '',
      '.',
      text,
      `${text}.`,
      `.${signature}`,
      `${quote}.x`,
      `${quote.slice(0, -2)}AA`,
      `${dearer}x.${signature}`,
    ])
      expect(quotes.read(made.context, forged)).toBeNull();
    fc.assert(
      fc.property(fc.string(), forged => {
        expect(quotes.read(made.context, forged)).toBeNull();
      }),
    );
  });

  it('leaves its courses to be had without it for a minute, each kind and promocode apart', () => {
    const found = priced('LTC', 'SBERRUB');
    quotes.issue(made.context, found);
    made.forward(30_000);
    const later = priced('LTC', 'SBERRUB');
    expect(later.courseText).not.toBe(found.courseText);
    quotes.issue(made.context, later);
    expect(quotes.recentCourses(made.context, found, false)).toEqual([later.courseText, found.courseText]);
    expect(quotes.recentCourses(made.context, found, true)).toEqual([
      later.verificationCourseText,
      found.verificationCourseText,
    ]);
    expect(quotes.recentCourses(made.context, priced('LTC', 'SBERRUB', 'START'), false)).toEqual([]);
    made.forward(30_001);
    expect(quotes.recentCourses(made.context, found, false)).toEqual([later.courseText]);
  });
});

describe('the memory of courses', () => {
  it('has a course once, by the last time it was told', () => {
    const memory = recent();
    memory.tell('pair', '1', 0);
    memory.tell('pair', '2', 1);
    memory.tell('pair', '1', 50_000);
    expect(memory.told('pair', 60_001)).toEqual(['1', '2']);
    expect(memory.told('pair', 60_002)).toEqual(['1']);
    expect(memory.told('other', 1)).toEqual([]);
  });

  it('does not grow with every promocode that somebody tries', () => {
    const memory = recent();
    for (let n = 0; n < 30_000; n++) memory.tell(`pair:${n}`, '1', 0);
    expect(memory.told('pair:0', 0)).toEqual([]);
    expect(memory.told('pair:29999', 0)).toEqual(['1']);
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
  ])('own %s, margin %s, promocode %s → %s', (own, margin, share, percent) => {
    expect(discount(own, margin, share)).toBe(percent);
  });
});
