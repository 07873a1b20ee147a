import type { Closed, Pair } from '#core/contract/calculator.ts';
import type { Mark, Rate } from '#core/contract/rates.ts';
import { fromText } from '#core/exchange/amount.ts';
import { courseType, type CourseType, type Limits } from '#core/exchange/course.ts';
import * as figures from '#core/exchange/figures.ts';
import { closedToReceive, closedToSend } from '../catalogue/directions.ts';
import type { Currency } from '../catalogue/snapshot.ts';
import { VERIFIED_FROM } from '../claims/draft.ts';
import type { Context } from '../context.ts';
import { terms, type Terms } from '../rates/pricing.ts';
import * as view from '../rates/view.ts';

/**
 * Every direction that is open now, in the order of the catalogue, cash once a city; none in maintenance. The figures are
 * core's own of the very answer that the form gets, in the course type that it opens in.
 */
export function items(context: Context): Rate[] {
  const { catalogue } = context;
  if (catalogue.tech().tech) return [];
  const open = (closed: (context: Context, one: Currency) => Closed | null) =>
    catalogue.currencies.filter(one => closed(context, one) === null);
  const received = open(closedToReceive);
  return open(closedToSend).flatMap(from =>
    received.flatMap(to => {
      const found = terms(context, from.id, to.id);
      return found.ok ? rates(context, found) : [];
    }),
  );
}

function rates(context: Context, found: Terms): Rate[] {
  const pair = view.unquoted(context, found);
  const first = context.catalogue.setting('verificationFirst');
  const type = courseType(null, pair.verificationCourse !== null, first);
  const limits = figures.limits(pair, type);
  if (!limits || figures.closed(pair, limits)) return [];
  const { from, to } = found;
  const cities = from.cities.length > 0 ? from.cities : to.cities;
  const param = marks(context, from, limits, type);
  const rate: Rate = {
    from: from.code,
    to: to.code,
    in: '1',
    out: figures.courseText(pair, type),
    amount: figures.reserve(pair)?.value ?? '0',
    ...bounds(pair, limits),
    ...(param.length > 0 ? { param } : {}),
  };
  return cities.length > 0 ? cities.map(({ code }) => ({ ...rate, city: code })) : [rate];
}

function bounds(pair: Pair, { from, to }: Limits) {
  const decimals = figures.decimals(pair);
  const [frommin, tomin] = [
    figures.limit(from.min, decimals.from).value,
    figures.limit(to.min, decimals.to).value,
  ];
  const least = { minamount: frommin, frommin, tomin };
  if (from.max === null || to.max === null) return least;
  const frommax = figures.limit(from.max, decimals.from).value;
  return { ...least, maxamount: frommax, frommax, tomax: figures.limit(to.max, decimals.to).value };
}

/** What holds of a direction (`Mark`): who works here, and whether a sum within the limits needs a verified card. */
function marks({ config }: Context, from: Currency, limits: Limits, type: CourseType): Mark[] {
  const { kind, ticker, decimals } = from;
  const large = fromText(VERIFIED_FROM, decimals);
  const isLarge = limits.from.max === null || limits.from.max >= large;
  const verifying = type === 'verification' || (kind === 'bank' && ticker === 'RUB' && isLarge);
  return [
    ...(config.operator === 'manual' ? ['manual' as const] : []),
    ...(verifying ? ['verifying' as const] : []),
  ];
}
