import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { field, open, pair, widget } from './answers.ts';

beforeEach(open);
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.querySelectorAll('style[data-host]').forEach(style => style.remove());
});

const ready = (element: Element) => expect.poll(() => pair(element).length).toBe(2);
const panel = (element: Element) => {
  const found = element.shadowRoot?.querySelector('.x');
  if (!found) throw new Error('no panel');
  return getComputedStyle(found);
};
const host = (css: string) => {
  const style = document.createElement('style');
  style.dataset['host'] = '';
  style.textContent = css;
  document.head.append(style);
};

test('theme is the instance’s own, and changes live', async () => {
  const [light, dark] = [widget('theme="light"'), widget('theme="dark"')];
  await Promise.all([ready(light), ready(dark)]);
  expect(panel(light).backgroundColor).toBe('rgb(255, 255, 255)');
  expect(panel(dark).backgroundColor).toBe('rgb(19, 22, 17)');
  light.theme = 'dark';
  expect(panel(light).backgroundColor).toBe('rgb(19, 22, 17)');
});

test('auto follows the page’s own scheme', async () => {
  host(':root { color-scheme: dark }');
  const element = widget('theme="auto"');
  await ready(element);
  expect(panel(element).backgroundColor).toBe('rgb(19, 22, 17)');
});

test('a partner’s seven properties reach the panel; an error keeps its colour', async () => {
  host('exchange-widget { --exchange-surface: rgb(1, 2, 3); --exchange-radius: 7px; --exchange-border: 0 }');
  const element = widget('theme="dark"');
  await ready(element);
  expect(panel(element)).toMatchObject({ backgroundColor: 'rgb(1, 2, 3)', borderRadius: '7px' });
  expect(panel(element).borderTopWidth).toBe('0px');
});

test('a hostile host sheet ends at the wrapper, and rem means nothing here', async () => {
  const plain = widget('theme="dark"');
  await ready(plain);
  const before = field(plain, 'from').getBoundingClientRect();
  const type = getComputedStyle(field(plain, 'from')).letterSpacing;
  host(
    'html { font-size: 62.5% } * { color: red !important; letter-spacing: 9px !important; line-height: 3 !important; text-transform: uppercase !important; font-size: 40px !important }',
  );
  const after = field(plain, 'from').getBoundingClientRect();
  expect([after.width, after.height]).toEqual([before.width, before.height]);
  const style = getComputedStyle(field(plain, 'from'));
  expect(style.letterSpacing).toBe(type);
  expect(style.textTransform).toBe('none');
  expect(style.color).not.toBe('rgb(255, 0, 0)');
});

test('inputs are 16 px or more, or iOS zooms', async () => {
  const element = widget();
  await ready(element);
  for (const side of ['from', 'to'] as const)
    expect(parseFloat(getComputedStyle(field(element, side)).fontSize)).toBeGreaterThanOrEqual(16);
});
