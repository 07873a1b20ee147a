import type { ReactNode } from 'react';
import { Icon, paths as common } from '../Icon.tsx';
import { useCopying } from './copying.ts';
import { paths } from './icons.ts';

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
  const { state, copy, shown } = useCopying(value);
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
        <span className={big ? 'v big' : 'v'} ref={shown}>
          {children}
        </span>
      </span>
      <button type="button" className="icn" aria-label={`Скопировать: ${name.toLowerCase()}`} onClick={copy}>
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
