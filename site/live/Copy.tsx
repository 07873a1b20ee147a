import { useEffect, useRef, useState } from 'react';
import './copy.css';

/** How long «Скопировано» stays, milliseconds. */
const STAYS = 2000;

/** Something to take along: `name` says what it is, `value` is shown and copied. */
export function Copy({ name, value }: { name: string; value: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'selected'>('idle');
  const text = useRef<HTMLElement>(null);
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
      // Some browsers forbid it: then the person copies what is selected.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setState('selected');
    }
  };
  return (
    <div className="take">
      <span className="meta">{name}</span>
      <code ref={text} tabIndex={0} role="textbox" aria-readonly="true" aria-label={name}>
        {value}
      </code>
      <button type="button" className="b" aria-label={`Скопировать: ${name}`} onClick={() => void copy()}>
        {state === 'copied' ? 'Скопировано' : 'Скопировать'}
      </button>
      <span className="vh" role="status">
        {state === 'copied' && 'Скопировано'}
        {state === 'selected' && 'Выделено: скопируйте сами'}
      </span>
    </div>
  );
}
