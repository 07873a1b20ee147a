/** What the probe leaves on the page. Times are milliseconds since the navigation began. */
export interface Probed {
  /** Both fields are there and painted. */
  painted: number | null;
  /** A sum typed in the first field has changed the second. */
  usable: number | null;
  /** Tasks over 50 ms, all their time together. */
  long: number;
}

declare global {
  // oxlint-disable-next-line no-var
  var probed: Probed;
  // oxlint-disable-next-line no-var
  var keys: number[];
}

/**
 * Runs in the page before anything else of it: tries the two sums of the first form again and again, in a shadow root or
 * not, as a person would who types from the first moment.
 */
export function probe(): void {
  const found: Probed = { painted: null, usable: null, long: 0 };
  globalThis.probed = found;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) found.long += entry.duration;
  }).observe({ type: 'longtask', buffered: true });
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const field = (name: string) => {
    const host = document.querySelector('exchange-widget, bare-form');
    return (
      (host ? host.shadowRoot : document)?.querySelector<HTMLInputElement>(`input[name=${name}]`) ?? null
    );
  };
  let sum = 70;
  let before = '';
  const look = () => {
    const [from, to] = [field('fromSumma'), field('toSumma')];
    if (from && to && from.getClientRects().length > 0) {
      if (found.painted === null) {
        found.painted = -1;
        requestAnimationFrame(() => setTimeout(() => (found.painted = performance.now())));
      }
      if (sum > 70 && to.value !== before) return void (found.usable = performance.now());
      before = to.value;
      sum += 1;
      write?.call(from, String(sum));
      from.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    }
    setTimeout(look, 8);
  };
  look();
}

/** Runs in a page whose form is ready: notes for each key how long it takes until what it changed is painted. */
export function listen(): void {
  const keys: number[] = [];
  globalThis.keys = keys;
  let pressed = 0;
  addEventListener('keydown', event => (pressed = event.timeStamp), true);
  addEventListener(
    'input',
    () =>
      requestAnimationFrame(() => {
        // A timer comes after the frame; React's own work does not hold it up.
        setTimeout(() => keys.push(performance.now() - pressed));
      }),
    true,
  );
}
