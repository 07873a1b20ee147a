import type { Locator } from '@playwright/test';
import { expect, openWidgetForm, test } from '../support/widgetTest.ts';

/** Widths of the widget, in px: the documented limits, and both sides of each step of widget/form/widths.css. */
const WIDTHS = [280, 299, 300, 320, 345, 346, 385, 386, 400, 479, 480, 560];

/** An item of rates.json: a pair with its course and limits, as decimal text. */
interface Rate {
  from: string;
  to: string;
  out: string;
  frommin: string;
  frommax: string;
  tomax: string;
}

/** For each currency to send and to receive, the pair with the longest limits and the one with the longest course. */
function selectLongestPairs(rates: readonly Rate[]): Rate[] {
  const selected = new Map<string, Rate>();
  for (const measure of [
    (rate: Rate) => rate.frommax.length + rate.frommin.length,
    (rate: Rate) => rate.out.length,
  ])
    for (const side of ['from', 'to'] as const)
      for (const code of new Set(rates.map(rate => rate[side]))) {
        const [longest] = rates
          .filter(rate => rate[side] === code)
          .toSorted((one, other) => measure(other) - measure(one));
        if (longest) selected.set(`${longest.from} ${longest.to}`, longest);
      }
  return [...selected.values()];
}

/** Amounts of a pair that need the most space: within its limits and beyond them. */
function listAmounts({ frommin, frommax, tomax }: Rate): [side: 'fromSumma' | 'toSumma', amount: string][] {
  const localize = (amount: string) => amount.replace('.', ',');
  return [
    ['fromSumma', localize(frommax)],
    ['fromSumma', localize(frommin)],
    ['fromSumma', `9${localize(frommax)}`],
    ['fromSumma', '0,00000001'],
    ['toSumma', `9${localize(tomax)}`],
  ];
}

/** Cut texts and overlapping parts of the form at each width. */
function findCollisions(widget: Locator, widths: readonly number[]): Promise<string[]> {
  return widget.evaluate((element: HTMLElement, tested) => {
    const panel = element.shadowRoot?.querySelector('.panel');
    if (!panel) return ['no panel'];
    const getTextBoxes = (node: Element) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const frame = node.getBoundingClientRect();
      // The countdown shows only the parts of its text that fit.
      return [...range.getClientRects()].filter(
        box =>
          box.width > 1 &&
          (!node.matches('.countdown') || (box.top >= frame.top - 1 && box.left >= frame.left - 1)),
      );
    };
    const doOverlap = (one: DOMRect, other: DOMRect) =>
      one.left < other.right - 0.5 &&
      other.left < one.right - 0.5 &&
      one.top < other.bottom - 0.5 &&
      other.top < one.bottom - 0.5;
    const found: string[] = [];
    for (const width of tested) {
      element.style.width = `${width}px`;
      const { right } = panel.getBoundingClientRect();
      for (const node of panel.querySelectorAll<HTMLElement>(
        '*:not(.visually-hidden, .progress *, .countdown, select)',
      )) {
        const isCut = node.clientWidth > 1 && node.scrollWidth > node.clientWidth;
        if (isCut || node.getBoundingClientRect().right > right)
          found.push(`${width}: ${node.localName}.${node.className} is cut`);
      }
      const parts = [...panel.querySelectorAll('.side > *, .course, .countdown, .swap')].map(node => ({
        name: node.getAttribute('class') ?? node.localName,
        boxes: node.matches('label, .hint, .course, .countdown')
          ? getTextBoxes(node)
          : [node.getBoundingClientRect()],
      }));
      for (const [index, one] of parts.entries())
        for (const other of parts.slice(index + 1))
          if (one.boxes.some(box => other.boxes.some(otherBox => doOverlap(box, otherBox))))
            found.push(`${width}: ${one.name} overlaps ${other.name}`);
    }
    return found;
  }, widths);
}

test('amounts, limits and course of every currency fit at each width, on a page with a large font', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  const { rates } = (await (await page.request.get(`${exchangeOrigin}/rates.json`)).json()) as {
    rates: Rate[];
  };
  const pairs = selectLongestPairs(rates);
  expect(pairs.length).toBeGreaterThan(30);
  const address =
    shop.servePage(`<!doctype html><html lang="ru" style="font-size: 26px"><title>Магазин</title>
    <script src="${exchangeOrigin}/widget/exchange-widget.js" async crossorigin></script>
    <body style="font: 26px/2 sans-serif; letter-spacing: 2px"><script>
    addEventListener('exchange-change', ({ detail }) => (document.title = detail.from + ' ' + detail.to))
    </script><exchange-widget></exchange-widget>`);
  const widget = await openWidgetForm(page, address);
  const collisions: string[] = [];
  for (const pair of pairs) {
    const name = `${pair.from} ${pair.to}`;
    await widget.evaluate((element, { from, to }) => {
      Object.assign(element, { cur_from: from, cur_to: to });
    }, pair);
    await expect.poll(() => page.evaluate(() => document.title)).toBe(name);
    for (const [side, amount] of listAmounts(pair)) {
      await widget.locator(`[name=${side}]`).fill(amount);
      const found = await findCollisions(widget, WIDTHS);
      collisions.push(...found.map(collision => `${name}, ${side} ${amount}, ${collision}`));
    }
  }
  expect(collisions).toEqual([]);
});
