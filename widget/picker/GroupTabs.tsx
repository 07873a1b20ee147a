import type { KeyboardEvent } from 'react';
import { getGroupTabLabel } from './currencyList.ts';

/** Tabs that filter the list by group; arrow keys move between them. */
export function GroupTabs({
  groups,
  activeGroup,
  onChange,
}: {
  groups: readonly string[];
  activeGroup: string | null;
  onChange: (tab: string | null) => void;
}) {
  if (groups.length < 2) return null;
  const tabs = [null, ...groups];
  const onArrowKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (tabs.indexOf(activeGroup) + step + tabs.length) % tabs.length;
    onChange(tabs[next] ?? null);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label="Группы" onKeyDown={onArrowKey}>
      {tabs.map(group => (
        <button
          type="button"
          role="tab"
          key={group ?? ''}
          aria-selected={group === activeGroup}
          tabIndex={group === activeGroup ? 0 : -1}
          onClick={() => onChange(group)}
        >
          {group === null ? 'Все' : getGroupTabLabel(group)}
        </button>
      ))}
    </div>
  );
}
