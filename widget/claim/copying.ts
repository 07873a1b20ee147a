import { useEffect, useRef, useState, type RefObject } from 'react';

/** How long «скопировано» stays, milliseconds. */
const STAYS = 2000;

/** A value on its way to the clipboard. Some browsers and frames forbid it: then the person copies what is selected. */
export interface Copying {
  state: 'idle' | 'copied' | 'selected';
  copy: () => void;
  /** For the element that shows the value and can be selected. */
  shown: RefObject<HTMLElement | null>;
}

/** Copies `value` when told to; what became of it is known for two seconds. */
export function useCopying(value: string): Copying {
  const [state, setState] = useState<Copying['state']>('idle');
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), STAYS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setState('selected');
    }
  };
  return { state, shown, copy: () => void copy() };
}
