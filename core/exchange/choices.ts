import type { Direction, Item } from '../contract/calculator.ts';
import type { SideName } from './course.ts';
import type { Current } from './figures.ts';
import { visible } from './loading.ts';
import type { Choice } from './model.ts';

/** What the pickers offer: all that is shown on a side, with the reason where it cannot be chosen now. */
export function choices(
  directions: readonly Direction[],
  current: Current | null,
): Record<SideName, readonly Choice[]> {
  const from = visible(directions, 'send').map(item => ({ item, closed: item.closed.send }));
  const others = visible(directions, 'receive').filter(({ id }) => id !== current?.from.id);
  const to = others.map(item => {
    const offered = current?.toIds.includes(item.id) ?? false;
    return { item, closed: item.closed.receive ?? (offered ? null : { code: 'pair_unknown', detail: '' }) };
  });
  return { from, to };
}

/** Whether the currencies may trade places: both shown and open on the other side. The to-ids have the last word. */
export function swappable(directions: readonly Direction[], { from, to }: { from: Item; to: Item }): boolean {
  const open = (side: 'send' | 'receive', item: Item) =>
    visible(directions, side).some(one => one.id === item.id && !one.closed[side]);
  return open('send', to) && open('receive', from);
}
