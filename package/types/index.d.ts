/** What `<exchange-widget>` takes and tells. Importing the package registers the element in a browser. */

/** The element's attributes, and its properties of the same names. */
export interface ExchangeWidgetAttributes {
  /** What to send, a currency code in any case or an alias: `USDTTRC20`. */
  cur_from?: string | undefined;
  /** What to receive: `SBPRUB`. */
  cur_to?: string | undefined;
  /** The sum to send, as people write it. */
  amount?: string | undefined;
  /** The city for cash, by its code. */
  city?: string | undefined;
  /** Your referral id; it reaches the claim. */
  rid?: string | undefined;
  /** The page's own color-scheme is `auto`. */
  theme?: 'light' | 'dark' | 'auto' | undefined;
  /** Origin of the exchange, `https://exchange.example`. A bundled widget cannot know it. */
  api?: string | undefined;
  /** Opens this claim: `uuid`, or `uuid#secret`. */
  claim?: string | undefined;
}

/** Detail of `exchange-change`: codes, decimal texts, and who changed it. */
export interface ExchangeChange {
  from: string;
  to: string;
  fromSumma: string;
  toSumma: string;
  course: string;
  source: 'user' | 'attribute' | 'url' | 'course' | 'default';
}

/** Where a claim stands. */
export type ExchangeClaimStatus =
  | 'new'
  | 'verification'
  | 'requisites'
  | 'waiting'
  | 'claimed'
  | 'confirming'
  | 'aml'
  | 'hold'
  | 'paid'
  | 'payout'
  | 'payout_error'
  | 'refunding'
  | 'completed'
  | 'refunded'
  | 'rejected'
  | 'expired'
  | 'cancelled';

/** Detail of `exchange-claim`: a claim was made, opened, or changed its status. */
export interface ExchangeClaim {
  id: string;
  status: ExchangeClaimStatus;
}

/** Detail of `exchange-error`. */
export interface ExchangeError {
  code: string;
}

/** The events, by name; all bubble and are composed. */
export interface ExchangeWidgetEventMap {
  /** The form can be used. */
  'exchange-ready': CustomEvent<null>;
  'exchange-change': CustomEvent<ExchangeChange>;
  'exchange-claim': CustomEvent<ExchangeClaim>;
  'exchange-error': CustomEvent<ExchangeError>;
}

/** What `diagnose()` found, the worst first; `text` is all of it to read. */
export interface ExchangeReport {
  findings: { code: string; level: 'error' | 'warning' | 'info'; message: string }[];
  text: string;
}

/** The element. */
export interface ExchangeWidgetElement extends HTMLElement, ExchangeWidgetAttributes {
  /** What on this page keeps the widget from working, or soon will. There once the element is registered. */
  diagnose(): Promise<ExchangeReport>;
}

declare global {
  interface HTMLElementTagNameMap {
    'exchange-widget': ExchangeWidgetElement;
  }
  // What elements, documents and windows can be listened to for: HTMLElementEventMap has it from here.
  interface GlobalEventHandlersEventMap extends ExchangeWidgetEventMap {}
}
