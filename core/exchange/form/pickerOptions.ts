import type { Direction, CurrencyItem } from '../../contract/calculator.ts';
import type { SideName } from '../course.ts';
import type { CurrentPair } from './pairView.ts';
import { listVisibleItems } from './pairLoader.ts';
import type { PickerOption } from './exchangeModel.ts';

/** What the pickers offer: all that is shown on a side, with the reason where it cannot be chosen now. */
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

/** Whether the currencies may trade places: both shown and open on the other side. The to-ids have the last word. */
export function canSwapPair(
  directions: readonly Direction[],
  { from, to }: { from: CurrencyItem; to: CurrencyItem },
): boolean {
  const isOpenOn = (side: 'send' | 'receive', item: CurrencyItem) =>
    listVisibleItems(directions, side).some(candidate => candidate.id === item.id && !candidate.closed[side]);
  return isOpenOn('send', to) && isOpenOn('receive', from);
}
