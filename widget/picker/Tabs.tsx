import type { KeyboardEvent } from 'react';
import { tab as short } from './list.ts';

/** Filters of the list by group; arrows move between them. */
export function Tabs({
  groups,
  tab,
  onChange,
}: {
  groups: readonly string[];
  tab: string | null;
  onChange: (tab: string | null) => void;
}) {
  if (groups.length < 2) return null;
  const all = [null, ...groups];
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (all.indexOf(tab) + step + all.length) % all.length;
    onChange(all[next] ?? null);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label="Группы" onKeyDown={press}>
      {all.map(group => (
        <button
          type="button"
          role="tab"
          key={group ?? ''}
          aria-selected={group === tab}
          tabIndex={group === tab ? 0 : -1}
          onClick={() => onChange(group)}
        >
          {group === null ? 'Все' : short(group)}
        </button>
      ))}
    </div>
  );
}
