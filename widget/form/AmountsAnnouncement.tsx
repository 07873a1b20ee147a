import { useEffect, useState } from 'react';
import { effect } from '@preact/signals-core';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';

/** Delay between the last change and its announcement, milliseconds. */
const ANNOUNCEMENT_DELAY_MS = 1200;

/** Announces both amounts to screen readers after a change by the person, but not after a course update. */
export function AmountsAnnouncement({ exchange }: { exchange: ExchangeModel }) {
  const [text, setText] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    let changedAt = 0;
    // One timer for all keystrokes: it restarts itself until the delay has passed without a change.
    const schedule = (delayMs: number) => (timer = setTimeout(announce, delayMs));
    function announce() {
      timer = undefined;
      const remainingMs = changedAt + ANNOUNCEMENT_DELAY_MS - performance.now();
      if (remainingMs > 0) return void schedule(remainingMs);
      const [payload, from, to] = [exchange.toPayload(), exchange.from.peek(), exchange.to.peek()];
      if (payload && from && to)
        setText(
          `Отдаёте ${formatMoney(payload.fromSumma, from.ticker)}, получаете ${formatMoney(payload.toSumma, to.ticker)}`,
        );
    }
    const disposeEffect = effect(() => {
      const dependencies = [
        exchange.typedAmount.value,
        exchange.from.value,
        exchange.to.value,
        exchange.courseType.value,
      ];
      if (isFirst || dependencies.length === 0) return void (isFirst = false);
      changedAt = performance.now();
      if (timer === undefined) schedule(ANNOUNCEMENT_DELAY_MS);
    });
    return () => {
      clearTimeout(timer);
      disposeEffect();
    };
  }, [exchange]);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}
