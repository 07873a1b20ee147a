import type { ReactNode } from 'react';

/** What a list without rows shows. `children`: the way out. */
export function EmptyList({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="list-empty" role="status">
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}
