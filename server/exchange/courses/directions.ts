import type { ClosedReason, Direction, CurrencyItem } from '#core/contract/calculator.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { maxReceiveFromReserve } from '#core/exchange/course.ts';
import type { ExchangeContext } from '../context.ts';
import { createClosedReason, isExchangeablePair, calculateTerms } from './pricing.ts';
import type { Currency } from '../catalogue/catalogueSnapshot.ts';

/** Lists all directions in display order, each with the reason why it is closed. */
export function listDirections(context: ExchangeContext): Direction[] {
  const currenciesByDirection = new Map<string, Currency[]>();
  for (const currency of context.catalogue.currencies)
    if (currency.sendVisible || currency.receiveVisible)
      currenciesByDirection.set(currency.direction, [
        ...(currenciesByDirection.get(currency.direction) ?? []),
        currency,
      ]);
  return [...currenciesByDirection].map(([name, directionCurrencies]) => ({
    ids: directionCurrencies.map(currency => currency.id),
    name,
    send: { visible: directionCurrencies.some(currency => currency.sendVisible) },
    receive: { visible: directionCurrencies.some(currency => currency.receiveVisible) },
    items: directionCurrencies.map(currency => toItem(context, currency)),
  }));
}

function toItem(context: ExchangeContext, currency: Currency): CurrencyItem {
  return {
    id: currency.id,
    code: currency.code,
    aliases: [...currency.aliases],
    searchWords: [...currency.searchWords],
    ticker: currency.ticker,
    name: currency.name,
    network: currency.network,
    group: currency.group,
    kind: currency.kind,
    decimals: currency.decimals,
    min: unitsToDecimal(currency.min, currency.decimals),
    icon: currency.icon,
    cities: [...currency.cities],
    closed: {
      send: getSendClosedReason(context, currency),
      receive: getReceiveClosedReason(context, currency),
    },
  };
}

/** Why this currency cannot be sent now: closed by the operator, or no price. */
export function getSendClosedReason({ rates }: ExchangeContext, currency: Currency): ClosedReason | null {
  if (!currency.sendVisible) return createClosedReason('direction_closed');
  if (currency.sendClosed !== null) return createClosedReason('direction_closed', currency.sendClosed);
  const rateProblem = rates.getRateProblem(currency.ticker);
  return rateProblem && createClosedReason(rateProblem);
}

/** Why this currency cannot be received now: closed by the operator, no price, or the reserve is below the minimum. */
export function getReceiveClosedReason(
  { catalogue, rates }: ExchangeContext,
  currency: Currency,
): ClosedReason | null {
  if (!currency.receiveVisible) return createClosedReason('direction_closed');
  if (currency.receiveClosed !== null) return createClosedReason('direction_closed', currency.receiveClosed);
  const rateProblem = rates.getRateProblem(currency.ticker);
  if (rateProblem) return createClosedReason(rateProblem);
  const reserve = catalogue.getReserve(currency.id);
  const minAmount = currency.min < currency.minVerification ? currency.min : currency.minVerification;
  return reserve && maxReceiveFromReserve(reserve.amount, reserve.held) >= minAmount
    ? null
    : createClosedReason('reserve_empty');
}

/** Ids that can be sent now, for any receive side. */
export function listFromIds(context: ExchangeContext): number[] {
  return listIds(context, currency => getSendClosedReason(context, currency) === null);
}

/** Ids that can be received now for `from`. */
export function listToIds(context: ExchangeContext, from: Currency): number[] {
  if (getSendClosedReason(context, from)) return [];
  return listIds(context, to => isPairOpen(context, from, to));
}

/** Ids that can be sent now to receive `to`. */
export function listFromIdsByTo(context: ExchangeContext, to: Currency): number[] {
  if (getReceiveClosedReason(context, to)) return [];
  return listIds(context, from => isPairOpen(context, from, to));
}

function listIds({ catalogue }: ExchangeContext, matches: (currency: Currency) => boolean): number[] {
  return catalogue.currencies.filter(matches).map(currency => currency.id);
}

function isPairOpen(context: ExchangeContext, from: Currency, to: Currency): boolean {
  if (!isExchangeablePair(from, to)) return false;
  const pairTerms = calculateTerms(context, from.id, to.id);
  return pairTerms.ok && pairTerms.closed === null;
}
