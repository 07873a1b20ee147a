import { effect, signal } from '@preact/signals-core';
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import * as v from 'valibot';
import { createApiClient } from '#core/api/client.ts';
import type { ClaimModel, ClaimOptions } from '#core/claim/claimModel.ts';
import { createExchangeModel } from '#core/exchange/form/createExchangeModel.ts';
import type { ExchangeModel, PairSelection } from '#core/exchange/form/exchangeModel.ts';
import { CalculatorSettings } from '#core/contract/calculator.ts';
import { fromEmbeddedSettings } from '#core/exchange/form/pairLoader.ts';
import { SELECTION_ATTRIBUTES } from './attributes.ts';
import type { SelectionAttributeName, SelectionAttributes, WidgetAttributes } from './attributes.ts';
import { isHttpUrl } from './isHttpUrl.ts';
import { lazyClaim, lazyFieldChecks } from './lazy/lazyClaim.ts';
import { createPrefetchedFetch } from './prerender/renderForm.ts';
import { takePrerenderedForm } from './prerender/prerenderedForm.ts';
import type { PrerenderedForm } from './prerender/prerenderedForm.ts';
import { hasSavedState, getStorageScope, getBrowserStorage } from './prerender/savedState.ts';
import type { EarlyInput } from './prerender/earlyInput.ts';
import type { WidgetContext, WidgetEventName } from './widgetContext.ts';

/** Origin of the server: the attribute's, else where this script came from. A wrong one counts as none. */
export function resolveServerOrigin(api = ''): string {
  return new URL(isHttpUrl(api) ? api : import.meta.url).origin;
}

/**
 * The life of one element: its models, the events they send out, and what of the page they must hear. Shared with no
 * other widget. It outlives removal from the page, hidden, so that a returning element is as it was.
 */
export class WidgetController implements WidgetContext {
  readonly exchange: ExchangeModel;
  /** The claim's model, null until somebody begins to fill in or there is a claim to go on with. */
  readonly claim: ReadonlySignal<ClaimModel | null>;
  readonly #claim = signal<ClaimModel | null>(null);
  readonly #claimOptions: ClaimOptions;
  #loadingClaim: Promise<ClaimModel | null> | null = null;
  #isVisible = true;
  /** Origin of the server; pages of the exchange live there too. */
  readonly base: string;
  /** Whether the widget is on the exchange's own site. */
  readonly isExchangeSite: boolean;
  /** Whether the form is ready-made markup that React has not taken over yet: until then it stays as it is. */
  readonly isHydrating: ReadonlySignal<boolean>;
  readonly #isHydrating: Signal<boolean>;
  /** What an element that left the page meanwhile does once its ready-made form is React's. */
  onHydrated: (() => void) | null = null;
  #prerendered: PrerenderedForm | null = null;
  #referral: string | undefined;
  readonly #element: HTMLElement;
  readonly #disposers: (() => void)[] = [];
  #pageListeners: AbortController | null = null;

  /** `build` as ready-made markup names the one that it is of. */
  constructor(element: HTMLElement, attributes: WidgetAttributes, buildId: string | undefined) {
    this.#element = element;
    this.#referral = attributes.rid;
    this.base = resolveServerOrigin(attributes.api);
    this.isExchangeSite = this.base === location.origin;
    const urlParameters = new URLSearchParams(this.isExchangeSite ? location.search : '');
    const api = createApiClient({
      base: this.isExchangeSite ? '' : this.base,
      fetch: createPrefetchedFetch(element),
    });
    const foundForm = takePrerenderedForm(element);
    // A form of another server, where `api` has changed since: nothing of it may stay.
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
      initial,
      isSuspended: canHydrate,
      selections: {
        url: toSelection(name => urlParameters.get(name) ?? undefined),
        attribute: toSelection(name => (prerendered?.attributes ?? attributes)[name]),
      },
      getReferral: () => urlParameters.get('ref') ?? urlParameters.get('rid') ?? this.#referral ?? null,
      // A form that begins with an answer has changed before anybody has the element.
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
    this.#disposers.push(this.#emitReadyOnce());
    if (attributes.claim) this.#openClaim(attributes.claim);
    else if (hasSavedState(element, api.base)) void this.loadClaim();
  }

  /** The claim's model, once its part is fetched; null when that failed. Goes on with what this tab had begun. */
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
    const claim = await claimModule.createClaimForTab({ ...this.#claimOptions, visible: this.#isVisible });
    this.#claim.value = claim;
    if (!skipResume) void claim.resume();
    return claim;
  }

  /**
   * React has taken the ready-made form over: the model learns what was done in it before, and from now on things change by
   * themselves. Null where the form was React's from the beginning.
   */
  completeHydration(): EarlyInput | null {
    const prerendered = this.#prerendered;
    if (!prerendered) return null;
    this.#prerendered = null;
    const earlyInput = prerendered.release();
    this.#applyEarlyInput(earlyInput);
    this.exchange.suspend(false);
    this.#isHydrating.value = false;
    // Not while React is at it.
    setTimeout(() => {
      this.onHydrated?.();
      earlyInput.pressedElement?.click();
    });
    return earlyInput;
  }

  #applyEarlyInput({ typed, isEditing }: EarlyInput): void {
    if (!typed) return;
    this.exchange.typeAmount(typed.side, typed.text);
    if (!isEditing) this.exchange.commitAmount();
  }

  /** Attributes changed: new wishes, or another claim to open. */
  applyAttributes(attributes: WidgetAttributes, changed: readonly string[]): void {
    this.#referral = attributes.rid;
    const selection = toSelection(name => (changed.includes(name) ? attributes[name] : undefined));
    if (Object.keys(selection).length > 0) void this.exchange.requestPair(selection, 'attribute');
    if (changed.includes('claim') && attributes.claim) this.#openClaim(attributes.claim);
  }

  /** An event of the element, `exchange-<name>`; bubbles and crosses shadow roots. */
  emit(name: WidgetEventName, detail?: object): void {
    this.#element.dispatchEvent(
      new CustomEvent(`exchange-${name}`, { detail: detail ?? null, bubbles: true, composed: true }),
    );
  }

  /** The element is on the page. */
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
    // Safari may leave a page without making it hidden.
    window.addEventListener('pagehide', () => this.#setVisible(false), { signal });
    window.addEventListener('pageshow', event => event.persisted && (updateVisibility(), wake()), { signal });
    updateVisibility();
  }

  /** The element has left the page: nothing is asked for, everything is kept. */
  disconnect(): void {
    this.#pageListeners?.abort();
    this.#pageListeners = null;
    this.#setVisible(false);
  }

  /** Ends it for good. */
  dispose(): void {
    this.disconnect();
    this.#prerendered?.release();
    this.#prerendered = null;
    for (const disposeEffect of this.#disposers) disposeEffect();
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

  #emitReadyOnce(): () => void {
    let isEmitted = false;
    return effect(() => {
      const { phase } = this.exchange.phase.value;
      if (isEmitted || phase !== 'ready') return;
      isEmitted = true;
      // Not inside the effect: a listener may set an attribute.
      queueMicrotask(() => this.emit('ready'));
    });
  }
}

/** The attributes whose values differ from those that the prerendered form was requested with. */
function findChangedAttributes(requested: SelectionAttributes, current: WidgetAttributes): string[] {
  return SELECTION_ATTRIBUTES.map(({ name }) => name).filter(name => requested[name] !== current[name]);
}

function toSelection(getValue: (name: SelectionAttributeName) => string | undefined): PairSelection {
  const selection: PairSelection = {};
  for (const { name, key } of SELECTION_ATTRIBUTES) {
    const value = getValue(name);
    if (value) selection[key] = value;
  }
  return selection;
}
