import { batch } from '@preact/signals-core';
import { fetchCourse, fetchPair } from '../../../api/calculator.ts';
import { toErrorCode } from '../../../api/apiError.ts';
import type { Course, Pair } from '../../../contract/course/pair.ts';
import type { PollResult } from '../../../poller.ts';
import type { ChangeSource, TypedAmount } from '../exchangeModel.ts';
import type { ExchangeRequestsContext } from './exchangeRequestsContext.ts';
import { keepWorth } from '../commitTypedAmount.ts';
import { hasLoadedDirections } from '../exchangeState.ts';
import type { PairRequest } from '../exchangeState.ts';
import { loadPair, fetchTargetPair, toEmbeddedSettings } from './pairLoader.ts';
import type { LoadedPair, PairRequestOptions } from './pairLoader.ts';
import { getPromocodeError, handleRequestFailure } from './requestFailure.ts';

/** The requests of a form. Only the latest one may change the state; earlier ones are aborted. */
export interface ExchangeRequests {
  /** Loads the requested pair, else refreshes the course of the current one. */
  runNext(): Promise<PollResult>;
  /** Applies a pair that was embedded in the page, with the pending request's amount. */
  applyLoadedPair(answer: LoadedPair): void;
  /** Requests the current pair with another promocode; returns the code of a refusal, else null. */
  checkPromocode(promocode: string): Promise<string | null>;
  abortAll(): void;
}

/** The pair with a fresh course and its limits. */
function withCourse(pair: Pair, { from, to, ...course }: Course): Pair {
  const structure = {
    from: { ...pair.structure.from, ...from },
    to: { ...pair.structure.to, ...to },
  };
  return { ...pair, ...course, structure };
}

/** Creates the requests of one form. */
export function createExchangeRequests(context: ExchangeRequestsContext): ExchangeRequests {
  const { state } = context;
  let controller = new AbortController();
  let promocodeController = new AbortController();

  async function runNext(): Promise<PollResult> {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    if (state.freshness.peek() !== 'stale') state.freshness.value = 'refreshing';
    try {
      await runRequest(context, state.request.peek(), signal);
      batch(() => {
        state.freshness.value = 'fresh';
        state.lastError.value = null;
      });
      return { ok: true };
    } catch (error) {
      if (signal.aborted) return null;
      const result = handleRequestFailure(context, error);
      return result === 'retry' ? runNext() : result;
    }
  }

  return {
    runNext,
    applyLoadedPair: answer => applyLoadedPair(context, answer),
    async checkPromocode(promocode) {
      const previous = state.currentPair.peek();
      promocodeController.abort();
      if (!previous || !hasLoadedDirections(state)) return null;
      promocodeController = new AbortController();
      const { signal } = promocodeController;
      // A running course request carries the previous promocode.
      if (!state.request.peek()) controller.abort();
      try {
        const { from, to } = previous;
        const requestOptions = { signal, promocode: promocode || undefined };
        const pair = await fetchPair(context.options.api, from.id, to.id, requestOptions);
        signal.throwIfAborted();
        const current = state.currentPair.peek();
        if (current?.from !== from || current.to !== to) return null;
        controller.abort();
        applyChange(context, () => (state.currentPair.value = { ...current, pair }), 'user');
        return null;
      } catch (error) {
        return signal.aborted ? null : (getPromocodeError(error) ?? toErrorCode(error));
      }
    },
    abortAll() {
      controller.abort();
      promocodeController.abort();
    },
  };
}

async function runRequest(
  context: ExchangeRequestsContext,
  request: PairRequest | null,
  signal: AbortSignal,
): Promise<void> {
  const requestOptions = { signal, promocode: context.getPromocode() || undefined };
  if (!request) return refreshCourse(context, requestOptions);
  if (request.kind === 'switch') return switchPair(context, request, requestOptions);
  const { api, loadFixedPair } = context.options;
  const answer = await (loadFixedPair?.(requestOptions) ??
    loadPair(api, request.selection, context.log, requestOptions));
  signal.throwIfAborted();
  applyLoadedPair(context, answer);
  // A pair embedded in the settings is priced without the promocode and for a guest.
  if (requestOptions.promocode || context.options.hasAccount?.())
    await refreshCourse(context, requestOptions);
}

function applyLoadedPair(context: ExchangeRequestsContext, answer: LoadedPair): void {
  const { state, storage, options } = context;
  const { source = 'default', typedAmount } = state.request.peek() ?? {};
  const update = () => {
    state.settings.value = answer.settings;
    state.directions.value = answer.directions;
    state.currentPair.value = answer.current;
    state.replacements.value = answer.replacements;
    state.request.value = null;
    state.phase.value = { phase: 'ready' };
    state.freshness.value = 'fresh';
  };
  applyChange(context, update, source, typedAmount);
  storage.saveSnapshot({ at: options.api.clock.now(), settings: toEmbeddedSettings(answer) });
}

async function switchPair(
  context: ExchangeRequestsContext,
  { target }: PairRequest & { kind: 'switch' },
  requestOptions: PairRequestOptions,
): Promise<void> {
  const { state, options } = context;
  const [directions, current] = [state.directions.peek(), state.currentPair.peek()];
  const next = await fetchTargetPair(options.api, directions, current, target, requestOptions);
  requestOptions.signal.throwIfAborted();
  // The person may have typed since the request began: its amount is read only now.
  const { source = 'user', typedAmount } = state.request.peek() ?? {};
  const update = () => {
    state.currentPair.value = next;
    state.request.value = null;
    state.replacements.value = [];
  };
  applyChange(context, update, source, typedAmount);
}

async function refreshCourse(
  context: ExchangeRequestsContext,
  requestOptions: PairRequestOptions,
): Promise<void> {
  const { state, options } = context;
  const previous = state.currentPair.peek();
  if (!previous) return;
  const answer = await fetchCourse(options.api, previous.from.id, previous.to.id, requestOptions);
  requestOptions.signal.throwIfAborted();
  const update = () => {
    const current = state.currentPair.peek() ?? previous;
    state.currentPair.value = { ...current, pair: withCourse(previous.pair, answer) };
  };
  applyChange(context, update, 'course');
}

/** Applies a response. A new course alone does not format the amount that is being typed. */
function applyChange(
  { state, options, getTerms, commitAmount, onChange }: ExchangeRequestsContext,
  update: () => void,
  source: ChangeSource,
  typedAmount?: TypedAmount | null,
): void {
  batch(() => {
    const [previousPair, previousTerms] = [state.currentPair.peek(), getTerms()];
    update();
    state.receivedAt.value = options.api.clock.now();
    const typed =
      typedAmount === undefined
        ? keepWorth(state.typedAmount.peek(), previousPair, state.currentPair.peek(), previousTerms)
        : typedAmount;
    // An adjustment by a limit of the previous pair does not apply to the new pair.
    state.typedAmount.value =
      typed?.adjustment && source !== 'course' ? { ...typed, adjustment: undefined } : typed;
    if (source !== 'course' || !state.typedAmount.peek()?.isEditing) commitAmount();
  });
  onChange(source);
}
