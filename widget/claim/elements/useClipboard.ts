import { useEffect, useRef, useState, type RefObject } from 'react';

/** How long «скопировано» stays, milliseconds. */
const COPIED_STATE_MS = 2000;

/** A value on its way to the clipboard. Some browsers and frames forbid it: then the person copies what is selected. */
export interface ClipboardState {
  state: 'idle' | 'copied' | 'selected';
  copy: () => void;
  /** For the element that shows the value and can be selected. */
  valueRef: RefObject<HTMLElement | null>;
}

/** Copies `value` when told to; what became of it is known for two seconds. */
export function useClipboard(value: string): ClipboardState {
  const [state, setState] = useState<ClipboardState['state']>('idle');
  const valueRef = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), COPIED_STATE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      if (valueRef.current) getSelection()?.selectAllChildren(valueRef.current);
      setState('selected');
    }
  };
  return { state, valueRef, copy: () => void copy() };
}
