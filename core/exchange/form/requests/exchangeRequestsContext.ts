import type { ChangeSource, ExchangeOptions, LogFunction } from '../exchangeModel.ts';
import type { ExchangeState } from '../exchangeState.ts';
import type { PricingTerms } from '../typedAmounts.ts';
import type { FormStorage } from '../formStorage.ts';

/** The parts of the form that its requests read and change. */
export interface ExchangeRequestsContext {
  options: ExchangeOptions;
  log: LogFunction;
  state: ExchangeState;
  storage: FormStorage;
  /** The applied promocode, "" without one. */
  getPromocode(): string;
  onPromocodeRefused(code: string): void;
  /** The terms of the current pair; null without a course. */
  getTerms(): PricingTerms | null;
  /** Clamps and formats the typed amount. */
  commitAmount(): void;
  onChange(source: ChangeSource): void;
}
