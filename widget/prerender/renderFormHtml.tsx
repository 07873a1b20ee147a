import { signal } from '@preact/signals-core';
import { renderToString } from 'react-dom/server';
import type { CalculatorSettings } from '#core/contract/calculator.ts';
import { createExchangeModel } from '#core/exchange/form/createExchangeModel.ts';
import { WidgetRoot } from '../WidgetRoot.tsx';
import styles from '../styles/widget.css?inline';
import type { WidgetContext } from '../widgetContext.ts';

/** The widget's own look. */
export const widgetCss = styles;

const noClaim = signal(null);
const isHydrating = signal(true);

/** Where the form is shown and what the page asked of it. */
export interface FormRenderOptions {
  /** Whether it is the exchange's own page. */
  isExchangeSite: boolean;
  /** The sum of the deep link or the attribute. */
  amount?: string | undefined;
}

/**
 * The form as the browser draws it first with that answer of the settings call, by React itself. Null when the answer
 * does not hold all of a first paint.
 */
export function renderFormHtml(
  settings: CalculatorSettings,
  { isExchangeSite, amount }: FormRenderOptions,
): string | null {
  const serverNow = Date.parse(settings.pair?.now ?? '') || 0;
  const exchange = createExchangeModel({
    api: {
      base: '',
      clock: { now: () => serverNow, setTimer: () => () => undefined },
      call: () => new Promise(() => undefined),
    },
    initial: settings,
    isSuspended: true,
    selections: { url: { amount } },
  });
  try {
    if (exchange.phase.peek().phase !== 'ready') return null;
    const controller: WidgetContext = {
      exchange,
      claim: noClaim,
      isHydrating,
      base: '',
      isExchangeSite,
      // Effects and event handlers do not run on the server.
      completeHydration: () => null,
      loadClaim: () => Promise.resolve(null),
      emit: () => undefined,
    };
    return renderToString(<WidgetRoot controller={controller} />);
  } finally {
    exchange.dispose();
  }
}
