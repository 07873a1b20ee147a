import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import type { SelectionAttributes } from '../attributes.ts';
import { hasSavedState } from './savedState.ts';
import { captureEarlyInput } from './earlyInput.ts';
import type { EarlyInput } from './earlyInput.ts';

/** A form rendered before React is loaded. */
export interface PrerenderedForm {
  /** Build that rendered the markup: the name of the element's folder. */
  buildId: string;
  /** The settings response that it was rendered from, not validated. */
  settings: CalculatorSettings;
  /** The attributes at the time of the request. */
  attributes: SelectionAttributes;
  /** Server of the response, as the base of the API client. */
  base: string;
  /** Stops handling input in the form and returns the input made so far. */
  release: () => EarlyInput;
}

const prerenderedForms = new WeakMap<Element, PrerenderedForm | null>();

/** Returns an element's prerendered form, once. Null if there is none, or if saved state replaces it. */
export function takePrerenderedForm(element: Element): PrerenderedForm | null {
  registerServerRenderedForm(element);
  const found = prerenderedForms.get(element) ?? null;
  prerenderedForms.set(element, null);
  return found;
}

/**
 * Registers the prerendered form in `mountPoint` and handles its input. If the tab has saved state, which the markup does
 * not show, the form becomes inert, so that no input is lost.
 */
export function registerPrerenderedForm(
  element: Element,
  mountPoint: HTMLElement,
  form: Omit<PrerenderedForm, 'release'>,
): void {
  if (hasSavedState(element, form.base)) {
    mountPoint.inert = true;
    prerenderedForms.set(element, null);
  } else prerenderedForms.set(element, { ...form, release: captureEarlyInput(mountPoint, form.settings) });
}

/** Registers a form in the page's own markup, as on the home page of the exchange. */
function registerServerRenderedForm(element: Element): void {
  if (prerenderedForms.has(element)) return;
  const mountPoint = element.shadowRoot?.querySelector<HTMLElement>('.exchange');
  const settingsScript = element.shadowRoot?.querySelector<HTMLScriptElement>('script');
  // While the document is parsed, the script may be incomplete: something follows a complete one.
  if (!mountPoint || !settingsScript?.nextSibling) return;
  const { form: buildId = '' } = settingsScript.dataset;
  registerPrerenderedForm(element, mountPoint, {
    base: '',
    buildId,
    settings: JSON.parse(settingsScript.text) as CalculatorSettings,
    attributes: {},
  });
}

function registerServerRenderedForms(): void {
  document.querySelectorAll('exchange-widget').forEach(registerServerRenderedForm);
}

registerServerRenderedForms();
// The script can run before the document is parsed.
document.addEventListener('DOMContentLoaded', registerServerRenderedForms);
