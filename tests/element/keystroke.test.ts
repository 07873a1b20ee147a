import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { getAmountField, mountFakeBackend, readPair, appendWidget } from './support/widgetElement.ts';
import { recordRenders } from './support/renderLog.ts';

const renderLog = recordRenders();

afterEach(() => vi.unstubAllGlobals());

/** The rendered components except the countdown, which updates by itself. */
const takeRenderedNames = () =>
  renderLog
    .takeNames()
    .filter(name => name !== 'CountdownLine' && name !== 'CountdownText')
    .sort();

/** Waits until the modules that the first interaction requests are loaded and rendered. */
async function waitUntilIdle(element: Element): Promise<void> {
  await expect.poll(() => element.shadowRoot?.querySelector('[role=status]')).not.toBeNull();
  do await new Promise(done => setTimeout(done, 250));
  while (takeRenderedNames().length > 0);
}

const nextFrame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));

test('a keystroke within the limits renders only the two amounts and the gain', async () => {
  await mountFakeBackend();
  const element = appendWidget('cur_from="USDTTRC20" cur_to="SBERRUB" amount="200"');
  await expect.poll(() => readPair(element).length).toBe(2);
  getAmountField(element, 'from').focus();
  getAmountField(element, 'from').select();
  await userEvent.keyboard('75');
  await waitUntilIdle(element);
  const before = getAmountField(element, 'to').value;
  await userEvent.keyboard('0');
  await nextFrame();
  expect(getAmountField(element, 'to').value).not.toBe(before);
  expect(takeRenderedNames()).toEqual(['AmountInput', 'AmountInput', 'VerificationGain']);
});

test('a keystroke that crosses a limit also renders its side and the button', async () => {
  await mountFakeBackend();
  const element = appendWidget('cur_from="USDTTRC20" cur_to="SBERRUB" amount="200"');
  await expect.poll(() => readPair(element).length).toBe(2);
  getAmountField(element, 'from').focus();
  getAmountField(element, 'from').select();
  await userEvent.keyboard('7');
  await waitUntilIdle(element);
  await userEvent.keyboard('5');
  await nextFrame();
  const sideComponents = [
    'AmountSide',
    'AmountInput',
    'CurrencyButton',
    'CurrencyIcon',
    'Icon',
    'AmountHint',
  ];
  expect(takeRenderedNames()).toEqual(
    [...sideComponents, 'AmountInput', 'VerificationGain', 'SubmitButton'].sort(),
  );
});
