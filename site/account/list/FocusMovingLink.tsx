import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** The first filter of the page. */
const FIRST_FILTER = '.list-filters :is(input, select)';

/**
 * A link to another view of a list that goes away with this view. Pressed by keyboard, it gives the focus to the first
 * element of the page that `next`, a selector, finds.
 */
export function FocusMovingLink({
  next = FIRST_FILTER,
  ...link
}: Omit<ComponentProps<typeof Link>, 'onClick'> & { next?: string }) {
  return (
    <Link
      {...link}
      preventScrollReset
      onClick={({ detail, ctrlKey, metaKey, currentTarget }) => {
        // A tap on a phone would open its keyboard.
        if (detail === 0 && !ctrlKey && !metaKey)
          currentTarget.closest('main')?.querySelector<HTMLElement>(next)?.focus();
      }}
    />
  );
}
