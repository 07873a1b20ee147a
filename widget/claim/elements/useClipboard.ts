import { useEffect, useRef, useState, type RefObject } from 'react';

/** How long «скопировано» is shown, milliseconds. */
const COPIED_STATE_MS = 2000;

/** State of a copy action. Where the clipboard is blocked, the text is selected instead. */
export interface ClipboardState {
  state: 'idle' | 'copied' | 'selected';
  copy: () => void;
  /** Ref for the element whose text is selected if copying fails. */
  valueRef: RefObject<HTMLElement | null>;
}

/** Copies `value`; the result is shown for two seconds. */
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
