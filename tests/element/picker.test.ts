import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { mountFakeBackend, readPair, appendWidget } from './support/widgetElement.ts';
import { recordRenders } from './support/renderLog.ts';

const renderLog = recordRenders();

afterEach(() => vi.unstubAllGlobals());

const countRenderedOptions = () => renderLog.takeNames().filter(name => name === 'CurrencyOption').length;

test('with 300 currencies the first frame renders the visible ones, and an arrow key renders two', async () => {
  (await mountFakeBackend()).addCurrencies(300);
  const element = appendWidget('cur_from="BTC" cur_to="SBERRUB"');
  await expect.poll(() => readPair(element).length).toBe(2);
  const root = element.shadowRoot as ShadowRoot;
  const options = () => root.querySelectorAll('[role=option]').length;
  // Opens the picker once to load its code.
  root.querySelector<HTMLElement>('.chip')?.click();
  await expect.poll(options).toBe(299);
  await userEvent.keyboard('{Escape}');
  renderLog.takeNames();
  root.querySelector<HTMLElement>('.chip')?.click();
  await new Promise(requestAnimationFrame);
  expect(options()).toBeGreaterThan(20);
  expect(countRenderedOptions()).toBeLessThan(60);
  await expect.poll(options).toBe(299);
  renderLog.takeNames();
  await userEvent.keyboard('{ArrowDown}');
  expect(countRenderedOptions()).toBe(2);
});
