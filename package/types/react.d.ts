import type { CSSProperties, ForwardRefExoticComponent, ReactNode, RefAttributes } from 'react';
import type { ExchangeWidgetAttributes, ExchangeWidgetElement, ExchangeWidgetEventMap } from './index.js';

export type * from './index.js';

/** The element's attributes, its events as function props, and the props of every element. */
export interface ExchangeWidgetProps extends Omit<ExchangeWidgetAttributes, 'amount' | 'api'> {
  /** Origin of the exchange, `https://exchange.example`. Required for a bundled widget. */
  api: string;
  amount?: string | number | undefined;
  id?: string | undefined;
  className?: string | undefined;
  /** May include the widget's custom properties: `{'--exchange-accent': '#7a1f3d'}`. */
  style?: (CSSProperties & { [token: `--exchange-${string}`]: string | number }) | undefined;
  /** Fallback if the widget cannot run: a plain link to the exchange. */
  children?: ReactNode;
  /** The form is ready for input. */
  onReady?: ((event: ExchangeWidgetEventMap['exchange-ready']) => void) | undefined;
  onChange?: ((event: ExchangeWidgetEventMap['exchange-change']) => void) | undefined;
  onStep?: ((event: ExchangeWidgetEventMap['exchange-step']) => void) | undefined;
  onClaim?: ((event: ExchangeWidgetEventMap['exchange-claim']) => void) | undefined;
  onError?: ((event: ExchangeWidgetEventMap['exchange-error']) => void) | undefined;
}

/** `<exchange-widget>` for React 16.8 to 19. On a server it renders the tag with its children. */
export const ExchangeWidget: ForwardRefExoticComponent<
  ExchangeWidgetProps & RefAttributes<ExchangeWidgetElement>
>;
