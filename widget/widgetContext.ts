import type { ReadonlySignal } from '@preact/signals-core';
import type { ClaimModel } from '#core/claim/claimModel.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import type { AccountElement } from './accountConnection.ts';
import type { EarlyInput } from './prerender/earlyInput.ts';

/** Events of the element, without their prefix `exchange-`. */
export type WidgetEventName = 'ready' | 'change' | 'step' | 'claim' | 'error';

/** Interface of the element for its screens. Implemented by the controller and by renderFormHtml.tsx. */
export interface WidgetContext {
  readonly exchange: ExchangeModel;
  /** The claim's model; null until its module is loaded. */
  readonly claim: ReadonlySignal<ClaimModel | null>;
  /** The element; absent where the form is rendered on the server. */
  readonly element?: AccountElement;
  /** Origin of the server, where the pages of the exchange are too. */
  readonly base: string;
  /** Whether the widget is on the exchange's own site. */
  readonly isExchangeSite: boolean;
  /** Whether the markup is still the prerendered form. Until hydration ends the screens must render the same markup. */
  readonly isHydrating: ReadonlySignal<boolean>;
  /** Ends hydration. Returns the input made before it; null if the form was not prerendered. */
  completeHydration(): EarlyInput | null;
  /** Loads the claim's module and creates its model once; null if loading failed. Resumes the tab's saved claim. */
  loadClaim(): Promise<ClaimModel | null>;
  /** Dispatches `exchange-<name>` from the element; the event bubbles and is composed. */
  emit(name: WidgetEventName, detail?: object): void;
}

/** Whether the person has used the widget. It takes the focus only after that. */
export type InteractionRef = Readonly<{ current: boolean }>;
