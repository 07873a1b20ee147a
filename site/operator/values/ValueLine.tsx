import type { ReactNode } from 'react';
import './values.css';

interface ValueButtonProps {
  /** Unique on the page. */
  id: string;
  /** The value, for people. */
  text: string;
  /** Names the value and its row for screen readers. */
  label: string;
  isEdited: boolean;
  /** Called with whether to open the editor; null: the person may not change the value. */
  onEdit: ((isOpening: boolean) => void) | null;
}

/** A value, as a button for those who may change it. */
export const ValueButton = ({ id, text, label, isEdited, onEdit }: ValueButtonProps) =>
  onEdit ? (
    <button
      type="button"
      className="value-button numeric"
      data-value={id}
      aria-expanded={isEdited}
      aria-label={label}
      onClick={() => onEdit(!isEdited)}
    >
      {text}
    </button>
  ) : (
    <span className="numeric">{text}</span>
  );

/** A line with a name, a note and a value. `children`: the open editor. */
export const ValueLine = ({
  name,
  note,
  children,
  ...value
}: ValueButtonProps & { name: ReactNode; note?: ReactNode; children?: ReactNode }) => (
  <li>
    <div className="value-line" data-row="">
      <span>
        {name}
        {note && <small className="numeric">{note}</small>}
      </span>
      <span>
        <ValueButton {...value} />
      </span>
    </div>
    {children}
  </li>
);
