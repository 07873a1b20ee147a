import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { backend } from '#tests/core/backend.ts';
import type { Backend } from '#tests/core/backend.ts';
import type { ExchangeWidget } from '#widget/element.ts';

/** The calls of every widget on the page answered in the page, and the element made known. */
export async function open(): Promise<Backend> {
  const answers = backend(() => Date.now());
  vi.stubGlobal('fetch', answers.fetch);
  sessionStorage.clear();
  localStorage.clear();
  document.body.replaceChildren();
  await import('#widget/element.ts');
  return answers;
}

/** A widget as a page makes it, from markup. */
export function widget(attributes = '', parent: Element = document.body): ExchangeWidget {
  parent.insertAdjacentHTML('beforeend', `<exchange-widget ${attributes}></exchange-widget>`);
  return parent.lastElementChild as ExchangeWidget;
}

/** What the two currency buttons say: ticker and network or name. */
export function pair(element: Element): string[] {
  const chips = [...(element.shadowRoot?.querySelectorAll('.chip') ?? [])];
  return chips.map(chip => chip.textContent?.replace(/^.*: /, '') ?? '');
}

/** A field of a sum. */
export function field(element: Element, side: 'from' | 'to'): HTMLInputElement {
  const found = element.shadowRoot?.querySelector<HTMLInputElement>(`[name=${side}Summa]`);
  if (!found) throw new Error('the form is not there');
  return found;
}

/** Types into a sum as a person does. */
export async function type(element: Element, side: 'from' | 'to', text: string): Promise<void> {
  await page.elementLocator(field(element, side)).fill(text);
}
