import { XMLParser } from 'fast-xml-parser';
import * as v from 'valibot';
import type { Rate } from '#core/exchange/course.ts';
import { download, SourceError } from './download.ts';
import * as fraction from './fraction.ts';
import type { Feed, Reading } from './polled.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The Bank of Russia's day: its date is Moscow's, three hours ahead of UTC all year. */
const MOSCOW = 3 * HOUR;

/** How far ahead a publication may be dated: the next day's comes in the afternoon, and holidays are skipped. */
const AHEAD = 14 * DAY;

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
  processEntities: false,
  isArray: name => name === 'Valute',
});

/** The Bank of Russia's daily courses, for `tickers` and the ruble. Its age counts from the date it names. */
export function cbr(url: string, tickers: readonly string[], now: () => number): Feed {
  return {
    name: 'cbr',
    tickers,
    every: HOUR,
    again: MINUTE,
    maxAge: 5 * DAY,
    async read(signal) {
      // Served as windows-1251, also where the header does not say so.
      const text = new TextDecoder('windows-1251').decode(await download(url, signal));
      const found = readings(parse(text), tickers);
      if (found.some(({ at }) => at > now() + AHEAD)) throw new SourceError('a date far ahead');
      return found;
    },
  };
}

function parse(text: string): unknown {
  try {
    return parser.parse(text, true);
  } catch (cause) {
    throw new SourceError('not XML', { cause });
  }
}

function readings(page: unknown, tickers: readonly string[]): Reading[] {
  const daily = v.safeParse(Daily, page);
  if (!daily.success) throw new SourceError('not the daily courses');
  const { ValCurs } = daily.output;
  const at = midnight(ValCurs['@Date']);
  const rubles = new Map(
    ValCurs.Valute.flatMap(({ CharCode, Nominal, Value }): [string, Rate][] => {
      const [units, value] = [fraction.read(Nominal), fraction.read(Value.replace(',', '.'))];
      return units && value ? [[CharCode, fraction.divide(value, units)]] : [];
    }),
  );
  const dollar = rubles.get('USD');
  if (!dollar) throw new SourceError('no course of the dollar');
  rubles.set('RUB', { numerator: 1n, denominator: 1n });
  return tickers.flatMap((ticker): Reading[] => {
    const price = rubles.get(ticker);
    if (!price) return [];
    const dollars = fraction.divide(price, dollar);
    return [{ ticker, bid: dollars, ask: dollars, at }];
  });
}

/** 00:00 of the day in Moscow. Throws SourceError on a day that is not in the calendar: Date.UTC would go on counting. */
function midnight(date: string): number {
  const iso = date.split('.').reverse().join('-');
  const day = Date.parse(iso);
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== iso) {
    throw new SourceError(`no such day: ${date}`);
  }
  return day - MOSCOW;
}
