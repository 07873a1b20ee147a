import { batch } from '@preact/signals-core';
import { fetchCourse, fetchPair } from '../../api/calculator.ts';
import { ApiError, toErrorCode } from '../../api/apiError.ts';
import type { Course, Pair, CalculatorSettings } from '../../contract/calculator.ts';
import type { PollResult } from '../../poller.ts';
import { loadPair, fetchTargetPair, fromEmbeddedSettings } from './pairLoader.ts';
import type { LoadedPair } from './pairLoader.ts';
import type { FormStorage } from './formStorage.ts';
import type {
  ExchangeOptions,
  LogFunction,
  ChangeSource,
  TypedAmount,
  PairSelection,
} from './exchangeModel.ts';
import type { ExchangeState } from './exchangeState.ts';
import type { AmountInputModel } from './amountInputModel.ts';

/** What the requests of a form need of it. */
export interface ExchangeRequestsOptions {
  options: ExchangeOptions;
  log: LogFunction;
  state: ExchangeState;
  amountInput: AmountInputModel;
  storage: FormStorage;
  /** The promocode that counts, "" without. */
  getPromocode(): string;
  onPromocodeRefused(code: string): void;
  onChange(source: ChangeSource): void;
}

/** The wish to load, where it came from and the sum it names. */
export interface PairRequest {
  selection: PairSelection;
  source: ChangeSource;
  typedAmount?: TypedAmount | null;
}

/** The requests of a form, one at a time: what is wanted most, and answers nobody wants any more are dropped. */
export interface ExchangeRequests {
  /** Loads the wish, else goes to the pending pair, else asks for the course. */
  runNext(): Promise<PollResult>;
  /** The next beat loads this. */
  enqueue(request: PairRequest): void;
  /** What is still to be loaded; null when the last wish was answered. */
  getQueuedSelection(): PairSelection | null;
  /** Whether the wish was answered; a snapshot on screen does not count. */
  isLoaded(): boolean;
  /** Takes an answer that the page brought along. */
  apply(answer: LoadedPair): void;
  /** Asks for the pair with another promocode; a code when refused. */
  checkPromocode(promocode: string): Promise<string | null>;
  abortAll(): void;
}

const DEFAULT_SETTINGS: CalculatorSettings = {
  filters: [],
  contest: null,
  captchaLogin: false,
  verificationFirst: false,
  usePublicId: false,
};

/** A refusal that asking again does not change. */
function isDefiniteRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.kind === 'http' &&
    error.status < 500 &&
    ![408, 429].includes(error.status)
  );
}

/** The promocode's code when that is what a 400 is about. */
function getPromocodeError(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  return 'promocode' in error.fields ? (error.codes.promocode ?? 'promocode_invalid') : null;
}

/** The pair with a fresh course, and the limits that came with it. */
function withCourse(pair: Pair, { from, to, ...course }: Course): Pair {
  const structure = {
    from: { ...pair.structure.from, ...from },
    to: { ...pair.structure.to, ...to },
  };
  return { ...pair, ...course, structure };
}

/** The requests of one form. */
export function createExchangeRequests(context: ExchangeRequestsOptions): ExchangeRequests {
  const { options, log, state, amountInput, storage } = context;
  const { api } = options;
  let queued: PairRequest | null = null;
  // What was typed when it was wanted.
  let typedWhenQueued: TypedAmount | null = null;
  let controller = new AbortController();
  let promocodeController = new AbortController();

  function applyChange(update: () => void, source: ChangeSource, typedAmount?: TypedAmount | null) {
    batch(() => {
      update();
      state.receivedAt.value = api.clock.now();
      if (typedAmount !== undefined) amountInput.setTypedAmount(typedAmount);
      if (source !== 'course' || !amountInput.typedAmount.peek()?.isEditing) amountInput.commit();
    });
    context.onChange(source);
  }

  function apply(answer: LoadedPair) {
    const { source = 'default' } = queued ?? {};
    // What a person has typed since, into the last known directions, stays.
    const typedAmount = amountInput.typedAmount.peek() === typedWhenQueued ? queued?.typedAmount : undefined;
    queued = null;
    applyChange(
      () => {
        state.settings.value = answer.settings;
        state.directions.value = answer.directions;
        state.currentPair.value = answer.current;
        state.replacements.value = answer.replacements;
        state.phase.value = { phase: 'ready' };
        state.freshness.value = 'fresh';
      },
      source,
      typedAmount,
    );
    const { settings, directions, current } = answer;
    const { pair, toIds, from, to, city } = current;
    const settingsWithDefaults = { ...DEFAULT_SETTINGS, ...settings };
    const embeddedSettings = {
      ...settingsWithDefaults,
      directions: [...directions],
      toIds: [...toIds],
      pair,
      city,
    };
    storage.saveSnapshot({
      at: api.clock.now(),
      settings: { ...embeddedSettings, from: from.code, to: to.code },
    });
  }

  async function loadQueuedPair({ selection }: PairRequest, signal: AbortSignal) {
    const promocode = context.getPromocode() || undefined;
    const answer = await loadPair(api, selection, log, { signal, promocode });
    signal.throwIfAborted();
    apply(answer);
    // The pair that came embedded knows nothing of the promocode.
    if (promocode) await refreshCourse(signal);
  }

  async function switchPair(signal: AbortSignal) {
    const target = state.pendingPair.peek();
    if (!target) return;
    const promocode = context.getPromocode() || undefined;
    const requestOptions = { signal, promocode };
    const next = await fetchTargetPair(
      api,
      state.directions.peek(),
      state.currentPair.peek(),
      target,
      requestOptions,
    );
    signal.throwIfAborted();
    const update = () => {
      state.currentPair.value = next;
      state.pendingPair.value = null;
      state.replacements.value = [];
    };
    applyChange(update, target.source, target.typedAmount);
  }

  async function refreshCourse(signal: AbortSignal) {
    const previous = state.currentPair.peek();
    if (!previous) return;
    const promocode = context.getPromocode() || undefined;
    const answer = await fetchCourse(api, previous.from.id, previous.to.id, { signal, promocode });
    signal.throwIfAborted();
    applyChange(() => {
      const now = state.currentPair.peek() ?? previous;
      state.currentPair.value = { ...now, pair: withCourse(previous.pair, answer) };
    }, 'course');
  }

  /** The last known directions, so that a form is there while the API is not. */
  function showSnapshot(code: string) {
    const snapshot = storage.getSnapshot();
    const embedded = snapshot && fromEmbeddedSettings(snapshot.settings);
    if (!snapshot || !embedded) {
      state.phase.value = { phase: 'failed', code };
      return;
    }
    batch(() => {
      state.settings.value = snapshot.settings;
      state.directions.value = embedded.directions;
      state.currentPair.value = embedded.current;
      state.receivedAt.value = snapshot.at;
      state.phase.value = { phase: 'ready' };
    });
  }

  function handleFailure(error: unknown): PollResult | 'again' {
    const promocodeError = getPromocodeError(error);
    if (promocodeError !== null && context.getPromocode() !== '') {
      context.onPromocodeRefused(promocodeError);
      return 'again';
    }
    const code = toErrorCode(error);
    const isFirstFailure = state.freshness.peek() !== 'stale';
    if (isFirstFailure || isDefiniteRefusal(error)) options.onError?.(code);
    if (isDefiniteRefusal(error) && !queued && state.pendingPair.peek()) {
      state.pendingPair.value = null;
      return 'again';
    }
    const current = state.currentPair.peek();
    if (isDefiniteRefusal(error) && !queued && current) {
      const pair = { ...current.pair, closed: { code, detail: '' } };
      batch(() => {
        state.currentPair.value = { ...current, pair };
        state.freshness.value = 'fresh';
      });
      return { ok: true };
    }
    const after = error instanceof ApiError ? error.retryAfter : null;
    batch(() => {
      state.freshness.value = 'stale';
      state.lastError.value = { code, after };
      if (state.phase.peek().phase !== 'ready') showSnapshot(code);
    });
    return { ok: false, retryAfter: after };
  }

  async function runNext(): Promise<PollResult> {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    if (state.freshness.peek() !== 'stale') state.freshness.value = 'refreshing';
    try {
      if (queued) await loadQueuedPair(queued, signal);
      else if (state.pendingPair.peek()) await switchPair(signal);
      else await refreshCourse(signal);
      batch(() => {
        state.freshness.value = 'fresh';
        state.lastError.value = null;
      });
      return { ok: true };
    } catch (error) {
      if (signal.aborted) return null;
      const result = handleFailure(error);
      return result === 'again' ? runNext() : result;
    }
  }

  return {
    runNext,
    enqueue(request) {
      queued = request;
      typedWhenQueued = amountInput.typedAmount.peek();
      state.pendingPair.value = null;
    },
    getQueuedSelection: () => queued?.selection ?? null,
    isLoaded: () => queued === null && state.currentPair.peek() !== null,
    apply,
    async checkPromocode(promocode) {
      const previous = state.currentPair.peek();
      promocodeController.abort();
      if (!previous || queued) return null;
      promocodeController = new AbortController();
      const { signal } = promocodeController;
      // A pair on its way is asked for with the promocode anyhow; a course on its way is of the former one.
      if (!state.pendingPair.peek()) controller.abort();
      try {
        const { from, to } = previous;
        const pair = await fetchPair(api, from.id, to.id, {
          signal,
          promocode: promocode || undefined,
        });
        signal.throwIfAborted();
        const now = state.currentPair.peek();
        if (now?.from !== from || now.to !== to) return null;
        controller.abort();
        applyChange(() => (state.currentPair.value = { ...now, pair }), 'user');
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
