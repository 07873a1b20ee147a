import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ExchangeWidget } from '#widget/element.ts';
import { field, open, pair, type, widget } from './answers.ts';

beforeEach(open);
afterEach(() => vi.unstubAllGlobals());

const ready = (element: Element) => expect.poll(() => pair(element).length).toBe(2);

test('attributes choose the pair and the sum, and the form says that it is ready', async () => {
  const told = vi.fn();
  document.addEventListener('exchange-ready', told, { once: true });
  const element = widget('cur_from="TON" cur_to="sberrub" amount="25"');
  await ready(element);
  expect(pair(element)).toEqual(['TONTON', 'RUBSBERRUB']);
  expect(field(element, 'from').value).toBe('25');
  await expect.poll(() => told.mock.calls.length).toBe(1);
});

test('a property set before the element is known is taken over, and is an attribute afterwards', async () => {
  const early = document.createElement('exchange-widget-early') as ExchangeWidget;
  Object.assign(early, { cur_from: 'TON' });
  const { ExchangeWidget } = await import('#widget/element.ts');
  if (!customElements.get('exchange-widget-early'))
    customElements.define('exchange-widget-early', class extends ExchangeWidget {});
  document.body.append(early);
  customElements.upgrade(early);
  await ready(early);
  expect(early.getAttribute('cur_from')).toBe('TON');
  expect(pair(early)[0]).toBe('TONTON');
});

test('an element that is made and not on the page asks for nothing and draws nothing', async () => {
  const answers = await open();
  const element = document.createElement('exchange-widget') as ExchangeWidget;
  element.cur_from = 'TON';
  await Promise.resolve();
  expect(answers.asked).toEqual([]);
  expect(element.shadowRoot?.childElementCount).toBe(0);
  document.body.append(element);
  await ready(element);
  expect(pair(element)[0]).toBe('TONTON');
});

test('an attribute changes the pair in place; removing one leaves the form as it is', async () => {
  const element = widget('cur_from="BTC" cur_to="SBERRUB" city="MSK"');
  await ready(element);
  const form = element.shadowRoot?.querySelector('form');
  element.setAttribute('cur_from', 'USDTTRC20');
  await expect.poll(() => pair(element)[0]).toBe('USDTTRC20');
  element.removeAttribute('cur_from');
  expect(element.cur_from).toBeUndefined();
  element.setAttribute('city', '');
  expect(element.city).toBeUndefined();
  expect(pair(element)[0]).toBe('USDTTRC20');
  expect(element.shadowRoot?.querySelector('form')).toBe(form);
});

test('moved by append: the same nodes, the same text', async () => {
  const element = widget('cur_from="BTC" cur_to="SBERRUB"');
  await ready(element);
  await type(element, 'from', '0,25');
  const input = field(element, 'from');
  const other = document.body.appendChild(document.createElement('section'));
  other.append(element);
  await Promise.resolve();
  expect(field(element, 'from')).toBe(input);
  expect(input.value).toBe('0,25');
});

test('moved by moveBefore: the field keeps the focus', async () => {
  const element = widget('cur_from="BTC" cur_to="SBERRUB"');
  await ready(element);
  await type(element, 'from', '0,5');
  const other = document.body.appendChild(document.createElement('section'));
  (other as unknown as { moveBefore(node: Node, child: Node | null): void }).moveBefore(element, null);
  expect(element.shadowRoot?.activeElement).toBe(field(element, 'from'));
  expect(field(element, 'from').value).toBe('0,5');
});

test('removed and brought back later: what was typed is there', async () => {
  const element = widget('cur_from="BTC" cur_to="SBERRUB"');
  await ready(element);
  await type(element, 'to', '1 000 000');
  element.remove();
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(element.shadowRoot?.querySelector('form')).toBeNull();
  document.body.append(element);
  await ready(element);
  expect(field(element, 'to').value.replace(/\s/g, ' ')).toMatch(/^1 000 000/);
});

test('two widgets know nothing of each other', async () => {
  const [one, two] = [widget('cur_from="BTC" cur_to="SBERRUB"'), widget('cur_from="TON" cur_to="SBERRUB"')];
  await Promise.all([ready(one), ready(two)]);
  const before = field(two, 'from').value;
  await type(one, 'from', '2');
  expect(pair(one)[0]).toBe('BTCBTC');
  expect(pair(two)[0]).toBe('TONTON');
  expect(field(two, 'from').value).toBe(before);
});

test('a change tells the page its pair, its sums and its source, and nothing else', async () => {
  const heard: CustomEvent[] = [];
  document.addEventListener('exchange-change', event => heard.push(event as CustomEvent));
  const element = widget('cur_from="BTC" cur_to="SBERRUB"');
  await ready(element);
  await type(element, 'from', '0.5');
  await expect.poll(() => heard.at(-1)?.detail.source).toBe('user');
  expect(heard.at(-1)?.detail).toMatchObject({ from: 'BTC', to: 'SBERRUB', fromSumma: '0.50000000' });
  expect(Object.keys(heard.at(-1)?.detail).sort()).toEqual(
    ['course', 'from', 'fromSumma', 'source', 'to', 'toSumma'].sort(),
  );
  expect(heard.at(-1)).toMatchObject({ bubbles: true, composed: true });
});

test('a keystroke changes text and replaces no node outside the two fields and what stands beside them', async () => {
  const element = widget('cur_from="BTC" cur_to="SBERRUB"');
  await ready(element);
  const changed = new Set<string>();
  const observer = new MutationObserver(records => {
    for (const { target } of records) {
      const at = target instanceof Element ? target : target.parentElement;
      changed.add(at?.closest('.hint, .types, .until, .bar, .side, .btn')?.className ?? 'elsewhere');
    }
  });
  const root = element.shadowRoot;
  if (!root) throw new Error('no root');
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  await type(element, 'from', '0.3');
  await type(element, 'from', '0.35');
  observer.disconnect();
  expect(
    [...changed].filter(name => !['hint num', 'types', 'meta num t2 until', 'bar '].includes(name)),
  ).toEqual([]);
});
