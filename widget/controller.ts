import { effect, signal } from '@preact/signals-core';
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import * as v from 'valibot';
import { createApiClient } from '#core/api/client.ts';
import type { ClaimModel, ClaimOptions } from '#core/claim/claimModel.ts';
import { createExchangeModel } from '#core/exchange/form/createExchangeModel.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { fromEmbeddedSettings } from '#core/exchange/form/requests/pairLoader.ts';
import { ACCOUNT_CONNECTED_EVENT } from '#core/session/siteAccount.ts';
import type { AccountElement } from './accountConnection.ts';
import { findChangedAttributes, toSelection } from './attributes.ts';
import type { WidgetAttributes } from './attributes.ts';
import { isHttpUrl } from './isHttpUrl.ts';
import { lazyClaim, lazyFieldChecks } from './lazy/lazyClaim.ts';
import { createPrefetchedFetch } from './prerender/renderForm.ts';
import { takePrerenderedForm } from './prerender/prerenderedForm.ts';
import type { PrerenderedForm } from './prerender/prerenderedForm.ts';
import { hasSavedState, getStorageScope, getBrowserStorage } from './prerender/savedState.ts';
import type { EarlyInput } from './prerender/earlyInput.ts';
import type { WidgetContext, WidgetEventName } from './widgetContext.ts';
import { WIDGET_STEPS, getWidgetStep } from './widgetStep.ts';
import type { WidgetStep } from './widgetStep.ts';

/** Origin of the server: from the `api` attribute if it is a valid URL, else from this script's URL. */
export function resolveServerOrigin(api = ''): string {
  return new URL(isHttpUrl(api) ? api : import.meta.url).origin;
}

/**
 * The state of one element: its models, their events and the page's lifecycle events. It stays suspended while the
 * element is removed, so an element that is added again keeps its state.
 */
export class WidgetController implements WidgetContext {
  readonly exchange: ExchangeModel;
  readonly claim: ReadonlySignal<ClaimModel | null>;
  readonly #claim = signal<ClaimModel | null>(null);
  readonly #claimOptions: ClaimOptions;
  #loadingClaim: Promise<ClaimModel | null> | null = null;
  /** Whether the claim that this tab had open is shown again. On the exchange's own site it has a page. */
  #reopensClaim: boolean;
  #isVisible = true;
  readonly base: string;
  readonly isExchangeSite: boolean;
  readonly isHydrating: ReadonlySignal<boolean>;
  readonly #isHydrating: Signal<boolean>;
  /** Called once hydration has ended. Set by an element that was removed during hydration. */
  onHydrated: (() => void) | null = null;
  #prerendered: PrerenderedForm | null = null;
  #referral: string | undefined;
  readonly element: AccountElement;
  readonly #disposers: (() => void)[] = [];
  #pageListeners: AbortController | null = null;

  /** `buildId` is compared with the build that rendered a prerendered form. Another build's form is not hydrated. */
  constructor(element: AccountElement, attributes: WidgetAttributes, buildId: string | undefined) {
    this.element = element;
    this.#referral = attributes.rid;
    this.base = resolveServerOrigin(attributes.api);
    this.isExchangeSite = this.base === location.origin;
    this.#reopensClaim = !this.isExchangeSite;
    const urlParameters = new URLSearchParams(this.isExchangeSite ? location.search : '');
    const api = createApiClient({
      base: this.isExchangeSite ? '' : this.base,
      fetch: createPrefetchedFetch(element),
    });
    const foundForm = takePrerenderedForm(element);
    // The form may come from another server, if `api` has changed since. It is discarded then.
    const prerendered = foundForm?.base === api.base ? foundForm : null;
    if (!prerendered) foundForm?.release();
    const parsed = prerendered && v.safeParse(CalculatorSettings, prerendered.settings);
    const initial = parsed?.success ? parsed.output : null;
    const canHydrate =
      prerendered?.buildId === buildId &&
      initial !== null &&
      fromEmbeddedSettings(initial) !== null &&
      !attributes.claim;
    this.isHydrating = this.#isHydrating = signal(canHydrate);
    const sharedOptions = {
      api,
      scope: getStorageScope(element),
      local: getBrowserStorage('localStorage'),
      session: getBrowserStorage('sessionStorage'),
      visible: document.visibilityState === 'visible',
      log: (message: string, error?: unknown) => console.error(message, error),
      onError: (code: string) => this.emit('error', { code }),
    };
    this.exchange = createExchangeModel({
      ...sharedOptions,
      // The form does not wait for the account: until the site's code has run, courses are a guest's.
      api: { ...api, call: (...call) => (element.connectClient?.(api) ?? api).call(...call) },
      hasAccount: () => element.connectClient !== undefined,
      initial,
      isSuspended: canHydrate,
      selections: {
        url: toSelection(name => urlParameters.get(name) ?? undefined),
        attribute: toSelection(name => (prerendered?.attributes ?? attributes)[name]),
      },
      getReferral: () => urlParameters.get('ref') ?? urlParameters.get('rid') ?? this.#referral ?? null,
      // A form with initial settings changes inside this constructor, before a listener can be added.
      onChange: change => queueMicrotask(() => this.emit('change', change)),
    });
    if (canHydrate) this.#prerendered = prerendered;
    else if (prerendered) this.#applyEarlyInput(prerendered.release());
    if (prerendered)
      this.applyAttributes(attributes, findChangedAttributes(prerendered.attributes, attributes));
    this.claim = this.#claim;
    this.#claimOptions = {
      ...sharedOptions,
      exchange: this.exchange,
      onClaimChange: ({ id, status }) => this.emit('claim', { id, status }),
    };
    this.#disposers.push(this.#emitReadyOnce(), this.#emitSteps());
    if (attributes.claim) this.#openClaim(attributes.claim);
    else if (hasSavedState(element, api.base)) void this.loadClaim();
  }

  loadClaim(): Promise<ClaimModel | null> {
    this.#loadingClaim ??= this.#createClaim().then(claim => {
      if (!claim) this.#loadingClaim = null;
      return claim;
    });
    return this.#loadingClaim;
  }

  async #createClaim(skipResume = false): Promise<ClaimModel | null> {
    await Promise.all([lazyClaim.load(), lazyFieldChecks.load()]);
    const claimModule = lazyFieldChecks.module.peek() && lazyClaim.module.peek();
    if (!claimModule) return null;
    const claim = await claimModule.createClaimForTab(
      { ...this.#claimOptions, visible: this.#isVisible },
      this.isExchangeSite ? this.element : null,
    );
    this.#claim.value = claim;
    if (!skipResume) void claim.resume({ reopensClaim: this.#reopensClaim });
    return claim;
  }

  /** Shows the form instead of an opened claim. */
  showForm(): void {
    this.#reopensClaim = false;
    this.#claim.peek()?.leaveClaim();
  }

  /** Goes back until `step` is shown. Does nothing with a claim, while one is being created, and for a later step. */
  returnToStep(step: WidgetStep): void {
    const claim = this.#claim.peek();
    while (claim && WIDGET_STEPS.indexOf(getWidgetStep(claim)) > WIDGET_STEPS.indexOf(step)) {
      const previous = claim.phase.peek();
      claim.goBack();
      if (claim.phase.peek() === previous) return;
    }
  }

  /** Applies the input made before hydration and resumes the model. */
  completeHydration(): EarlyInput | null {
    const prerendered = this.#prerendered;
    if (!prerendered) return null;
    this.#prerendered = null;
    const earlyInput = prerendered.release();
    this.#applyEarlyInput(earlyInput);
    this.exchange.suspend(false);
    this.#isHydrating.value = false;
    // After React's current commit.
    setTimeout(() => this.onHydrated?.());
    return earlyInput;
  }

  #applyEarlyInput({ typed, isEditing }: EarlyInput): void {
    if (!typed) return;
    this.exchange.typeAmount(typed.side, typed.text);
    if (!isEditing) this.exchange.commitAmount();
  }

  /** Applies changed attributes: selects another pair or opens another claim. */
  applyAttributes(attributes: WidgetAttributes, changed: readonly string[]): void {
    this.#referral = attributes.rid;
    if (changed.includes('rid')) this.#reportView();
    const selection = toSelection(name => (changed.includes(name) ? attributes[name] : undefined));
    if (Object.keys(selection).length > 0) {
      const claim = this.#claim.peek();
      // The new pair replaces a closed claim, but not one that the visitor may be paying.
      claim?.leaveClosedClaim();
      // On the exchange's own site the visitor chose it; on a partner's page a script may have.
      if (this.isExchangeSite) claim?.leaveSteps();
      void this.exchange.requestPair(selection, 'attribute');
    }
    if (changed.includes('claim') && attributes.claim) this.#openClaim(attributes.claim);
  }

  /** Reports a view of a partner's widget to the server; the form does not wait for it. */
  #reportView(): void {
    const rid = this.#referral;
    if (!rid || this.isExchangeSite) return;
    void import('./lazy/reportView.ts').then(
      ({ reportView }) => reportView(this.element, this.base, rid, this.#pageListeners),
      () => undefined,
    );
  }

  emit(name: WidgetEventName, detail?: object): void {
    this.element.dispatchEvent(
      new CustomEvent(`exchange-${name}`, { detail: detail ?? null, bubbles: true, composed: true }),
    );
  }

  /** Listens to the page's lifecycle events. Called when the element is added to the page. */
  connect(): void {
    if (this.#pageListeners) return;
    this.#pageListeners = new AbortController();
    const { signal } = this.#pageListeners;
    const updateVisibility = () => this.#setVisible(document.visibilityState === 'visible');
    const wake = () => {
      this.exchange.refreshNow();
      this.#claim.peek()?.refreshNow();
    };
    document.addEventListener('visibilitychange', updateVisibility, { signal });
    window.addEventListener('online', wake, { signal });
    this.element.addEventListener(
      ACCOUNT_CONNECTED_EVENT,
      // A form that is loading requests the account's course afterwards.
      () =>
        this.element.connectClient &&
        this.exchange.phase.peek().phase === 'ready' &&
        this.exchange.refreshNow(),
      { signal },
    );
    // Safari may leave a page without a visibilitychange event.
    window.addEventListener('pagehide', () => this.#setVisible(false), { signal });
    window.addEventListener('pageshow', event => event.persisted && (updateVisibility(), wake()), { signal });
    updateVisibility();
    this.#reportView();
  }

  /** Stops all requests and keeps the state. Called when the element is removed from the page. */
  disconnect(): void {
    this.#pageListeners?.abort();
    this.#pageListeners = null;
    this.#setVisible(false);
  }

  /** Releases everything. The controller cannot be used again. */
  dispose(): void {
    this.disconnect();
    this.#prerendered?.release();
    this.#prerendered = null;
    for (const dispose of this.#disposers) dispose();
    this.#claim.peek()?.dispose();
    this.exchange.dispose();
  }

  #setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.exchange.setVisible(isVisible);
    this.#claim.peek()?.setVisible(isVisible);
  }

  #openClaim(claimAttribute: string): void {
    const [id = '', secret] = claimAttribute.split('#');
    this.#loadingClaim ??= this.#createClaim(true);
    void this.#loadingClaim.then(claim => claim?.openClaim(id, secret));
  }

  #emitSteps(): () => void {
    let emitted: WidgetStep = 'form';
    return effect(() => {
      getWidgetStep(this.#claim.value);
      // Once for several changes: returning to the form passes the steps between.
      queueMicrotask(() => {
        const step = getWidgetStep(this.#claim.peek());
        if (step === emitted) return;
        emitted = step;
        this.emit('step', { step });
      });
    });
  }

  #emitReadyOnce(): () => void {
    let isEmitted = false;
    return effect(() => {
      const { phase } = this.exchange.phase.value;
      if (isEmitted || phase !== 'ready') return;
      isEmitted = true;
      // Outside the effect: a listener may set an attribute.
      queueMicrotask(() => this.emit('ready'));
    });
  }
}
