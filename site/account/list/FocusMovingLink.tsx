import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** The first filter of the page. */
const FIRST_FILTER = '.list-filters :is(input, select)';

/**
 * A link to another view of a list. The link disappears with the current view: when activated by keyboard, it moves the
 * focus to the first element that the selector `next` finds.
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
