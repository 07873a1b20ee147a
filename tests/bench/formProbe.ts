/** Results that the probe leaves on the page. Times are milliseconds since the start of navigation. */
export interface ProbeResult {
  /** When input in the first field first changed the second one. */
  usableAt: number | null;
  /** When that change was painted. */
  paintedAt: number | null;
  /** Total duration of tasks over 50 ms. */
  longTasksMs: number;
}

declare global {
  // oxlint-disable-next-line no-var
  var probed: ProbeResult;
  // oxlint-disable-next-line no-var
  var keys: number[];
}

/**
 * Runs before all other scripts of the page. Repeatedly types into the first form's amount fields,
 * with or without a shadow root, like a user who types as soon as possible.
 */
export function probeForm(): void {
  const result: ProbeResult = { usableAt: null, paintedAt: null, longTasksMs: 0 };
  globalThis.probed = result;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) result.longTasksMs += entry.duration;
  }).observe({ type: 'longtask', buffered: true });
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const field = (name: string) => {
    const host = document.querySelector('exchange-widget, bare-form');
    return (
      (host ? host.shadowRoot : document)?.querySelector<HTMLInputElement>(`input[name=${name}]`) ?? null
    );
  };
  let amount = 70;
  let previousText = '';
  const poll = () => {
    const [from, to] = [field('fromSumma'), field('toSumma')];
    if (from && to && from.getClientRects().length > 0) {
      if (amount > 70 && to.value !== previousText) {
        result.usableAt = performance.now();
        requestAnimationFrame(() => setTimeout(() => (result.paintedAt = performance.now())));
        return;
      }
      previousText = to.value;
      amount += 1;
      setValue?.call(from, String(amount));
      from.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    }
    setTimeout(poll, 8);
  };
  poll();
}

/** Runs on a page whose form is ready. Records the time from each key press to the resulting paint. */
export function recordKeystrokes(): void {
  const keys: number[] = [];
  globalThis.keys = keys;
  let pressedAt = 0;
  addEventListener('keydown', event => (pressedAt = event.timeStamp), true);
  addEventListener(
    'input',
    () =>
      requestAnimationFrame(() => {
        // The timer runs after the frame. React's own work does not delay it.
        setTimeout(() => keys.push(performance.now() - pressedAt));
      }),
    true,
  );
}
