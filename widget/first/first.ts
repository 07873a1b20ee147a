import type { Settings } from '#core/contract/calculator.ts';
import { kept } from './kept.ts';
import { wire } from './wire.ts';
import type { Deeds } from './wire.ts';

/** Attributes that choose what a form shows, as they were when its markup was asked for. */
export type Asked = Partial<Record<'cur_from' | 'cur_to' | 'amount' | 'city', string | undefined>>;

/** A form that was there before React. */
export interface Early {
  /** Which build its markup is of: the name of the element's folder. */
  form: string;
  /** The answer that it was made of, as it came. */
  settings: Settings;
  asked: Asked;
  /** Whose answer it is, as the API client's. */
  base: string;
  /** Lets go of it: React has it now, or draws another. */
  end: () => Deeds;
}

const forms = new WeakMap<Element, Early | null>();

/** The form that an element came with, once; null when there is none, or none that may be gone on with. */
export function take(element: Element): Early | null {
  look(element);
  const found = forms.get(element) ?? null;
  forms.set(element, null);
  return found;
}

/**
 * Wires the form in `place`. What this tab keeps of the element is not in it: then nothing can be typed that would be
 * lost.
 */
export function begin(element: Element, place: HTMLElement, early: Omit<Early, 'end'>): void {
  if (kept(element, early.base)) {
    place.inert = true;
    forms.set(element, null);
  } else forms.set(element, { ...early, end: wire(place, early.settings) });
}

/** A form in the page's own markup: the exchange's home page. */
function look(element: Element): void {
  if (forms.has(element)) return;
  const place = element.shadowRoot?.querySelector<HTMLElement>('.exchange');
  const data = element.shadowRoot?.querySelector<HTMLScriptElement>('script');
  if (!place || !data) return;
  const { form = '' } = data.dataset;
  begin(element, place, { base: '', form, settings: JSON.parse(data.text) as Settings, asked: {} });
}

function all(): void {
  document.querySelectorAll('exchange-widget').forEach(look);
}

all();
// A fast script and a slow document.
document.addEventListener('DOMContentLoaded', all);
