import { useState, type ReactNode } from 'react';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';

/** A row of a list that opens. `summary`: what it shows; `children`: what is rendered while it is open. */
export function RowDetails({
  summary,
  isOnly = false,
  children,
}: {
  summary: ReactNode;
  /** Whether the search finds no other row: it is open then. */
  isOnly?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isOpen || isOnly;
  return (
    <details
      className="row-details"
      open={isShown}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary data-row="">
        <Icon d={ICON_PATHS.down} size={18} />
        {summary}
      </summary>
      {isShown && children}
    </details>
  );
}
