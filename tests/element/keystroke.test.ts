import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { field, open, pair, widget } from './answers.ts';
import { count } from './renders.ts';

const renders = count();

afterEach(() => vi.unstubAllGlobals());

/** What was drawn, but for the countdown, which ticks by itself. */
const drawn = () =>
  renders
    .take()
    .filter(name => name !== 'Line' && name !== 'Until')
    .sort();

/** Waits until what the first touch brings along has come and is drawn. */
async function quiet(element: Element): Promise<void> {
  await expect.poll(() => element.shadowRoot?.querySelector('[role=status]')).not.toBeNull();
  do await new Promise(done => setTimeout(done, 250));
  while (drawn().length > 0);
}

const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));

test('a keystroke within the limits draws the two sums and the gain, nothing else', async () => {
  await open();
  const element = widget('cur_from="USDTTRC20" cur_to="SBERRUB" amount="200"');
  await expect.poll(() => pair(element).length).toBe(2);
  field(element, 'from').focus();
  field(element, 'from').select();
  await userEvent.keyboard('75');
  await quiet(element);
  const before = field(element, 'to').value;
  await userEvent.keyboard('0');
  await frame();
  expect(field(element, 'to').value).not.toBe(before);
  expect(drawn()).toEqual(['Amount', 'Amount', 'Gain']);
});

test('a keystroke that passes a limit draws that half and the button with it', async () => {
  await open();
  const element = widget('cur_from="USDTTRC20" cur_to="SBERRUB" amount="200"');
  await expect.poll(() => pair(element).length).toBe(2);
  field(element, 'from').focus();
  field(element, 'from').select();
  await userEvent.keyboard('7');
  await quiet(element);
  await userEvent.keyboard('5');
  await frame();
  const half = ['Side', 'Amount', 'Chip', 'Coin', 'Icon', 'Hint'];
  expect(drawn()).toEqual([...half, 'Amount', 'Gain', 'Submit'].sort());
});
