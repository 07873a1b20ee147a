import { batch, computed } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Clock } from '../../clock.ts';
import type { SideName } from '../course.ts';
import { createChangeNotifier, createPayload } from './changeNotifier.ts';
import { commitTypedAmount, createLimitAmount, parseGivenAmount } from './commitTypedAmount.ts';
import { createCoursePoller } from './requests/coursePoller.ts';
import { createDraft } from './draft.ts';
import type {
  ChangeSource,
  ExchangeModel,
  ExchangeOptions,
  LogFunction,
  PairSelection,
  TypedAmount,
} from './exchangeModel.ts';
import { createExchangeRequests } from './requests/exchangeRequests.ts';
import type { FormOptions } from './requests/exchangeRequestsContext.ts';
import { createExchangeState, derivePricing, hasLoadedDirections } from './exchangeState.ts';
import type { ExchangeState, PairRequest } from './exchangeState.ts';
import { deriveDecimals, deriveExchangeView } from './exchangeView.ts';
import { createFormActivity } from './formActivity.ts';
import { restoreForm, startFormAutosave } from './formAutosave.ts';
import { createFormStorage } from './formStorage.ts';
import type { SavedForm } from './formStorage.ts';
import { fromEmbeddedSettings } from './requests/pairLoader.ts';
import { createPairSelection } from './pairSelection.ts';
import { applyKeystroke, deriveFromTyped, formatAmountText } from './typedAmounts.ts';
import type { PricingTerms } from './typedAmounts.ts';

const ignoreLog: LogFunction = () => undefined;

/** Maximum age of a course embedded in the page. An older one is refreshed at once. */
const MAX_EMBEDDED_COURSE_AGE_MS = 20_000;

/** Creates the model of one form and starts loading its pair. The caller disposes of it. */
export function createExchangeModel(options: FormOptions): ExchangeModel {
  const { api, log = ignoreLog } = options;
  const state = createExchangeState();
  const { typedAmount } = state;
  const pricing = derivePricing(state);
  const storage = createFormStorage(options);
  const restored = restoreForm(storage, options);
  const handedPromocode = storage.takePromocode();
  state.chosenCourseType.value = restored.matching?.chosen ?? null;

  const draft = createDraft({
    currentPair: state.currentPair,
    needsVerification: computed(() => pricing.courseType.value === 'verification'),
    initial: { ...restored.saved?.draft, ...(handedPromocode && { promocode: handedPromocode }) },
    async checkPromocode(promocode) {
      const refusalCode = await requests.checkPromocode(promocode);
      if (refusalCode === null) coursePoller.restartInterval();
      return refusalCode;
    },
  });
  const requests = createExchangeRequests({
    options,
    log,
    state,
    storage,
    getPromocode: () => draft.state.peek().promocode,
    onPromocodeRefused: draft.refusePromocode,
    getTerms: () => pricing.terms.peek(),
    commitAmount,
    onChange: source => notifyChange(source),
  });
  const isPollingAtStart = (options.visible ?? true) && !options.isSuspended;
  const coursePoller = createCoursePoller(api.clock, isPollingAtStart, requests.runNext);
  const amountSignals = deriveAmountSignals(state, pricing.terms);
  const view = { ...amountSignals, ...deriveExchangeView(state, pricing, amountSignals, coursePoller) };
  const notifyChange = createChangeNotifier(() => view, options.onChange);
  const autosave = startFormAutosave(options, state, draft.state, storage, restored);

  if (handedPromocode) autosave.markTouched();

  function commitAmount(): boolean {
    // The limits of the current pair do not apply to an amount that is meant for a pending pair.
    const terms = state.request.peek()?.target ? null : pricing.terms.peek();
    const { typed, isReadable } = commitTypedAmount(typedAmount.peek(), terms, !!options.loadFixedPair);
    typedAmount.value = typed;
    return isReadable;
  }

  /** Stores an amount; it replaces the amount that a pending pair was requested with. */
  function setAmount(typed: TypedAmount, source: ChangeSource) {
    batch(() => {
      typedAmount.value = typed;
      const request = state.request.peek();
      if (request) state.request.value = { ...request, typedAmount: typed };
      if (!typed.isEditing) commitAmount();
    });
    notifyChange(source);
  }

  const activity = createFormActivity(options, coursePoller, async (selection, source) => {
    const { from, to, city, amount } = selection;
    const givenAmount = amount === undefined ? undefined : parseGivenAmount(amount);
    const isPairRequested = [from, to, city].some(value => value !== undefined);
    if (isPairRequested) autosave.clearPickedPair();
    else if (!givenAmount) return;
    else if (hasLoadedDirections(state)) return setAmount(givenAmount, source);
    state.request.value = createPageRequest(state, selection, source, givenAmount);
    // With only an amount no new request is needed: the amount is applied when the loading pair arrives.
    if (isPairRequested) await coursePoller.restart();
  });

  const embedded =
    options.initial && !restored.matching?.picked ? fromEmbeddedSettings(options.initial) : null;
  state.request.value = createFirstRequest(options, restored.matching);
  if (embedded) {
    requests.applyLoadedPair(embedded);
    // An embedded course is priced without the promocode and for a guest.
    activity.startWithCourse(
      handedPromocode !== null ||
        options.hasAccount?.() === true ||
        isOlderThan(embedded.current.pair.now, MAX_EMBEDDED_COURSE_AGE_MS, api.clock),
    );
  } else void coursePoller.refresh();

  return {
    ...view,
    ...createPairSelection(state, view, autosave, coursePoller),
    ...createAmountMethods({ state, pricing, autosave, setAmount, commitAmount, notifyChange }),
    phase: state.phase,
    freshness: state.freshness,
    lastError: state.lastError,
    settings: state.settings,
    directions: state.directions,
    replacements: state.replacements,
    typedAmount,
    draft,
    get referral() {
      return options.getReferral?.() ?? null;
    },
    requestPair: activity.requestPair,
    dismissReplacements: () => void (state.replacements.value = []),
    refreshCourse: () => coursePoller.refresh(),
    retry() {
      state.freshness.value = 'refreshing';
      if (state.phase.peek().phase === 'failed') state.phase.value = { phase: 'loading' };
      void coursePoller.restart();
    },
    setVisible(isVisible) {
      if (!isVisible) storage.flush();
      activity.setVisible(isVisible);
    },
    refreshNow: activity.refreshNow,
    suspend(isSuspended, isFillingIn) {
      // The claim's step is saved at this moment, so the form is saved with it.
      if (isFillingIn && !isSuspended) autosave.markTouched();
      storage.flush();
      activity.suspend(isSuspended, isFillingIn);
    },
    toPayload: () => createPayload(view),
    dispose() {
      autosave.stop();
      storage.flush();
      coursePoller.dispose();
      requests.abortAll();
    },
  };
}

/** Parts of the form that the methods of the amount fields use. */
interface AmountMethodsContext {
  state: ExchangeState;
  pricing: ReturnType<typeof derivePricing>;
  autosave: ReturnType<typeof startFormAutosave>;
  setAmount(typed: TypedAmount, source: ChangeSource): void;
  commitAmount(): boolean;
  notifyChange(source: ChangeSource): void;
}

/** The methods by which the visitor changes the amounts and the course type. */
function createAmountMethods({
  state,
  pricing,
  autosave,
  setAmount,
  commitAmount,
  notifyChange,
}: AmountMethodsContext): Pick<
  ExchangeModel,
  'typeAmount' | 'commitAmount' | 'setToLimit' | 'selectCourseType'
> {
  return {
    typeAmount(side, text) {
      autosave.markTouched();
      setAmount(applyKeystroke(state.typedAmount.peek(), side, text, pricing.terms.peek()), 'user');
    },
    commitAmount() {
      const isReadable = commitAmount();
      notifyChange('user');
      return isReadable;
    },
    setToLimit(side, limit) {
      const limitAmount = createLimitAmount(side, limit, pricing.terms.peek());
      if (!limitAmount) return;
      autosave.markTouched();
      setAmount(limitAmount, 'user');
    },
    selectCourseType(type) {
      autosave.markTouched();
      batch(() => {
        state.chosenCourseType.value = type;
        commitAmount();
      });
      notifyChange('user');
    },
  };
}

/** The amounts within the limits, and the text of both fields. */
function deriveAmountSignals(state: ExchangeState, terms: ReadonlySignal<PricingTerms | null>) {
  const { typedAmount } = state;
  const decimals = deriveDecimals(state);
  const amounts = computed(() => terms.value && deriveFromTyped(typedAmount.value, terms.value));
  const createTextSignal = (side: SideName) =>
    computed(() => formatAmountText(side, typedAmount.value, amounts.value, decimals.value));
  return { decimals, amounts, amountText: { from: createTextSignal('from'), to: createTextSignal('to') } };
}

/** The first pair to load: the one picked in this tab, else each value of the URL, else of the attribute. */
function createFirstRequest({ selections }: ExchangeOptions, saved: SavedForm | null): PairRequest {
  const { url = {}, attribute = {} } = selections ?? {};
  const amountText = url.amount ?? attribute.amount;
  const givenAmount = amountText === undefined ? null : parseGivenAmount(amountText);
  const typedAmount = saved?.typed ? { ...saved.typed, isEditing: false } : givenAmount;
  const request = { kind: 'load', target: null, typedAmount } as const;
  if (saved?.picked) {
    const { from, to, city } = saved.picked;
    return { ...request, selection: { from, to, city: city ?? undefined }, source: 'user' };
  }
  const from = url.from ?? attribute.from;
  const to = url.to ?? attribute.to;
  const city = url.city ?? attribute.city;
  const source = url.from || url.to ? 'url' : from || to ? 'attribute' : 'default';
  return { ...request, selection: { from, to, city }, source };
}

/** A request of the page. Omitted values come from the pair that is loading, else from the current pair. */
function createPageRequest(
  { request, currentPair }: ExchangeState,
  { from, to, city }: PairSelection,
  source: 'attribute' | 'url',
  givenAmount: TypedAmount | null | undefined,
): PairRequest {
  const previous = request.peek();
  const pair = previous?.target ?? currentPair.peek();
  const base: PairSelection =
    previous?.kind === 'load' ? previous.selection : { from: pair?.from.code, to: pair?.to.code };
  return {
    kind: 'load',
    selection: { from: from ?? base.from, to: to ?? base.to, city: city ?? base.city },
    target: null,
    source,
    typedAmount: givenAmount === undefined ? previous?.typedAmount : givenAmount,
  };
}

function isOlderThan(instant: string | null, ageMs: number, clock: Clock): boolean {
  return instant !== null && Math.abs(Date.parse(instant) - clock.now()) > ageMs;
}
