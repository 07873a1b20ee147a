import r2wc from '@r2wc/core';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { createElement } from 'react';
import type { ComponentType } from 'react';
import { WidgetRoot } from './WidgetRoot.tsx';
import type { WidgetRootProps } from './WidgetRoot.tsx';
import { importWithRetry } from '#core/importWithRetry.ts';
import type { DiagnosisReport } from './diagnosis/report.ts';
import { ATTRIBUTE_NAMES } from './attributes.ts';
import type { AttributeName, WidgetAttributes } from './attributes.ts';
import './diagnosis/policyViolations.ts';
import { widgetStyleSheet, ensureMountPoint } from './prerender/renderForm.ts';
import { WidgetController, resolveServerOrigin } from './controller.ts';
import { adoptStyleSheet } from './styles/styleSheet.ts';

declare const __WIDGET_VERSION__: string;

/** Where r2wc keeps its state. */
const CONNECTED = Symbol.for('r2wc.connected');
const PROPS = Symbol.for('r2wc.props');
const RENDER = Symbol.for('r2wc.render');

/** Which build this is: the name of the folder of this very file, which stands for all that it imports. */
const BUILD_ID = import.meta.url.split('/').at(-2);

const ReactElementBase = r2wc<WidgetRootProps, Root>(
  WidgetRoot as ComponentType<WidgetRootProps>,
  { shadow: 'open', props: [...ATTRIBUTE_NAMES] as never[] },
  {
    mount(container, Component, props) {
      const shadow = container as unknown as ShadowRoot;
      const [mountPoint, pageStyle] = [ensureMountPoint(shadow), shadow.querySelector('style')];
      const reactElement = createElement(Component, props);
      const isHydrating = props.controller.isHydrating.peek();
      // Markup of the exchange's own page brings its style along.
      if (!isHydrating) pageStyle?.remove();
      if (!isHydrating || !pageStyle) adoptStyleSheet(shadow, widgetStyleSheet);
      // The form is there already: React takes it over as it is, and whatever is being typed into it.
      if (isHydrating) return hydrateRoot(mountPoint, reactElement);
      mountPoint.inert = false;
      const root = createRoot(mountPoint);
      // At once: a frame with nothing in it would move the host's page.
      flushSync(() => root.render(reactElement));
      return root;
    },
    update: (root, props) => root.render(createElement(WidgetRoot, props)),
    unmount: root => root.unmount(),
  },
) as unknown as new () => HTMLElement & {
  connectedCallback(): void;
  disconnectedCallback(): void;
  attributeChangedCallback(name: string, old: string | null, value: string | null): void;
  [CONNECTED]: boolean;
  [PROPS]: Partial<WidgetRootProps> & WidgetAttributes;
  [RENDER](): void;
} & WidgetAttributes;

/**
 * `<exchange-widget>`: the exchange form and the claim that comes of it.
 *
 * @attribute cur_from - what to send, a currency code in any case or an alias: `USDTTRC20`
 * @attribute cur_to - what to receive: `SBPRUB`
 * @attribute amount - the sum to send, as people write it
 * @attribute city - the city for cash, by its code
 * @attribute rid - your referral id; it reaches the claim
 * @attribute theme - `light`, `dark` or `auto` (the page's own color-scheme)
 * @attribute api - origin of another server; the script's own by default
 * @attribute claim - opens this claim: `uuid`, or `uuid#secret`
 *
 * Each attribute is also a property of the same name; a property set before the element is known is taken over.
 *
 * @event exchange-ready - the form can be used
 * @event exchange-change - `{from, to, fromSumma, toSumma, course, source}`; source is user, attribute, url, course, default
 * @event exchange-claim - `{id, status}`: a claim was made, opened, or changed its status
 * @event exchange-error - `{code}`
 *
 * All events bubble and are composed; none carries requisites, an e-mail or the claim's secret.
 *
 * @method diagnose - answers a promise of `{findings: [{code, level, message}], text}`: what on this page keeps the widget
 * from working, or soon will
 *
 * @slot - a plain link for pages where the script is blocked; not shown while the widget works
 *
 * @part panel - the framed panel
 * @part amount - the two fields of sums
 * @part chip - the two currency buttons
 * @part line - the line on the seam: time to the next course
 * @part field - a field of the requisites
 * @part button - the primary button
 * @part note - a note below the form
 *
 * @token --exchange-surface - panel colour
 * @token --exchange-text - text colour
 * @token --exchange-accent - primary button and line
 * @token --exchange-on-accent - text on the accent
 * @token --exchange-radius - corner of the panel; controls take 60 % of it
 * @token --exchange-font - font family; the page's own by default
 * @token --exchange-border - border of the panel; 0 removes it
 */
export class ExchangeWidget extends ReactElementBase {
  /** Version of the script; another one on the same page gets a warning. */
  static readonly version = __WIDGET_VERSION__;
  /** Versions of the scripts that came later and are not used. */
  static readonly others: string[] = [];

  #controller: WidgetController | null = null;
  #changedAttributes = new Set<AttributeName>();

  constructor() {
    super();
    // r2wc takes a new element for connected and would draw it while it is detached.
    this[CONNECTED] = false;
    for (const name of ATTRIBUTE_NAMES) {
      if (!Object.hasOwn(this, name)) continue;
      // Set before the upgrade: an own property that hides the accessor.
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
  }

  /** The root that a ready-made form is in: asking for another would empty it. */
  override attachShadow(init: ShadowRootInit): ShadowRoot {
    return this.shadowRoot ?? super.attachShadow(init);
  }

  override connectedCallback(): void {
    this.#controller ??= this.#createController();
    this.#controller.connect();
    // Moved, not added: drawing it anew would break off React's taking the form over.
    if (!this[CONNECTED]) super.connectedCallback();
  }

  override disconnectedCallback(): void {
    queueMicrotask(() => {
      // Moved, not removed: what is drawn stays, focus and scroll with it.
      if (this.isConnected) return;
      this.#controller?.disconnect();
      // React cannot be broken off while it takes a form over: it has it first, and is ended then.
      if (this.#controller?.isHydrating.peek())
        this.#controller.onHydrated = () => this.disconnectedCallback();
      else super.disconnectedCallback();
    });
  }

  /** Called by moveBefore() in place of the two above: nothing is to be done. */
  connectedMoveCallback(): void {}

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (old === value) return;
    // r2wc forgets to tell that an attribute was removed or emptied. Not `value`: an upgrade tells of what was there before
    // the properties that were set early.
    this[PROPS][name as AttributeName] = this.getAttribute(name) || undefined;
    if (!this.#controller) return;
    if (this.#changedAttributes.size === 0) queueMicrotask(() => this.#applyChangedAttributes());
    this.#changedAttributes.add(name as AttributeName);
  }

  /** What on this page keeps the widget from working, or soon will; its text is for `console.log`. */
  diagnose(): Promise<DiagnosisReport> {
    const [script, base] = [import.meta.url, resolveServerOrigin(this.#readAttributes().api)];
    const { version, others } = ExchangeWidget;
    return importWithRetry(() => import('./diagnosis/diagnose.ts')).then(
      ({ diagnoseWidget }) => diagnoseWidget({ element: this, version, others, script, base }),
      error => {
        const message = `Не загружается часть виджета. Проверьте сеть. ${error}`;
        const findings = [{ code: 'script_unreachable', level: 'error', message } as const];
        return { findings, text: message, toString: () => message };
      },
    );
  }

  #createController(): WidgetController {
    const controller = new WidgetController(this, this.#readAttributes(), BUILD_ID);
    Object.assign(this[PROPS], { controller });
    return controller;
  }

  #readAttributes(): WidgetAttributes {
    return Object.fromEntries(ATTRIBUTE_NAMES.map(name => [name, this[PROPS][name]]));
  }

  #applyChangedAttributes(): void {
    const changed = [...this.#changedAttributes];
    this.#changedAttributes.clear();
    if (!changed.includes('api')) return this.#controller?.applyAttributes(this.#readAttributes(), changed);
    // Another server: nothing of the old one may stay on the screen.
    this.#controller?.dispose();
    this.#controller = this.#createController();
    if (this.isConnected) this.#controller.connect();
    this[RENDER]();
  }
}

const registeredClass = customElements.get('exchange-widget') as
  (Partial<Pick<typeof ExchangeWidget, 'others'>> & Pick<typeof ExchangeWidget, 'version'>) | undefined;
if (!registeredClass) customElements.define('exchange-widget', ExchangeWidget);
else {
  registeredClass.others?.push(ExchangeWidget.version);
  if (registeredClass.version !== ExchangeWidget.version)
    console.warn(
      `exchange-widget: version ${registeredClass.version} is on this page already, ${ExchangeWidget.version} is not used`,
    );
}
