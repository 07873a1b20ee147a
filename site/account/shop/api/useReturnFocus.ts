import { useCallback, useEffect, useRef, type RefCallback } from 'react';

/**
 * Returns the focus to the button that opened something, by its name, once that is closed. It stays where something else
 * has taken it. The returned function makes the refs of the buttons.
 */
export function useReturnFocus<Name extends string>(
  open: Name | null,
): (name: Name) => RefCallback<HTMLButtonElement> {
  const buttons = useRef(new Map<Name, HTMLButtonElement>());
  const lastOpen = useRef(open);
  useEffect(() => {
    const closed = lastOpen.current;
    lastOpen.current = open;
    // What had the focus is gone with what was closed.
    if (open === null && closed !== null && document.activeElement === document.body)
      buttons.current.get(closed)?.focus();
  }, [open]);
  return useCallback(
    name => button => {
      if (button) buttons.current.set(name, button);
      else buttons.current.delete(name);
    },
    [],
  );
}
