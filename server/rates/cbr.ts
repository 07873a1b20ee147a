import { XMLParser } from 'fast-xml-parser';
import * as v from 'valibot';
import * as fraction from './fraction.ts';
import type { Feed, Reading } from './polled.ts';
import type { Rate } from '#core/exchange/course.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The Bank of Russia's day: its date is Moscow's, three hours ahead of UTC. */
const MOSCOW = 3 * 60 * MINUTE;

/** XML_daily.asp: rubles for `Nominal` units, with a decimal comma. */
const Daily = v.object({
  ValCurs: v.object({
    '@Date': v.pipe(v.string(), v.regex(/^\d{2}\.\d{2}\.\d{4}$/)),
    Valute: v.array(v.object({ CharCode: v.string(), Nominal: v.string(), Value: v.string() })),
  }),
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: name => name === 'Valute',
});

/** The Bank of Russia's daily courses, for `tickers` and the ruble. Its age counts from the date it names. */
export function cbr(url: string, tickers: readonly string[]): Feed {
  return {
    name: 'cbr',
    every: 10 * MINUTE,
    again: MINUTE,
    maxAge: 5 * DAY,
    async read(signal) {
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`The Bank of Russia answered ${response.status}`);
      // Served as windows-1251, also where the header does not say so.
      const text = new TextDecoder('windows-1251').decode(await response.arrayBuffer());
      return readings(text, tickers);
    },
  };
}

function readings(xml: string, tickers: readonly string[]): Reading[] {
  const { ValCurs } = v.parse(Daily, parser.parse(xml));
  const at = midnight(ValCurs['@Date']);
  const rubles = new Map(
    ValCurs.Valute.flatMap(({ CharCode, Nominal, Value }): [string, Rate][] => {
      const [units, value] = [fraction.read(Nominal), fraction.read(Value.replace(',', '.'))];
      return units && value ? [[CharCode, fraction.divide(value, units)]] : [];
    }),
  );
  const dollar = rubles.get('USD');
  if (!dollar) throw new Error('The Bank of Russia named no dollar');
  rubles.set('RUB', { numerator: 1n, denominator: 1n });
  return tickers.flatMap((ticker): Reading[] => {
    const price = rubles.get(ticker);
    if (!price) return [];
    const dollars = fraction.divide(price, dollar);
    return [{ ticker, bid: dollars, ask: dollars, at }];
  });
}

function midnight(date: string): number {
  const [day, month, year] = date.split('.').map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1) - MOSCOW;
}
