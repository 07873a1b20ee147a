import type { Closed, Direction, Item } from '#core/contract/calculator.ts';
import { toText } from '#core/exchange/amount.ts';
import { reserveMax } from '#core/exchange/course.ts';
import type { Context } from '../context.ts';
import { closedBy, isPair, terms } from '../rates/pricing.ts';
import type { Currency } from './snapshot.ts';

type Needs = Pick<Context, 'catalogue' | 'rates'>;

/** All directions in the order to show, with the reason of what cannot be chosen now. */
export function directions(context: Needs): Direction[] {
  const named = new Map<string, Currency[]>();
  for (const one of context.catalogue.currencies)
    if (one.sendVisible || one.receiveVisible)
      named.set(one.direction, [...(named.get(one.direction) ?? []), one]);
  return [...named].map(([name, own]) => ({
    ids: own.map(one => one.id),
    name,
    send: { visible: own.some(one => one.sendVisible) },
    receive: { visible: own.some(one => one.receiveVisible) },
    items: own.map(one => item(context, one)),
  }));
}

function item(context: Needs, one: Currency): Item {
  return {
    id: one.id,
    code: one.code,
    aliases: [...one.aliases],
    ticker: one.ticker,
    name: one.name,
    network: one.network,
    group: one.group,
    kind: one.kind,
    decimals: one.decimals,
    min: toText(one.min, one.decimals),
    icon: one.icon,
    cities: [...one.cities],
    closed: { send: closedToSend(context, one), receive: closedToReceive(context, one) },
  };
}

/** Why nobody can send this currency now: the operator, or no price for it. */
export function closedToSend({ rates }: Needs, one: Currency): Closed | null {
  if (!one.sendVisible) return closedBy('direction_closed');
  if (one.sendClosed !== null) return closedBy('direction_closed', one.sendClosed);
  const trouble = rates.trouble(one.ticker);
  return trouble && closedBy(trouble);
}

/** Why nobody can receive this currency now: the operator, no price, or a reserve below the least sum. */
export function closedToReceive({ catalogue, rates }: Needs, one: Currency): Closed | null {
  if (!one.receiveVisible) return closedBy('direction_closed');
  if (one.receiveClosed !== null) return closedBy('direction_closed', one.receiveClosed);
  const trouble = rates.trouble(one.ticker);
  if (trouble) return closedBy(trouble);
  const row = catalogue.reserve(one.id);
  const least = one.min < one.minVerification ? one.min : one.minVerification;
  return row && reserveMax(row.amount, row.held) >= least ? null : closedBy('reserve_empty');
}

/** Ids that can be sent now, whatever is received. */
export function fromIds(context: Needs): number[] {
  return ids(context, one => closedToSend(context, one) === null);
}

/** Ids that can be received now for `from`. */
export function toIds(context: Needs, from: Currency): number[] {
  if (closedToSend(context, from)) return [];
  return ids(context, to => isOpen(context, from, to));
}

/** Ids that can be sent now to receive `to`. */
export function fromIdsOf(context: Needs, to: Currency): number[] {
  if (closedToReceive(context, to)) return [];
  return ids(context, from => isOpen(context, from, to));
}

function ids({ catalogue }: Needs, fits: (one: Currency) => boolean): number[] {
  return catalogue.currencies.filter(fits).map(one => one.id);
}

function isOpen(context: Needs, from: Currency, to: Currency): boolean {
  if (!isPair(from, to)) return false;
  const found = terms(context, from.id, to.id);
  return found.ok && found.closed === null;
}
