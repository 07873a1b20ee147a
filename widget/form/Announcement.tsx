import { useEffect, useState } from 'react';
import { effect } from '@preact/signals-core';
import type { Exchange } from '#core/exchange/model.ts';
import { sum } from '../figures.ts';

/** Pause after the last change before it is read out, milliseconds. */
const PAUSE = 1200;

/** Tells a screen reader both sums after the person changed something; a new course alone is not read out. */
export function Announcement({ exchange }: { exchange: Exchange }) {
  const [text, setText] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let first = true;
    const stop = effect(() => {
      const cause = [exchange.typed.value, exchange.from.value, exchange.to.value, exchange.courseType.value];
      clearTimeout(timer);
      if (first || cause.length === 0) return void (first = false);
      timer = setTimeout(() => {
        const [wire, from, to] = [exchange.wire(), exchange.from.peek(), exchange.to.peek()];
        if (wire && from && to)
          setText(`Отдаёте ${sum(wire.fromSumma, from.ticker)}, получаете ${sum(wire.toSumma, to.ticker)}`);
      }, PAUSE);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [exchange]);
  return (
    <p className="vh" role="status">
      {text}
    </p>
  );
}
