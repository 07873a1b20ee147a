import { useEffect, useRef } from 'react';
import type { CurrencyItem } from '#core/contract/calculator.ts';

/** Buttons for the cities of a cash currency. */
export function CityList({ item, onPick }: { item: CurrencyItem; onPick: (code: string) => void }) {
  const listRef = useRef<HTMLUListElement>(null);
  useEffect(() => listRef.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <ul className="list" ref={listRef} aria-label="Города">
      {item.cities.map(city => (
        <li key={city.code}>
          <button type="button" className="option city" onClick={() => onPick(city.code)}>
            <b>{city.name}</b>
          </button>
        </li>
      ))}
    </ul>
  );
}
