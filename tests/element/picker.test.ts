import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { open, pair, widget } from './answers.ts';
import { count } from './renders.ts';

const renders = count();

afterEach(() => vi.unstubAllGlobals());

const drawn = () => renders.take().filter(name => name === 'Option').length;

test('of three hundred currencies the first frame draws those that can be seen, and an arrow draws two', async () => {
  (await open()).crowd(300);
  const element = widget('cur_from="BTC" cur_to="SBERRUB"');
  await expect.poll(() => pair(element).length).toBe(2);
  const root = element.shadowRoot as ShadowRoot;
  const options = () => root.querySelectorAll('[role=option]').length;
  // Once for its code to come.
  root.querySelector<HTMLElement>('.chip')?.click();
  await expect.poll(options).toBe(299);
  await userEvent.keyboard('{Escape}');
  renders.take();
  root.querySelector<HTMLElement>('.chip')?.click();
  await new Promise(requestAnimationFrame);
  expect(options()).toBeGreaterThan(20);
  expect(drawn()).toBeLessThan(60);
  await expect.poll(options).toBe(299);
  renders.take();
  await userEvent.keyboard('{ArrowDown}');
  expect(drawn()).toBe(2);
});
