import { useState, type ReactNode } from 'react';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';

/** A row of a list that opens. `children`: what is rendered while it is open. */
export function RowDetails({
  name,
  note,
  state,
  isOnly = false,
  children,
}: {
  name: ReactNode;
  /** Small text below the name. */
  note: string;
  /** What is important about it now. */
  state: ReactNode;
  /** Whether the search finds no other row: it is open then. */
  isOnly?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || isOnly;
  return (
    <li>
      <details
        className="row-details"
        open={isShown}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary data-row="">
          <Icon d={ICON_PATHS.down} size={18} />
          <span>
            {name}
            <small>{note}</small>
          </span>
          <span className="numeric">{state}</span>
        </summary>
        {isShown && children}
      </details>
    </li>
  );
}
