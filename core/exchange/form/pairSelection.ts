import { swapTypedSide } from './commitTypedAmount.ts';
import type { CoursePoller } from './requests/coursePoller.ts';
import type { ExchangeModel, ExchangeView, TypedAmount } from './exchangeModel.ts';
import { hasLoadedDirections } from './exchangeState.ts';
import type { ExchangeState } from './exchangeState.ts';
import type { FormAutosave } from './formAutosave.ts';
import type { TargetPair } from './requests/pairLoader.ts';

/** The methods of the form that change the pair for a person. */
export type PairSelectionActions = Pick<ExchangeModel, 'selectCurrency' | 'selectCity' | 'swapCurrencies'>;

/**
 * Creates the actions that change the pair. While a pair is pending they start from it, so that the result does not
 * depend on when its response arrives: two swaps lead back to the first pair.
 */
export function createPairSelection(
  state: ExchangeState,
  { items, canSwap }: Pick<ExchangeView, 'items' | 'canSwap'>,
  autosave: FormAutosave,
  coursePoller: CoursePoller,
): PairSelectionActions {
  async function requestTarget(target: TargetPair, typedAmount: TypedAmount | null | undefined) {
    autosave.markPairPicked();
    const { from, to, city } = target;
    const change = { source: 'user', target, typedAmount } as const;
    // A stored snapshot has no fresh directions to switch within.
    state.request.value = hasLoadedDirections(state)
      ? { kind: 'switch', ...change }
      : { kind: 'load', selection: { from: from.code, to: to.code, city: city ?? undefined }, ...change };
    await coursePoller.restart();
  }

  return {
    async selectCurrency(side, id, city) {
      const request = state.request.peek();
      const pair = request?.target ?? state.currentPair.peek();
      const item = items.peek().find(candidate => candidate.id === id);
      if (!pair || !item) return;
      const from = side === 'from' ? item : pair.from;
      const to = side === 'to' ? item : pair.to;
      await requestTarget({ from, to, city: city ?? pair.city }, request?.typedAmount);
    },
    selectCity(code) {
      const current = state.currentPair.peek();
      if (!current) return;
      autosave.markPairPicked();
      state.currentPair.value = { ...current, city: code };
    },
    async swapCurrencies() {
      const request = state.request.peek();
      const pair = request?.target ?? state.currentPair.peek();
      if (!pair || !canSwap.peek()) return;
      const requestedAmount = request?.target ? request.typedAmount : undefined;
      const typed = requestedAmount === undefined ? state.typedAmount.peek() : requestedAmount;
      await requestTarget({ from: pair.to, to: pair.from, city: pair.city }, swapTypedSide(typed));
    },
  };
}
