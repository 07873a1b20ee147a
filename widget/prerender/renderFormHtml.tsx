import { signal } from '@preact/signals-core';
import { renderToString } from 'react-dom/server';
import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { createExchangeModel } from '#core/exchange/form/createExchangeModel.ts';
import { getLogo } from '../icons/coinLogo.ts';
import { LOGO_IMPORTS } from '../icons/logoLoader.ts';
import { WidgetRoot } from '../WidgetRoot.tsx';
import styles from '../styles/widget.css?inline';
import type { WidgetContext } from '../widgetContext.ts';

/** The widget's CSS. */
export const widgetCss = styles;

// The markup contains the logos of the pair.
for (const [icon, importLogo] of Object.entries(LOGO_IMPORTS))
  getLogo(icon).value = (await importLogo()).logo;

const noClaim = signal(null);
const isHydrating = signal(true);

/** Options for rendering the form on the server. */
export interface FormRenderOptions {
  /** Whether the page belongs to the exchange's own site. */
  isExchangeSite: boolean;
  /** Amount from the deep link or the attribute. */
  amount?: string | undefined;
}

/**
 * Renders the form's HTML from a settings response, equal to the browser's first render. Null
 * if the response lacks data for that render.
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
