import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeBackend } from '#tests/support/fakeBackend.ts';
import type { FakeBackend } from '#tests/support/fakeBackend.ts';
import type { ExchangeWidget } from '#widget/element.ts';

/** The calls of every widget on the page answered in the page, and the element made known. */
export async function mountFakeBackend(): Promise<FakeBackend> {
  const fakeBackend = createFakeBackend(() => Date.now());
  vi.stubGlobal('fetch', fakeBackend.fetch);
  sessionStorage.clear();
  localStorage.clear();
  document.body.replaceChildren();
  await import('#widget/element.ts');
  return fakeBackend;
}

/** A widget as a page makes it, from markup. */
export function appendWidget(attributes = '', parent: Element = document.body): ExchangeWidget {
  parent.insertAdjacentHTML('beforeend', `<exchange-widget ${attributes}></exchange-widget>`);
  return parent.lastElementChild as ExchangeWidget;
}

/** What the two currency buttons say: ticker and network or name. */
export function readPair(element: Element): string[] {
  const chips = [...(element.shadowRoot?.querySelectorAll('.chip') ?? [])];
  return chips.map(chip => chip.textContent?.replace(/^.*: /, '') ?? '');
}

/** A field of a sum. */
export function getAmountField(element: Element, side: 'from' | 'to'): HTMLInputElement {
  const found = element.shadowRoot?.querySelector<HTMLInputElement>(`[name=${side}Summa]`);
  if (!found) throw new Error('the form is not there');
  return found;
}

/** Types into a sum as a person does. */
export async function typeAmount(element: Element, side: 'from' | 'to', text: string): Promise<void> {
  await page.elementLocator(getAmountField(element, side)).fill(text);
}
