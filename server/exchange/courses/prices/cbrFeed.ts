import { XMLParser } from 'fast-xml-parser';
import * as v from 'valibot';
import { DAY_MS, parseDayRange } from '#core/exchange/exchangeDay.ts';
import type { CourseFraction } from '#core/exchange/course.ts';
import { downloadBytes, SourceError } from './download.ts';
import { ONE, parsePrice, divideFractions } from './fraction.ts';
import type { PriceFeed } from './pricePoller.ts';
import type { PriceReading } from './priceSource.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How far in the future a publication may be dated: it appears the afternoon before and may skip holidays. */
const MAX_DATE_AHEAD_MS = 14 * DAY_MS;

/** XML_daily.asp: rubles for `Nominal` units, with a decimal comma. */
const DailyRatesSchema = v.object({
  ValCurs: v.object({
    '@Date': v.pipe(v.string(), v.regex(/^\d{2}\.\d{2}\.\d{4}$/)),
    Valute: v.array(v.object({ CharCode: v.string(), Nominal: v.string(), Value: v.string() })),
  }),
});

const xmlParser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  isArray: name => name === 'Valute',
});

/** The Bank of Russia's daily courses, for `tickers` and the ruble. The age counts from the publication's date. */
export function createCbrFeed(url: string, tickers: readonly string[], now: () => number): PriceFeed {
  return {
    name: 'cbr',
    tickers,
    intervalMs: HOUR_MS,
    retryIntervalMs: MINUTE_MS,
    maxAgeMs: 5 * DAY_MS,
    async fetchReadings(signal) {
      // The encoding is windows-1251, even if the header does not declare it.
      const text = new TextDecoder('windows-1251').decode(await downloadBytes(url, signal));
      const prices = toPriceReadings(parseXml(text), tickers);
      if (prices.some(({ at }) => at > now() + MAX_DATE_AHEAD_MS))
        throw new SourceError('the date is too far in the future');
      return prices;
    },
  };
}

function parseXml(text: string): unknown {
  try {
    return xmlParser.parse(text, true);
  } catch (cause) {
    throw new SourceError('not XML', { cause });
  }
}

function toPriceReadings(document: unknown, tickers: readonly string[]): PriceReading[] {
  const daily = v.safeParse(DailyRatesSchema, document);
  if (!daily.success) throw new SourceError('not the daily rates');
  const { ValCurs } = daily.output;
  const at = parseMoscowMidnight(ValCurs['@Date']);
  const rubles = new Map(
    ValCurs.Valute.flatMap(({ CharCode, Nominal, Value }): [string, CourseFraction][] => {
      const [units, value] = [parsePrice(Nominal), parsePrice(Value.replace(',', '.'))];
      return units && value ? [[CharCode, divideFractions(value, units)]] : [];
    }),
  );
  const dollar = rubles.get('USD');
  if (!dollar) throw new SourceError('no rate of the dollar');
  rubles.set('RUB', ONE);
  return tickers.flatMap((ticker): PriceReading[] => {
    const price = rubles.get(ticker);
    if (!price) return [];
    const dollars = divideFractions(price, dollar);
    return [{ ticker, bid: dollars, ask: dollars, at }];
  });
}

/** Parses a date to 00:00 in Moscow. Throws SourceError for an impossible date. */
function parseMoscowMidnight(date: string): number {
  const day = parseDayRange(date.split('.').toReversed().join('-'));
  if (!day) throw new SourceError(`invalid date: ${date}`);
  return day.start;
}
