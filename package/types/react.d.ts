import type { CSSProperties, ForwardRefExoticComponent, ReactNode, RefAttributes } from 'react';
import type { ExchangeWidgetAttributes, ExchangeWidgetElement, ExchangeWidgetEventMap } from './index.js';

export type * from './index.js';

/** The element's attributes, its events as functions, and what every element takes. */
export interface ExchangeWidgetProps extends Omit<ExchangeWidgetAttributes, 'amount' | 'api'> {
  /** Origin of the exchange, `https://exchange.example`: a bundled widget cannot know it. */
  api: string;
  amount?: string | number | undefined;
  id?: string | undefined;
  className?: string | undefined;
  /** With the widget's own properties among them: `{'--exchange-accent': '#7a1f3d'}`. */
  style?: (CSSProperties & { [token: `--exchange-${string}`]: string | number }) | undefined;
  /** Shown where the widget cannot run: a plain link to the exchange. */
  children?: ReactNode;
  /** The form can be used. */
  onReady?: ((event: ExchangeWidgetEventMap['exchange-ready']) => void) | undefined;
  onChange?: ((event: ExchangeWidgetEventMap['exchange-change']) => void) | undefined;
  onClaim?: ((event: ExchangeWidgetEventMap['exchange-claim']) => void) | undefined;
  onError?: ((event: ExchangeWidgetEventMap['exchange-error']) => void) | undefined;
}

/** `<exchange-widget>` for React 16.8 to 19; on a server it draws the tag with its children. */
export const ExchangeWidget: ForwardRefExoticComponent<
  ExchangeWidgetProps & RefAttributes<ExchangeWidgetElement>
>;
