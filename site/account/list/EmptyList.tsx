import type { ReactNode } from 'react';
import { FocusMovingLink } from './FocusMovingLink.tsx';

/** Content of a list without rows. `children`: the next step. */
export function EmptyList({
  title,
  text,
  heading: Heading = 'h2',
  children,
}: {
  title: string;
  text: string;
  /** Level below the heading before it. */
  heading?: 'h2' | 'h3';
  children?: ReactNode;
}) {
  return (
    <div className="list-empty" role="status">
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Content of a list without rows that pass the filters. */
export function NothingFound({ text, heading }: { text: string; heading?: 'h2' | 'h3' }) {
  return (
    <EmptyList title="Ничего не нашли" text={text} {...(heading && { heading })}>
      <FocusMovingLink className="button" to={{ search: '' }}>
        Сбросить фильтр
      </FocusMovingLink>
    </EmptyList>
  );
}
