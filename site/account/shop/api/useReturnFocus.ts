import { useCallback, useEffect, useRef, type RefCallback } from 'react';

/**
 * Returns the focus to the button that opened a form, by its name, once the form is closed. The focus stays if another
 * element has it. The returned function creates the refs of the buttons.
 */
export function useReturnFocus<Name extends string>(
  open: Name | null,
): (name: Name) => RefCallback<HTMLButtonElement> {
  const buttons = useRef(new Map<Name, HTMLButtonElement>());
  const lastOpen = useRef(open);
  useEffect(() => {
    const closed = lastOpen.current;
    lastOpen.current = open;
    // The focused element was removed with the form.
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
