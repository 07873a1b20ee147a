/** What the probe leaves on the page. Times are milliseconds since the navigation began. */
export interface ProbeResult {
  /** Both fields are there and painted. */
  paintedAt: number | null;
  /** A sum typed in the first field has changed the second. */
  usableAt: number | null;
  /** Tasks over 50 ms, all their time together. */
  longTasksMs: number;
}

declare global {
  // oxlint-disable-next-line no-var
  var probed: ProbeResult;
  // oxlint-disable-next-line no-var
  var keys: number[];
}

/**
 * Runs in the page before anything else of it: tries the two sums of the first form again and again, in a shadow root or
 * not, as a person would who types from the first moment.
 */
export function probeForm(): void {
  const result: ProbeResult = { paintedAt: null, usableAt: null, longTasksMs: 0 };
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
  let sum = 70;
  let previousText = '';
  const poll = () => {
    const [from, to] = [field('fromSumma'), field('toSumma')];
    if (from && to && from.getClientRects().length > 0) {
      if (result.paintedAt === null) {
        result.paintedAt = -1;
        requestAnimationFrame(() => setTimeout(() => (result.paintedAt = performance.now())));
      }
      if (sum > 70 && to.value !== previousText) return void (result.usableAt = performance.now());
      previousText = to.value;
      sum += 1;
      setValue?.call(from, String(sum));
      from.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    }
    setTimeout(poll, 8);
  };
  poll();
}

/** Runs in a page whose form is ready: notes for each key how long it takes until what it changed is painted. */
export function recordKeystrokes(): void {
  const keys: number[] = [];
  globalThis.keys = keys;
  let pressedAt = 0;
  addEventListener('keydown', event => (pressedAt = event.timeStamp), true);
  addEventListener(
    'input',
    () =>
      requestAnimationFrame(() => {
        // A timer comes after the frame; React's own work does not hold it up.
        setTimeout(() => keys.push(performance.now() - pressedAt));
      }),
    true,
  );
}
