import * as v from 'valibot';
import {
  MAX_PAIR_SEARCH_LENGTH,
  PAIR_STATES,
  type OperatorPair,
  type PairPreview,
  type PairState,
} from '#core/contract/operator/pairs.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import { formatPairKey, type Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { toClaimSide } from '#server/exchange/claims/view/claimStatus.ts';
import { calculateTerms, isExchangeablePair } from '#server/exchange/courses/pricing.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { buildPageFrame, parseListPage, parseQuery, type Query } from '#server/platform/lists/listPage.ts';
import { previewRow } from '../editableTable.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { formatPair, replacePairRow, type CurrencyPair } from './currencyPair.ts';
import { pairTable } from './pairCommand.ts';
import { courseTable } from './rateCommand.ts';

type PairContext = Pick<OperatorContext, 'catalogue' | 'rates' | 'now' | 'config'>;

const PairFilters = v.object({
  q: v.optional(v.pipe(v.string(), v.maxLength(MAX_PAIR_SEARCH_LENGTH))),
  state: v.optional(v.picklist(PAIR_STATES)),
});

/** Reads the page of the pairs for `query`. `path`: of the list. 400 for the first invalid parameter. */
export function readPairPage(context: PairContext, query: Query, path: string) {
  const { q = '', state } = parseQuery(PairFilters, query);
  const page = parseListPage(query);
  const pairs = listPairs(context, q).filter(pair => state === undefined || hasState(context, pair, state));
  const address = `${context.config.publicOrigin}${path}?${new URLSearchParams(query)}`;
  const shown = pairs.slice(page.offset, page.offset + page.size);
  return {
    ...buildPageFrame(page, pairs.length, address),
    results: shown.map(pair => buildPair(context, pair)),
  };
}

/** Lists the pairs one of whose sides has each word. Of a word with a dash the first part is the side sent. */
function listPairs({ catalogue: { currencies } }: PairContext, search: string): CurrencyPair[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const texts = new Map(
    currencies.map(currency => {
      const { code, name, ticker, network, aliases, searchWords } = currency;
      const parts = [code, name, ticker, network, ...aliases, ...searchWords];
      return [currency, parts.filter(Boolean).join('\n').toLowerCase()];
    }),
  );
  const has = (currency: Currency, word: string) => texts.get(currency)?.includes(word);
  const matches = (from: Currency, to: Currency) =>
    words.every(word => {
      const [sent = '', received] = word.split('-');
      return received === undefined ? has(from, sent) || has(to, sent) : has(from, sent) && has(to, received);
    });
  return currencies.flatMap(from =>
    currencies.filter(to => isExchangeablePair(from, to) && matches(from, to)).map(to => ({ from, to })),
  );
}

const findRow = ({ catalogue }: PairContext, { from, to }: CurrencyPair) =>
  catalogue.getSnapshot().pairs.get(formatPairKey(from.id, to.id));

function hasState(context: PairContext, pair: CurrencyPair, state: PairState): boolean {
  const row = findRow(context, pair);
  if (state === 'frozen') return Boolean(row?.frozen_course);
  if (state === 'own') return [row?.margin, row?.discount, row?.max].some(value => value != null);
  const terms = calculateTerms(context, pair.from.id, pair.to.id);
  return (terms.ok && terms.closed === null) === (state === 'open');
}

function buildPair(context: PairContext, { from, to }: CurrencyPair): OperatorPair {
  const terms = calculateTerms(context, from.id, to.id);
  const source = context.rates.getSourceCourse(from.ticker, to.ticker);
  const row = findRow(context, { from, to });
  const format = (units: bigint | null) => (units === null ? null : unitsToDecimal(units, from.decimals));
  const { limits } = terms.ok ? terms : {};
  const tickers = [from.ticker, to.ticker];
  return {
    code: formatPair({ from, to }),
    from: toClaimSide(from),
    to: toClaimSide(to),
    sources: [...new Set(tickers.map(ticker => context.rates.getSourceName(ticker)))],
    market: source.ok ? courseToDecimal(source.rate) : null,
    marketAt: source.ok ? formatInstant(BigInt(source.at)) : null,
    course: terms.ok ? terms.courses.default.course : null,
    margin: terms.ok ? terms.margin : null,
    min: format(limits?.from.min ?? null),
    max: format(limits?.from.max ?? null),
    own: {
      margin: row?.margin ?? null,
      discount: row?.discount ?? null,
      max: format(row?.max ?? null),
      course: row?.frozen_course ?? null,
      closed: row?.closed ?? null,
    },
    closed: terms.ok ? (terms.closed?.detail ?? null) : terms.detail,
  };
}

/** The tables whose fields have a preview. */
const PREVIEW_TABLES = { margin: pairTable, discount: pairTable, course: courseTable };

const PreviewQuery = v.object({
  field: v.picklist(['margin', 'discount', 'course']),
  value: v.optional(v.string(), ''),
});

/** Calculates the courses of a pair with another value. 400 and 404 as `previewPairCall`. */
export async function previewPair(
  context: OperatorContext,
  code: string,
  query: Query,
): Promise<PairPreview> {
  const { field, value } = parseQuery(PreviewQuery, query);
  const after = await previewRow(context, PREVIEW_TABLES[field], { key: code, field, value });
  const { from, to } = after.pair;
  const terms = calculateTerms(context, from.id, to.id, { snapshot: replacePairRow(context, after) });
  const courses = terms.ok ? terms.courses : null;
  return {
    course: courses?.default.course ?? null,
    verified: courses?.verification?.course ?? null,
    capMargin: courses?.default.uncappedCourse ? context.catalogue.getSetting('margin_min') : null,
  };
}
