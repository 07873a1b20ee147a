/** Types of `<exchange-widget>`. Importing the package registers the element in a browser. */

import type { ExchangeWidgetAttributes } from './attributes.js';

export type { ExchangeWidgetAttributes };

/** Detail of `exchange-change`: codes, amounts and course as decimal text, and the source of the change. */
export interface ExchangeChange {
  from: string;
  to: string;
  fromSumma: string;
  toSumma: string;
  course: string;
  source: 'user' | 'attribute' | 'url' | 'course' | 'default';
}

/** Status of a claim. */
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

/** Detail of `exchange-claim`: a claim was created or opened, or its status changed. */
export interface ExchangeClaim {
  id: string;
  status: ExchangeClaimStatus;
}

/** Steps of the widget, in their order. `claim`: a claim exists. */
export type ExchangeStepName = 'form' | 'requisites' | 'confirm' | 'claim';

/** Detail of `exchange-step`: the widget shows another step. */
export interface ExchangeStep {
  step: ExchangeStepName;
}

/** Detail of `exchange-error`. */
export interface ExchangeError {
  code: string;
}

/** The events by name. All bubble and are composed. */
export interface ExchangeWidgetEventMap {
  /** The form is ready for input. */
  'exchange-ready': CustomEvent<null>;
  'exchange-change': CustomEvent<ExchangeChange>;
  'exchange-step': CustomEvent<ExchangeStep>;
  'exchange-claim': CustomEvent<ExchangeClaim>;
  'exchange-error': CustomEvent<ExchangeError>;
}

/** Result of `diagnose()`: findings, the most severe first; `text` is the whole report. */
export interface ExchangeReport {
  findings: { code: string; level: 'error' | 'warning' | 'info'; message: string }[];
  text: string;
}

/** The element. */
export interface ExchangeWidgetElement extends HTMLElement, ExchangeWidgetAttributes {
  /** Finds problems on this page that affect the widget. Available once the element is defined. */
  diagnose(): Promise<ExchangeReport>;
  /** Shows the form instead of an opened claim. */
  showForm(): void;
  /** Goes back to an earlier step. Does nothing with an opened claim and while one is being created. */
  returnToStep(step: Exclude<ExchangeStepName, 'claim'>): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'exchange-widget': ExchangeWidgetElement;
  }
  // Declares the events for elements, documents and windows. HTMLElementEventMap extends this interface.
  interface GlobalEventHandlersEventMap extends ExchangeWidgetEventMap {}
}
