import type { Direction, CurrencyItem } from '../../contract/calculator.ts';
import type { SideName } from '../course.ts';
import type { CurrentPair } from './pairView.ts';
import { listVisibleItems } from './requests/directionItems.ts';
import type { PickerOption } from './exchangeModel.ts';

/** The currencies that each picker shows, with the reason why one cannot be chosen. */
export function listPickerOptions(
  directions: readonly Direction[],
  current: CurrentPair | null,
): Record<SideName, readonly PickerOption[]> {
  const from = listVisibleItems(directions, 'send').map(item => ({ item, closedReason: item.closed.send }));
  const receiveItems = listVisibleItems(directions, 'receive').filter(({ id }) => id !== current?.from.id);
  const to = receiveItems.map(item => {
    const isAvailable = current?.toIds.includes(item.id) ?? false;
    return {
      item,
      closedReason: item.closed.receive ?? (isAvailable ? null : { code: 'pair_unknown', detail: '' }),
    };
  });
  return { from, to };
}

interface CurrencyPair {
  from: CurrencyItem;
  to: CurrencyItem;
}

/**
 * Whether `pair` (the pending pair, else the current one) can be swapped: both currencies are visible and open on the
 * other side, or the swap leads back to the current pair. The server's to-ids may still refuse it.
 */
export function canSwapPair(
  directions: readonly Direction[],
  current: CurrencyPair,
  pair: CurrencyPair,
): boolean {
  if (pair.from.id === current.to.id && pair.to.id === current.from.id) return true;
  const isOpenOn = (side: 'send' | 'receive', item: CurrencyItem) =>
    listVisibleItems(directions, side).some(candidate => candidate.id === item.id && !candidate.closed[side]);
  return isOpenOn('send', pair.to) && isOpenOn('receive', pair.from);
}
