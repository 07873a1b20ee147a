import { useEffect, useRef } from 'react';
import type { Item } from '#core/contract/calculator.ts';

/** The cities of a cash currency, as buttons. */
export function Cities({ item, onPick }: { item: Item; onPick: (code: string) => void }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <ul className="list" ref={list} aria-label="Города">
      {item.cities.map(city => (
        <li key={city.code}>
          <button type="button" className="opt city" onClick={() => onPick(city.code)}>
            <b>{city.name}</b>
          </button>
        </li>
      ))}
    </ul>
  );
}
