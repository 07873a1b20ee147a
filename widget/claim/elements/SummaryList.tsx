import type { ReactNode } from 'react';

/** A line of a summary; `big` for sums of money. */
export interface SummaryLine {
  name: string;
  value: ReactNode;
  big?: boolean;
}

/** Names and values on hairlines. */
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
