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
    let changed = 0;
    // One timer at a time, not one for each key: it goes on until nothing has changed for so long.
    const wait = (pause: number) => (timer = setTimeout(tell, pause));
    function tell() {
      timer = undefined;
      const left = changed + PAUSE - performance.now();
      if (left > 0) return void wait(left);
      const [wire, from, to] = [exchange.wire(), exchange.from.peek(), exchange.to.peek()];
      if (wire && from && to)
        setText(`Отдаёте ${sum(wire.fromSumma, from.ticker)}, получаете ${sum(wire.toSumma, to.ticker)}`);
    }
    const stop = effect(() => {
      const cause = [exchange.typed.value, exchange.from.value, exchange.to.value, exchange.courseType.value];
      if (first || cause.length === 0) return void (first = false);
      changed = performance.now();
      if (timer === undefined) wait(PAUSE);
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
