import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Icon, paths as common } from '../Icon.tsx';
import { paths } from './icons.ts';

/** How long «скопировано» stays, milliseconds. */
const STAYS = 2000;

/** A value to carry over: `value` is what is copied, `children` what is read. */
export function Copy({
  name,
  value,
  big = false,
  children,
}: {
  name: string;
  value: string;
  big?: boolean;
  children: ReactNode;
}) {
  const [state, setState] = useState<'idle' | 'copied' | 'selected'>('idle');
  const text = useRef<HTMLSpanElement>(null);
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
      // Frames and old browsers may forbid it: then the person copies what is selected.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setState('selected');
    }
  };
  const done = state === 'copied';
  const said = done ? ', скопировано' : state === 'selected' ? ', выделено: скопируйте сами' : '';
  return (
    <div className={done ? 'copy done' : 'copy'}>
      <span>
        <span className="k">
          {name}
          <span className="ink" role="status">
            {said}
          </span>
        </span>
        <span className={big ? 'v big' : 'v'} ref={text}>
          {children}
        </span>
      </span>
      <button
        type="button"
        className="icn"
        aria-label={`Скопировать: ${name.toLowerCase()}`}
        onClick={() => void copy()}
      >
        <Icon d={done ? common.check : paths.copy} />
      </button>
    </div>
  );
}

/** An address with its first and last five letters set off, as people compare them. */
export function Address({ text }: { text: string }) {
  if (text.length < 16) return text;
  return (
    <span className="addr">
      <b>{text.slice(0, 5)}</b>
      {text.slice(5, -5)}
      <b>{text.slice(-5)}</b>
    </span>
  );
}
