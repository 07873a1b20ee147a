import { signal } from '@preact/signals-core';
import { renderToString } from 'react-dom/server';
import type { Settings } from '#core/contract/calculator.ts';
import * as exchanges from '#core/exchange/exchange.ts';
import { Exchange } from '../Exchange.tsx';
import styles from '../exchange.css?inline';
import type { Life } from '../life.ts';

/** The widget's own look. */
export const css = styles;

const none = signal(null);
const arriving = signal(true);

/** Where the form is shown and what the page asked of it. */
export interface RenderOptions {
  /** Whether it is the exchange's own page. */
  home: boolean;
  /** The sum of the deep link or the attribute. */
  amount?: string | undefined;
}

/**
 * The form as the browser draws it first with that answer of the settings call, by React itself. Null when the answer
 * does not hold all of a first paint.
 */
export function render(settings: Settings, { home, amount }: RenderOptions): string | null {
  const at = Date.parse(settings.pair?.now ?? '') || 0;
  const exchange = exchanges.create({
    api: {
      base: '',
      clock: { now: () => at, later: () => () => undefined },
      call: () => new Promise(() => undefined),
    },
    initial: settings,
    held: true,
    wanted: { url: { amount } },
  });
  try {
    if (exchange.phase.peek().phase !== 'ready') return null;
    // All that is drawn of it at first; the rest is for what people do.
    const life = { exchange, claim: none, arriving, base: '', home } as unknown as Life;
    return renderToString(<Exchange life={life} />);
  } finally {
    exchange.dispose();
  }
}
