import r2wc from '@r2wc/core';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { createElement, startTransition } from 'react';
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
import { readPrerenderedLogos } from './icons/coinLogo.ts';
import { adoptStyleSheet } from './styles/styleSheet.ts';
import type { WidgetStep } from './widgetStep.ts';

declare const __WIDGET_VERSION__: string;

/** Keys of r2wc's internal state. */
const CONNECTED = Symbol.for('r2wc.connected');
const PROPS = Symbol.for('r2wc.props');
const RENDER = Symbol.for('r2wc.render');

/** Id of this build: the name of this file's folder, a content hash. */
const BUILD_ID = import.meta.url.split('/').at(-2);

const ReactElementBase = r2wc<WidgetRootProps, Root>(
  WidgetRoot as ComponentType<WidgetRootProps>,
  { shadow: 'open', props: [...ATTRIBUTE_NAMES] as never[] },
  {
    mount(container, Component, props) {
      const shadow = container as unknown as ShadowRoot;
      const mountPoint = ensureMountPoint(shadow);
      const reactElement = createElement(Component, props);
      const isHydrating = props.controller.isHydrating.peek();
      readPrerenderedLogos(mountPoint);
      // Hydration keeps the prerendered form, with the text in its fields and its own style. As a transition, React hydrates
      // in short tasks, between which the page handles input.
      if (isHydrating) {
        let hydratedRoot!: Root;
        startTransition(() => {
          hydratedRoot = hydrateRoot(mountPoint, reactElement);
        });
        return hydratedRoot;
      }
      shadow.querySelector('style')?.remove();
      adoptStyleSheet(shadow, widgetStyleSheet);
      mountPoint.inert = false;
      const root = createRoot(mountPoint);
      // Synchronously: an empty frame would shift the layout of the host page.
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
 * `<exchange-widget>`: the exchange form and the steps of a claim.
 *
 * Its attributes: `WIDGET_ATTRIBUTES`. Each is also a property of the same name. A property set before the element is
 * defined is applied later. A script tag whose address repeats the pair, `exchange-widget.js?cur_from=BTC&cur_to=SBERRUB`,
 * brings the form without another request.
 *
 * @event exchange-ready - the form is ready for input
 * @event exchange-change - `{from, to, fromSumma, toSumma, course, source}`; source is user, attribute, url, course, default
 * @event exchange-step - `{step}`: the widget shows another step: form, requisites, confirm, claim
 * @event exchange-claim - `{id, status}`: a claim was created, opened, or changed its status
 * @event exchange-error - `{code}`
 *
 * All events bubble and are composed. They contain no requisites, no e-mail address and no claim secret.
 *
 * @method diagnose - resolves to `{findings: [{code, level, message}], text}`: problems on this page that affect the widget
 *
 * @method showForm - shows the form instead of an opened claim; the claim stays reachable in this browser
 *
 * @method returnToStep - goes back to an earlier step, `form` or `requisites`, before a claim exists
 *
 * @slot - a plain link, shown only if the script is blocked
 *
 * @part panel - the panel with its border
 * @part amount - the two amount fields
 * @part chip - the two currency buttons
 * @part line - the progress line: time until the next course update
 * @part field - a requisite field
 * @part button - the primary button
 * @part note - a note below the form
 *
 * @token --exchange-surface - panel colour
 * @token --exchange-text - text colour
 * @token --exchange-accent - colour of the primary button and the progress line
 * @token --exchange-on-accent - text colour on the accent
 * @token --exchange-radius - corner radius of the panel; controls use 60 % of it
 * @token --exchange-font - font family; the page's font by default
 * @token --exchange-border - border of the panel; 0 removes it
 */
export class ExchangeWidget extends ReactElementBase {
  /** Version of the script. Loading another version on the same page logs a warning. */
  static readonly version = __WIDGET_VERSION__;
  /** Versions of unused copies of the script that were loaded later. */
  static readonly others: string[] = [];

  #controller: WidgetController | null = null;
  #changedAttributes = new Set<AttributeName>();

  constructor() {
    super();
    // r2wc assumes that a new element is connected and would render it while detached.
    this[CONNECTED] = false;
    for (const name of ATTRIBUTE_NAMES) {
      if (!Object.hasOwn(this, name)) continue;
      // An own property, set before the upgrade, hides the accessor.
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
  }

  /** Returns an existing shadow root. Attaching again would remove the prerendered form. */
  override attachShadow(init: ShadowRootInit): ShadowRoot {
    return this.shadowRoot ?? super.attachShadow(init);
  }

  override connectedCallback(): void {
    this.#controller ??= this.#createController();
    this.#controller.connect();
    // Not after a move within the page, because rendering again would abort hydration.
    if (!this[CONNECTED]) super.connectedCallback();
  }

  override disconnectedCallback(): void {
    queueMicrotask(() => {
      // A move within the page keeps the content with its focus and scroll position.
      if (this.isConnected) return;
      this.#controller?.disconnect();
      // React cannot unmount during hydration, so the unmount waits for its end.
      if (this.#controller?.isHydrating.peek())
        this.#controller.onHydrated = () => this.disconnectedCallback();
      else super.disconnectedCallback();
    });
  }

  /** moveBefore() calls this instead of the two callbacks above. Nothing to do. */
  connectedMoveCallback(): void {}

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (old === value) return;
    // r2wc ignores a removed or emptied attribute. `value` is not used: during an upgrade it can be older than a
    // property that was already set.
    this[PROPS][name as AttributeName] = this.getAttribute(name) || undefined;
    if (!this.#controller) return;
    if (this.#changedAttributes.size === 0) queueMicrotask(() => this.#applyChangedAttributes());
    this.#changedAttributes.add(name as AttributeName);
  }

  /** Finds problems on this page that affect the widget. The report's text is for `console.log`. Never rejects. */
  diagnose(): Promise<DiagnosisReport> {
    const { version, others } = ExchangeWidget;
    const base = resolveServerOrigin(this.#readAttributes().api);
    return importWithRetry(() => import('./diagnosis/diagnose.ts')).then(
      ({ diagnoseWidget }) =>
        diagnoseWidget({ element: this, version, others, script: import.meta.url, base }),
      error => {
        const message = `Не загружается часть виджета. Проверьте сеть. ${error}`;
        const findings = [{ code: 'script_unreachable', level: 'error', message } as const];
        return { findings, text: message, toString: () => message };
      },
    );
  }

  /** Shows the form instead of an opened claim. */
  showForm(): void {
    this.#controller?.showForm();
  }

  /** Goes back to an earlier step. Does nothing with an opened claim and while one is being created. */
  returnToStep(step: Exclude<WidgetStep, 'claim'>): void {
    this.#controller?.returnToStep(step);
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
    // Another server: discard everything from the old one.
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
