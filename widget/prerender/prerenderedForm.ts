import type { CalculatorSettings } from '#core/contract/calculator.ts';
import type { SelectionAttributes } from '../attributes.ts';
import { hasSavedState } from './savedState.ts';
import { captureEarlyInput } from './earlyInput.ts';
import type { EarlyInput } from './earlyInput.ts';

/** A form that was there before React. */
export interface PrerenderedForm {
  /** Which build its markup is of: the name of the element's folder. */
  buildId: string;
  /** The answer that it was made of, as it came. */
  settings: CalculatorSettings;
  /** The attributes at the time of the request. */
  attributes: SelectionAttributes;
  /** Whose answer it is, as the API client's. */
  base: string;
  /** Lets go of it: React has it now, or draws another. */
  release: () => EarlyInput;
}

const prerenderedForms = new WeakMap<Element, PrerenderedForm | null>();

/** The form that an element came with, once; null when there is none, or none that may be gone on with. */
export function takePrerenderedForm(element: Element): PrerenderedForm | null {
  registerServerRenderedForm(element);
  const found = prerenderedForms.get(element) ?? null;
  prerenderedForms.set(element, null);
  return found;
}

/**
 * Wires the form in `place`. What this tab keeps of the element is not in it: then nothing can be typed that would be
 * lost.
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

/** A form in the page's own markup: the exchange's home page. */
function registerServerRenderedForm(element: Element): void {
  if (prerenderedForms.has(element)) return;
  const mountPoint = element.shadowRoot?.querySelector<HTMLElement>('.exchange');
  const settingsScript = element.shadowRoot?.querySelector<HTMLScriptElement>('script');
  if (!mountPoint || !settingsScript) return;
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
// A fast script and a slow document.
document.addEventListener('DOMContentLoaded', registerServerRenderedForms);
