import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeBackend } from '#tests/support/fakeBackend.ts';
import type { FakeBackend } from '#tests/support/fakeBackend.ts';
import type { ExchangeWidget } from '#widget/element.ts';

/** Answers the requests of all widgets with a fake backend in the page, and registers the element. */
export async function mountFakeBackend(): Promise<FakeBackend> {
  const fakeBackend = createFakeBackend(() => Date.now());
  vi.stubGlobal('fetch', fakeBackend.fetch);
  sessionStorage.clear();
  localStorage.clear();
  document.body.replaceChildren();
  await import('#widget/element.ts');
  return fakeBackend;
}

/** Adds a widget by markup, as a page does. */
export function appendWidget(attributes = '', parent: Element = document.body): ExchangeWidget {
  parent.insertAdjacentHTML('beforeend', `<exchange-widget ${attributes}></exchange-widget>`);
  return parent.lastElementChild as ExchangeWidget;
}

/** Text of the two currency buttons: ticker and network, or name. */
export function readPair(element: Element): string[] {
  const labels = [...(element.shadowRoot?.querySelectorAll('.chip > .coin + span') ?? [])];
  return labels.map(label => label.textContent ?? '');
}

/** Returns an amount field. */
export function getAmountField(element: Element, side: 'from' | 'to'): HTMLInputElement {
  const found = element.shadowRoot?.querySelector<HTMLInputElement>(`[name=${side}Summa]`);
  if (!found) throw new Error('the form is not there');
  return found;
}

/** Fills an amount field as a user does. */
export async function typeAmount(element: Element, side: 'from' | 'to', text: string): Promise<void> {
  await page.elementLocator(getAmountField(element, side)).fill(text);
}
