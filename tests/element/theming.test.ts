import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getAmountField, mountFakeBackend, readPair, appendWidget } from './support/widgetElement.ts';

beforeEach(mountFakeBackend);
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.querySelectorAll('style[data-host]').forEach(style => style.remove());
});

const waitForForm = (element: Element) => expect.poll(() => readPair(element).length).toBe(2);
const readPanelStyle = (element: Element) => {
  const found = element.shadowRoot?.querySelector('.panel');
  if (!found) throw new Error('no panel');
  return getComputedStyle(found);
};
const addHostStyle = (css: string) => {
  const style = document.createElement('style');
  style.dataset['host'] = '';
  style.textContent = css;
  document.head.append(style);
};

test('theme applies per instance and updates live', async () => {
  const [light, dark] = [appendWidget('theme="light"'), appendWidget('theme="dark"')];
  await Promise.all([waitForForm(light), waitForForm(dark)]);
  expect(readPanelStyle(light).backgroundColor).toBe('rgb(255, 255, 255)');
  expect(readPanelStyle(dark).backgroundColor).toBe('rgb(19, 22, 17)');
  light.theme = 'dark';
  expect(readPanelStyle(light).backgroundColor).toBe('rgb(19, 22, 17)');
});

test('auto follows the page’s own scheme', async () => {
  addHostStyle(':root { color-scheme: dark }');
  const element = appendWidget('theme="auto"');
  await waitForForm(element);
  expect(readPanelStyle(element).backgroundColor).toBe('rgb(19, 22, 17)');
});

test('custom properties style the panel', async () => {
  addHostStyle(
    'exchange-widget { --exchange-surface: rgb(1, 2, 3); --exchange-radius: 7px; --exchange-border: 0 }',
  );
  const element = appendWidget('theme="dark"');
  await waitForForm(element);
  expect(readPanelStyle(element)).toMatchObject({ backgroundColor: 'rgb(1, 2, 3)', borderRadius: '7px' });
  expect(readPanelStyle(element).borderTopWidth).toBe('0px');
});

test('host styles and rem sizes do not affect the widget', async () => {
  const element = appendWidget('theme="dark"');
  await waitForForm(element);
  const before = getAmountField(element, 'from').getBoundingClientRect();
  const type = getComputedStyle(getAmountField(element, 'from')).letterSpacing;
  addHostStyle(
    'html { font-size: 62.5% } * { color: red !important; letter-spacing: 9px !important; line-height: 3 !important; text-transform: uppercase !important; font-size: 40px !important }',
  );
  const after = getAmountField(element, 'from').getBoundingClientRect();
  expect([after.width, after.height]).toEqual([before.width, before.height]);
  const style = getComputedStyle(getAmountField(element, 'from'));
  expect(style.letterSpacing).toBe(type);
  expect(style.textTransform).toBe('none');
  expect(style.color).not.toBe('rgb(255, 0, 0)');
});

test('inputs are at least 16 px, so that iOS does not zoom', async () => {
  const element = appendWidget();
  await waitForForm(element);
  for (const side of ['from', 'to'] as const)
    expect(parseFloat(getComputedStyle(getAmountField(element, side)).fontSize)).toBeGreaterThanOrEqual(16);
});
