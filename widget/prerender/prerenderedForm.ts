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

/**
 * The element's property for its form; null once the form is taken. The key is global, because the home page contains
 * this module as an inline script, and the element imports it from a file.
 */
const FORM_PROPERTY = Symbol.for('exchange-widget.prerenderedForm');

type PrerenderedElement = Element & { [FORM_PROPERTY]?: PrerenderedForm | null };

/** Returns an element's prerendered form, once. Null if there is none, or if saved state replaces it. */
export function takePrerenderedForm(element: PrerenderedElement): PrerenderedForm | null {
  registerServerRenderedForm(element);
  const found = element[FORM_PROPERTY] ?? null;
  element[FORM_PROPERTY] = null;
  return found;
}

/** Registers the prerendered form in `mountPoint` and handles its input. */
export function registerPrerenderedForm(
  element: PrerenderedElement,
  mountPoint: HTMLElement,
  form: Omit<PrerenderedForm, 'release'>,
): void {
  element[FORM_PROPERTY] = { ...form, release: captureEarlyInput(mountPoint, form.settings) };
}

/**
 * Registers a form in the page's own markup, as on the home page of the exchange. If the tab has saved state, which the
 * markup does not show, the form becomes inert, so that no input is lost.
 */
export function registerServerRenderedForm(element: PrerenderedElement): void {
  if (element[FORM_PROPERTY] !== undefined) return;
  const mountPoint = element.shadowRoot?.querySelector<HTMLElement>('.exchange');
  const settingsScript = element.shadowRoot?.querySelector<HTMLScriptElement>('script');
  if (!mountPoint || !settingsScript) return;
  const { form: buildId = '' } = settingsScript.dataset;
  if (hasSavedState(element, '')) {
    mountPoint.inert = true;
    element[FORM_PROPERTY] = null;
    return;
  }
  registerPrerenderedForm(element, mountPoint, {
    base: '',
    buildId,
    settings: JSON.parse(settingsScript.text) as CalculatorSettings,
    attributes: {},
  });
}
