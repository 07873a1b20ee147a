import type { ChangeSource, ExchangeOptions, LogFunction } from '../exchangeModel.ts';
import type { ExchangeState } from '../exchangeState.ts';
import type { PricingTerms } from '../typedAmounts.ts';
import type { FormStorage } from '../formStorage.ts';
import type { LoadedPair, PairRequestOptions } from './pairLoader.ts';

/** The options of a form. */
export interface FormOptions extends ExchangeOptions {
  /**
   * Loads the pair of a form whose pair is given (createFixedPairModel.ts). The amounts of such a form stay as typed,
   * even outside the limits.
   */
  loadFixedPair?: (options: PairRequestOptions) => Promise<LoadedPair>;
}

/** The parts of the form that its requests read and change. */
export interface ExchangeRequestsContext {
  options: FormOptions;
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
