import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ATTRIBUTE_NAMES } from '#widget/attributes.ts';
import type { ExchangeWidget } from '#widget/element.ts';
import {
  getAmountField,
  mountFakeBackend,
  readPair,
  typeAmount,
  appendWidget,
} from './support/widgetElement.ts';

beforeEach(mountFakeBackend);
afterEach(() => vi.unstubAllGlobals());

const waitForForm = (element: Element) => expect.poll(() => readPair(element).length).toBe(2);

test('attributes set the pair and the amount, and exchange-ready fires', async () => {
  const onReady = vi.fn();
  document.addEventListener('exchange-ready', onReady, { once: true });
  const element = appendWidget('cur_from="TON" cur_to="sberrub" amount="25"');
  await waitForForm(element);
  expect(readPair(element)).toEqual(['TONTON', 'RUBSBERRUB']);
  expect(getAmountField(element, 'from').value).toBe('25');
  await expect.poll(() => onReady.mock.calls.length).toBe(1);
});

test('a property set before upgrade is applied and reflected as an attribute', async () => {
  const element = document.createElement('exchange-widget-early') as ExchangeWidget;
  Object.assign(element, { cur_from: 'TON' });
  const { ExchangeWidget } = await import('#widget/element.ts');
  if (!customElements.get('exchange-widget-early'))
    customElements.define('exchange-widget-early', class extends ExchangeWidget {});
  document.body.append(element);
  customElements.upgrade(element);
  await waitForForm(element);
  expect(element.getAttribute('cur_from')).toBe('TON');
  expect(readPair(element)[0]).toBe('TONTON');
});

test.each(ATTRIBUTE_NAMES)('the property %s reflects its attribute in both directions', name => {
  const element = document.createElement('exchange-widget') as ExchangeWidget;
  element[name] = 'BTC';
  expect(element.getAttribute(name)).toBe('BTC');
  element.setAttribute(name, 'ETH');
  expect(element[name]).toBe('ETH');
  element[name] = undefined;
  expect(element.hasAttribute(name)).toBe(false);
});

test('a detached element sends no request and renders nothing', async () => {
  const fakeBackend = await mountFakeBackend();
  const element = document.createElement('exchange-widget') as ExchangeWidget;
  element.cur_from = 'TON';
  await Promise.resolve();
  expect(fakeBackend.requestedUrls).toEqual([]);
  expect(element.shadowRoot?.childElementCount).toBe(0);
  document.body.append(element);
  await waitForForm(element);
  expect(readPair(element)[0]).toBe('TONTON');
});

test('an attribute change updates the form in place; removing one changes nothing', async () => {
  const element = appendWidget('cur_from="BTC" cur_to="SBERRUB" city="MSK"');
  await waitForForm(element);
  const form = element.shadowRoot?.querySelector('form');
  element.setAttribute('cur_from', 'USDTTRC20');
  await expect.poll(() => readPair(element)[0]).toBe('USDTTRC20');
  element.removeAttribute('cur_from');
  expect(element.cur_from).toBeUndefined();
  element.setAttribute('city', '');
  expect(element.city).toBeUndefined();
  expect(readPair(element)[0]).toBe('USDTTRC20');
  expect(element.shadowRoot?.querySelector('form')).toBe(form);
});

test('keeps nodes and text when moved by append', async () => {
  const element = appendWidget('cur_from="BTC" cur_to="SBERRUB"');
  await waitForForm(element);
  await typeAmount(element, 'from', '0,25');
  const input = getAmountField(element, 'from');
  const section = document.body.appendChild(document.createElement('section'));
  section.append(element);
  await Promise.resolve();
  expect(getAmountField(element, 'from')).toBe(input);
  expect(input.value).toBe('0,25');
});

test('keeps the focus when moved by moveBefore', async () => {
  const element = appendWidget('cur_from="BTC" cur_to="SBERRUB"');
  await waitForForm(element);
  await typeAmount(element, 'from', '0,5');
  const section = document.body.appendChild(document.createElement('section'));
  (section as unknown as { moveBefore(node: Node, child: Node | null): void }).moveBefore(element, null);
  expect(element.shadowRoot?.activeElement).toBe(getAmountField(element, 'from'));
  expect(getAmountField(element, 'from').value).toBe('0,5');
});

test('keeps typed text after removal and reinsertion', async () => {
  const element = appendWidget('cur_from="BTC" cur_to="SBERRUB"');
  await waitForForm(element);
  await typeAmount(element, 'to', '1 000 000');
  element.remove();
  await new Promise(resolve => setTimeout(resolve, 50));
  expect(element.shadowRoot?.querySelector('form')).toBeNull();
  document.body.append(element);
  await waitForForm(element);
  expect(getAmountField(element, 'to').value.replace(/\s/g, ' ')).toMatch(/^1 000 000/);
});

test('two widgets are independent', async () => {
  const [one, two] = [
    appendWidget('cur_from="BTC" cur_to="SBERRUB"'),
    appendWidget('cur_from="TON" cur_to="SBERRUB"'),
  ];
  await Promise.all([waitForForm(one), waitForForm(two)]);
  const before = getAmountField(two, 'from').value;
  await typeAmount(one, 'from', '2');
  expect(readPair(one)[0]).toBe('BTCBTC');
  expect(readPair(two)[0]).toBe('TONTON');
  expect(getAmountField(two, 'from').value).toBe(before);
});

test('exchange-change carries only pair, amounts, course and source', async () => {
  const events: CustomEvent[] = [];
  document.addEventListener('exchange-change', event => events.push(event as CustomEvent));
  const element = appendWidget('cur_from="BTC" cur_to="SBERRUB"');
  await waitForForm(element);
  await typeAmount(element, 'from', '0.5');
  await expect.poll(() => events.at(-1)?.detail.source).toBe('user');
  expect(events.at(-1)?.detail).toMatchObject({ from: 'BTC', to: 'SBERRUB', fromSumma: '0.50000000' });
  expect(Object.keys(events.at(-1)?.detail).sort()).toEqual(
    ['course', 'from', 'fromSumma', 'source', 'to', 'toSumma'].sort(),
  );
  expect(events.at(-1)).toMatchObject({ bubbles: true, composed: true });
});

test('a keystroke replaces no node outside the fields and their hints', async () => {
  const element = appendWidget('cur_from="BTC" cur_to="SBERRUB"');
  await waitForForm(element);
  const changed = new Set<string>();
  const observer = new MutationObserver(records => {
    for (const { target } of records) {
      const node = target instanceof Element ? target : target.parentElement;
      changed.add(
        node?.closest('.hint, .types, .countdown, .progress, .side, .button')?.className ?? 'elsewhere',
      );
    }
  });
  const root = element.shadowRoot;
  if (!root) throw new Error('no root');
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  await typeAmount(element, 'from', '0.3');
  await typeAmount(element, 'from', '0.35');
  observer.disconnect();
  expect(
    [...changed].filter(
      name =>
        !['hint numeric', 'types', 'caption numeric secondary-text countdown', 'progress '].includes(name),
    ),
  ).toEqual([]);
});
