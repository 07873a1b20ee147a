import { batch, computed, effect } from '@preact/signals-core';
import { unitsToDecimal } from '../amount.ts';
import { createDraft } from './draft.ts';
import { selectCourse } from './pairView.ts';
import { createCoursePoller } from './coursePoller.ts';
import { fromEmbeddedSettings } from './pairLoader.ts';
import { createFormStorage } from './formStorage.ts';
import type { SavedForm } from './formStorage.ts';
import type {
  ExchangeModel,
  ExchangeOptions,
  LogFunction,
  ChangeSource,
  TypedAmount,
  PairSelection,
} from './exchangeModel.ts';
import { createExchangeRequests } from './exchangeRequests.ts';
import type { PairRequest } from './exchangeRequests.ts';
import { createExchangeState, deriveTerms, deriveView } from './exchangeState.ts';
import type { PendingPair } from './exchangeState.ts';
import { parseGivenAmount, createAmountInputModel, swapTypedSide } from './amountInputModel.ts';

const ignoreLog: LogFunction = () => undefined;

/** A course that the page brought along may be this old, milliseconds, before a fresh one is asked for. */
const MAX_EMBEDDED_COURSE_AGE_MS = 20_000;

/** What to load first: what the person picked in this tab, else URL before attributes, field by field. */
function resolveFirstRequest(options: ExchangeOptions, savedForm: SavedForm | null): PairRequest {
  const { url = {}, attribute = {} } = options.selections ?? {};
  const amountText = url.amount ?? attribute.amount;
  const givenAmount = amountText === undefined ? null : parseGivenAmount(amountText);
  const typedAmount: TypedAmount | null = savedForm?.typed
    ? { ...savedForm.typed, isEditing: false }
    : givenAmount;
  if (savedForm?.picked)
    return {
      selection: { ...savedForm.picked, city: savedForm.picked.city ?? undefined },
      source: 'user',
      typedAmount,
    };
  const selection = {
    from: url.from ?? attribute.from,
    to: url.to ?? attribute.to,
    city: url.city ?? attribute.city,
  };
  const source = url.from || url.to ? 'url' : selection.from || selection.to ? 'attribute' : 'default';
  return { selection, source, typedAmount };
}

/** The model of one form; it begins to load at once. The one who made it disposes it. */
export function createExchangeModel(options: ExchangeOptions): ExchangeModel {
  const { api, log = ignoreLog } = options;
  const state = createExchangeState();
  const terms = deriveTerms(state);
  const storage = createFormStorage(options);
  const selectionsKey = JSON.stringify(options.selections ?? {});
  const savedForm = storage.getForm();
  const matchingForm = savedForm?.wanted === selectionsKey ? savedForm : null;
  const amountInput = createAmountInputModel(() => terms.all.peek(), null);
  state.chosenCourseType.value = matchingForm?.chosen ?? null;
  let isPairPicked = matchingForm?.picked != null;
  let isVisible = options.visible ?? true;
  let isSuspended = options.isSuspended ?? false;
  let isFillingIn = false;
  let isCourseOld = false;
  let deferredSelection: { selection: PairSelection; source: 'attribute' | 'url' } | null = null;
  let lastChangeKey = '';
  let isTouched = savedForm !== null;

  const draft = createDraft({
    currentPair: state.currentPair,
    needsVerification: computed(() => terms.type.value === 'verification'),
    initial: savedForm?.draft ?? null,
    async checkPromocode(promocode) {
      const refusalCode = await formRequests.checkPromocode(promocode);
      if (refusalCode === null) coursePoller.restartInterval();
      return refusalCode;
    },
  });
  const formRequests = createExchangeRequests({
    options,
    log,
    state,
    amountInput,
    storage,
    getPromocode: () => draft.state.peek().promocode,
    onPromocodeRefused: draft.refusePromocode,
    onChange: notifyChange,
  });
  const coursePoller = createCoursePoller(api.clock, isVisible && !isSuspended, formRequests.runNext);
  const view = deriveView(state, terms, amountInput, coursePoller);

  function toPayload() {
    const [amounts, pair] = [view.amounts.peek(), view.pair.peek()];
    if (!amounts || !pair) return null;
    const decimals = view.decimals.peek();
    return {
      fromSumma: unitsToDecimal(amounts.from, decimals.from),
      toSumma: unitsToDecimal(amounts.to, decimals.to),
      course: selectCourse(pair, view.courseType.peek()),
    };
  }

  function notifyChange(source: ChangeSource) {
    const [payload, from, to] = [toPayload(), view.from.peek(), view.to.peek()];
    if (!payload || !from || !to) return;
    const change = { from: from.code, to: to.code, ...payload };
    const key = JSON.stringify(change);
    if (key === lastChangeKey) return;
    lastChangeKey = key;
    options.onChange?.({ ...change, source });
  }

  async function goToPair(pending: PendingPair) {
    isPairPicked = true;
    isTouched = true;
    if (formRequests.isLoaded()) state.pendingPair.value = pending;
    else {
      const { from, to, city, typedAmount } = pending;
      const selection = { from: from.code, to: to?.code, city: city ?? undefined };
      formRequests.enqueue({
        selection,
        source: 'user',
        ...(typedAmount === undefined ? {} : { typedAmount }),
      });
    }
    await coursePoller.restart();
  }

  const emptyDraft = draft.state.peek();
  const stopSaving = effect(() => {
    const [typedAmount, currentPair] = [amountInput.typedAmount.value, state.currentPair.value];
    // A snapshot on screen is not what the person picked.
    const pair =
      currentPair && formRequests.isLoaded()
        ? { from: currentPair.from.code, to: currentPair.to.code, city: currentPair.city }
        : matchingForm?.picked;
    const [chosenCourseType, draftState] = [state.chosenCourseType.value, draft.state.value];
    isTouched ||= draftState !== emptyDraft;
    // A form that nobody touched leaves no trace.
    if (isTouched)
      storage.saveFormSoon({
        wanted: selectionsKey,
        picked: (isPairPicked && pair) || null,
        typed: typedAmount,
        chosen: chosenCourseType,
        draft: draftState,
      });
  });

  function start() {
    const firstRequest = resolveFirstRequest(options, matchingForm);
    const embedded = options.initial && !matchingForm?.picked ? fromEmbeddedSettings(options.initial) : null;
    formRequests.enqueue(firstRequest);
    if (!embedded) return void coursePoller.refresh();
    formRequests.apply(embedded);
    const { now } = embedded.current.pair;
    isCourseOld = now !== null && Math.abs(Date.parse(now) - api.clock.now()) > MAX_EMBEDDED_COURSE_AGE_MS;
    if (isCourseOld && !isSuspended) void coursePoller.refresh();
    else coursePoller.restartInterval();
  }
  start();

  function applyAmount(typedAmount: TypedAmount, source: ChangeSource) {
    batch(() => {
      amountInput.setTypedAmount(typedAmount);
      amountInput.commit();
    });
    notifyChange(source);
  }

  async function requestPair(selection: PairSelection, source: 'attribute' | 'url') {
    if (isSuspended || isFillingIn) {
      deferredSelection = { selection: { ...deferredSelection?.selection, ...selection }, source };
      return;
    }
    const typedAmount = selection.amount === undefined ? undefined : parseGivenAmount(selection.amount);
    const { from, to, city } = selection;
    if (from === undefined && to === undefined && city === undefined) {
      if (typedAmount && formRequests.isLoaded()) applyAmount(typedAmount, source);
      else if (typedAmount)
        formRequests.enqueue({ selection: formRequests.getQueuedSelection() ?? {}, source, typedAmount });
      return;
    }
    isPairPicked = false;
    const current = state.currentPair.peek();
    // What is not wished anew stays as it is.
    const base =
      formRequests.getQueuedSelection() ??
      (current && { from: current.from.code, to: current.to.code }) ??
      {};
    const wholeSelection = { from: from ?? base.from, to: to ?? base.to, city: city ?? base.city };
    formRequests.enqueue({
      selection: wholeSelection,
      source,
      ...(typedAmount === undefined ? {} : { typedAmount }),
    });
    await coursePoller.restart();
  }

  return {
    ...view,
    phase: state.phase,
    freshness: state.freshness,
    lastError: state.lastError,
    settings: state.settings,
    directions: state.directions,
    pendingPair: state.pendingPair,
    replacements: state.replacements,
    draft,
    get referral() {
      return options.getReferral?.() ?? null;
    },
    typeAmount(side, text) {
      isTouched = true;
      amountInput.applyKeystroke(side, text);
      notifyChange('user');
    },
    commitAmount() {
      const isReadable = amountInput.commit();
      notifyChange('user');
      return isReadable;
    },
    setToLimit(side, limit) {
      isTouched = true;
      amountInput.setToLimit(side, limit);
      notifyChange('user');
    },
    selectCourseType(type) {
      isTouched = true;
      batch(() => {
        state.chosenCourseType.value = type;
        amountInput.commit();
      });
      notifyChange('user');
    },
    async selectCurrency(side, id, city) {
      const current = state.currentPair.peek();
      const item = view.items.peek().find(candidate => candidate.id === id);
      if (!current || !item) return;
      const base = state.pendingPair.peek() ?? current;
      const from = side === 'from' ? item : base.from;
      const to = side === 'to' ? item : base.to;
      await goToPair({ from, to, city: city ?? base.city, source: 'user' });
    },
    selectCity(code) {
      const current = state.currentPair.peek();
      if (!current) return;
      isPairPicked = true;
      isTouched = true;
      state.currentPair.value = { ...current, city: code };
    },
    async swapCurrencies() {
      const current = state.currentPair.peek();
      if (!current || !view.canSwap.peek()) return;
      const { from, to, city } = current;
      await goToPair({
        from: to,
        to: from,
        city,
        source: 'user',
        typedAmount: swapTypedSide(amountInput.typedAmount.peek()),
      });
    },
    requestPair,
    dismissReplacements() {
      state.replacements.value = [];
    },
    refreshCourse: () => coursePoller.refresh(),
    retry() {
      state.freshness.value = 'refreshing';
      if (state.phase.peek().phase === 'failed') state.phase.value = { phase: 'loading' };
      void coursePoller.restart();
    },
    setVisible(value) {
      if (!value) storage.flush();
      isVisible = value;
      coursePoller.setVisible(isVisible && !isSuspended);
    },
    refreshNow() {
      if (isVisible && !isSuspended) void coursePoller.refresh();
    },
    suspend(value, isFilling = value) {
      // A step further in the claim: what was filled in is kept with it.
      storage.flush();
      isSuspended = value;
      isFillingIn = isFilling;
      coursePoller.setVisible(isVisible && !isSuspended);
      if (!isSuspended && isCourseOld) void coursePoller.refresh();
      isCourseOld &&= isSuspended;
      const deferred = deferredSelection;
      deferredSelection = null;
      if (!isSuspended && deferred) void requestPair(deferred.selection, deferred.source);
    },
    toPayload,
    dispose() {
      stopSaving();
      storage.flush();
      coursePoller.dispose();
      formRequests.abortAll();
    },
  };
}
