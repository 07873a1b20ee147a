import type { ReactNode } from 'react';

/** A row of a summary; `big` for amounts. */
export interface SummaryLine {
  name: string;
  value: ReactNode;
  big?: boolean;
}

/** List of names and values. */
export function SummaryList({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <dl className="summary">
      {lines.map(({ name, value, big }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={big ? 'large numeric' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
