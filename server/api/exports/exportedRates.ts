import type { ClosedReason } from '#core/contract/calculator.ts';
import type { Pair } from '#core/contract/course/pair.ts';
import type { RateFlag, ExportedRate } from '#core/contract/rates.ts';
import { resolveCourseType, type CourseType, type PairLimits } from '#core/exchange/course.ts';
import {
  getPairLimits,
  getPairClosedReason,
  selectCourse,
  getFreeReserve,
  getPairDecimals,
  toFormattedAmount,
} from '#core/exchange/form/pairView.ts';
import { getReceiveClosedReason, getSendClosedReason } from '#server/exchange/courses/directions.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { getCardVerificationThreshold } from '#server/exchange/requisites/cardVerificationThreshold.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { calculateTerms, type PairTerms } from '#server/exchange/courses/pricing.ts';
import { buildPairWithoutQuote } from '#server/exchange/courses/pairResponse.ts';

/**
 * Lists every open direction in catalogue order, cash once per city; empty during maintenance. The functions of core/
 * compute the amounts from the form's own pair response, for the form's initial course type.
 */
export function listExportedRates(context: ServerContext): ExportedRate[] {
  const { catalogue } = context;
  if (catalogue.getMaintenance().tech) return [];
  const listOpenCurrencies = (
    getClosedReason: (context: ServerContext, currency: Currency) => ClosedReason | null,
  ) => catalogue.currencies.filter(currency => getClosedReason(context, currency) === null);
  const receivable = listOpenCurrencies(getReceiveClosedReason);
  return listOpenCurrencies(getSendClosedReason).flatMap(from =>
    receivable.flatMap(to => {
      const pairTerms = calculateTerms(context, from.id, to.id);
      return pairTerms.ok ? toExportedRates(context, pairTerms) : [];
    }),
  );
}

function toExportedRates(context: ServerContext, pairTerms: PairTerms): ExportedRate[] {
  const pair = buildPairWithoutQuote(context, pairTerms);
  const isVerificationFirst = context.catalogue.getSetting('verificationFirst');
  const type = resolveCourseType(null, pair.verificationCourse !== null, isVerificationFirst);
  const limits = getPairLimits(pair, type);
  if (!limits || getPairClosedReason(pair, limits)) return [];
  const { from, to } = pairTerms;
  const cities = from.cities.length > 0 ? from.cities : to.cities;
  const param = listMarks(context, from, limits, type);
  const rate: ExportedRate = {
    from: from.code,
    to: to.code,
    in: '1',
    out: selectCourse(pair, type),
    amount: getFreeReserve(pair)?.value ?? '0',
    ...formatBounds(pair, limits),
    ...(param.length > 0 ? { param } : {}),
  };
  return cities.length > 0 ? cities.map(({ code }) => ({ ...rate, city: code })) : [rate];
}

function formatBounds(pair: Pair, { from, to }: PairLimits) {
  const decimals = getPairDecimals(pair);
  const [frommin, tomin] = [
    toFormattedAmount(from.min, decimals.from).value,
    toFormattedAmount(to.min, decimals.to).value,
  ];
  const minimums = { minamount: frommin, frommin, tomin };
  if (from.max === null || to.max === null) return minimums;
  const frommax = toFormattedAmount(from.max, decimals.from).value;
  return { ...minimums, maxamount: frommax, frommax, tomax: toFormattedAmount(to.max, decimals.to).value };
}

/** Flags of a direction (`RateFlag`), for example whether an amount within the limits needs a verified card. */
function listMarks(
  { config }: ServerContext,
  from: Currency,
  limits: PairLimits,
  type: CourseType,
): RateFlag[] {
  const threshold = getCardVerificationThreshold(from);
  const { max } = limits.from;
  const requiresVerification =
    type === 'verification' || (threshold !== null && (max === null || max >= threshold));
  return [
    ...(config.operator === 'manual' ? ['manual' as const] : []),
    ...(requiresVerification ? ['verifying' as const] : []),
  ];
}
