import { useEffect, useRef, useState } from 'react';
import type { WaitingGroup, WaitingKind } from '#core/contract/operator/today/today.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { playChime } from '../../live/playChime.ts';
import { soundSwitch } from '../keys/deviceSwitch.ts';

/**
 * Plays a sound when one of the groups grows, also while the page is hidden. Returns whether that is turned on at this
 * device, and the function that turns it on, with a sample of the sound, or off.
 */
export function useArrivalSound<Data>(
  query: ServerQuery<Data>,
  groups: readonly WaitingGroup[] | null,
): readonly [isOn: boolean, turn: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(soundSwitch.isOn);
  const counts = useRef<ReadonlyMap<WaitingKind, number>>(null);
  useEffect(() => {
    if (groups === null) return;
    const before = counts.current;
    counts.current = new Map(groups.map(({ kind, count }) => [kind, count]));
    if (isOn && before && groups.some(({ kind, count }) => count > (before.get(kind) ?? 0))) playChime();
  }, [groups, isOn]);
  useEffect(() => {
    if (!isOn) return;
    // After the listener of the query, which stops while the page is hidden.
    const keepPolling = () => query.setVisible(true);
    keepPolling();
    document.addEventListener('visibilitychange', keepPolling);
    return () => document.removeEventListener('visibilitychange', keepPolling);
  }, [query, isOn]);
  return [
    isOn,
    next => {
      soundSwitch.turn(next);
      setIsOn(next);
      if (next) playChime();
    },
  ];
}
