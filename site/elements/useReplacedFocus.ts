import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the first control in the returned element when `shown` changes: the button that was pressed is
 * gone.
 */
export function useReplacedFocus(shown: string | null): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const last = useRef(shown);
  useEffect(() => {
    if (last.current !== shown) ref.current?.querySelector<HTMLElement>('input, select, button')?.focus();
    last.current = shown;
  }, [shown]);
  return ref;
}
