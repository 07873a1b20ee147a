import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { field, open, pair, widget } from './answers.ts';
import { count } from './renders.ts';

const renders = count();

afterEach(() => vi.unstubAllGlobals());

const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));

test('a keystroke within the limits draws the two sums and the gain, nothing else', async () => {
  await open();
  const element = widget('cur_from="USDTTRC20" cur_to="SBERRUB" amount="200"');
  await expect.poll(() => pair(element).length).toBe(2);
  field(element, 'from').focus();
  field(element, 'from').select();
  await userEvent.keyboard('75');
  // What the first touch brings along has come.
  await expect.poll(() => element.shadowRoot?.querySelector('[role=status]')).not.toBeNull();
  await frame();
  renders.take();
  const before = field(element, 'to').value;
  await userEvent.keyboard('0');
  await frame();
  expect(field(element, 'to').value).not.toBe(before);
  expect(renders.take().sort()).toEqual(['Amount', 'Amount', 'Gain']);
});

test('a keystroke that passes a limit draws that half and the button with it', async () => {
  await open();
  const element = widget('cur_from="USDTTRC20" cur_to="SBERRUB" amount="200"');
  await expect.poll(() => pair(element).length).toBe(2);
  field(element, 'from').focus();
  field(element, 'from').select();
  await userEvent.keyboard('7');
  await expect.poll(() => element.shadowRoot?.querySelector('[role=status]')).not.toBeNull();
  await frame();
  renders.take();
  await userEvent.keyboard('5');
  await frame();
  const half = ['Side', 'Amount', 'Chip', 'Coin', 'Icon', 'Hint'];
  expect(renders.take().sort()).toEqual([...half, 'Amount', 'Gain', 'Submit'].sort());
});
