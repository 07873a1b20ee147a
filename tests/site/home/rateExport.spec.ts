import type { Page } from '@playwright/test';
import type { Direction, CurrencyItem } from '#core/contract/calculator.ts';
import type { ExportedRate } from '#core/contract/rates.ts';
import { test } from '../support/operatedExchange.ts';
import { toDecimalText, expect, openHomeForm } from '../support/siteTest.ts';

/** Number of tested cash rates, and of tested rates without cash. */
const RATES_PER_GROUP = 12;

/** Removes trailing decimal zeros, as the form does. */
const trimZeros = (text: string | undefined) => (text?.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Picks cash rates of every city with different coins, and other rates of every kind of pair. */
function pickRates(
  rates: readonly ExportedRate[],
  kinds: ReadonlyMap<string, CurrencyItem['kind']>,
): ExportedRate[] {
  const kind = ({ from, to }: ExportedRate) => `${kinds.get(from)} ${kinds.get(to)}`;
  const cities = [...new Set(rates.flatMap(({ city }) => city ?? []))];
  const cash = ['cash crypto', 'crypto cash'].flatMap((pairKind, at) => {
    const items = rates.filter(rate => kind(rate) === pairKind);
    return cities.map((city, turn) => {
      const inCity = items.filter(rate => rate.city === city);
      return inCity[(turn * 3 + at) % inCity.length];
    });
  });
  const groups = [
    ...Map.groupBy(
      rates.filter(({ city }) => city === undefined),
      kind,
    ).values(),
  ];
  const others = Array.from({ length: RATES_PER_GROUP }, (_, at) => {
    const group = groups[at % groups.length] ?? [];
    return group[(at * 29) % group.length];
  });
  return [...cash, ...others].filter(rate => rate !== undefined);
}

/** Reads the figures of the form's pair before anything is typed. */
async function readFormFigures(page: Page) {
  const [frommin, frommax] = (await page.locator('#from-hint .limit').allInnerTexts()).map(toDecimalText);
  // The exact course; the text is rounded.
  const course = (await page.locator('.course-bar .course').getAttribute('title'))?.split('=')[1] ?? '';
  return {
    out: toDecimalText(course),
    amount: toDecimalText(await page.locator('#to-hint').innerText()),
    frommin,
    frommax,
  };
}

/** Types the minimum into the receive side and reads the limits shown there. */
async function readReceiveLimits(page: Page, { tomin }: ExportedRate) {
  await page.locator('input[name=toSumma]').fill(tomin);
  await expect(page.locator('#to-hint .limit')).toHaveCount(2);
  const [least, most] = (await page.locator('#to-hint .limit').allInnerTexts()).map(toDecimalText);
  return { tomin: least, tomax: most };
}

/** Follows a deep link as a document, or within the site without a reload. */
async function followLink(page: Page, link: string, asDocument: boolean) {
  if (asDocument) return openHomeForm(page, link);
  const amount = page.locator('input[name=toSumma]');
  await amount.fill('');
  await amount.blur();
  await page.evaluate(link => {
    // The router identifies history entries by their key.
    const state = { usr: null, key: crypto.randomUUID(), idx: history.length };
    history.pushState(state, '', link);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, link);
  return undefined;
}

const trimFigures = (figures: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, trimZeros(value)]));

test('an exported direction opens in the form with exactly its figures', async ({ page }) => {
  const { rates }: { rates: ExportedRate[] } = await (await page.request.get('/rates.json')).json();
  const directions: Direction[] = await (await page.request.get('/api/v1/calculator/')).json();
  const items = directions.flatMap(({ items = [] }) => items);
  const chosen = pickRates(rates, new Map(items.map(({ code, kind }) => [code, kind])));
  expect(new Set(chosen.map(({ from, to, city }) => `${from} ${to} ${city}`)).size).toBe(2 * RATES_PER_GROUP);
  const name = (code: string) => {
    const { kind, name, network, ticker } = items.find(one => one.code === code) ?? {};
    return kind === 'crypto' ? `${ticker}.*${network ?? ''}` : name;
  };
  for (const [at, rate] of chosen.entries()) {
    const { from, to, out, amount, frommin, frommax, tomin, tomax } = rate;
    const query = new URLSearchParams({ cur_from: from, cur_to: to });
    if (rate.city) query.set('city', rate.city);
    await followLink(page, `/?${query}`, at % 6 === 0);
    for (const [side, code] of [
      ['отдаёте', from],
      ['получаете', to],
    ] as const)
      await expect(page.getByRole('button', { name: new RegExp(`^Вы ${side}:`) })).toHaveAccessibleName(
        new RegExp(name(code) ?? ''),
      );
    if (rate.city) await expect(page.getByLabel('Город')).toHaveValue(rate.city);
    // Within the site the pair's response may still be pending.
    await expect
      .poll(async () => ({ query: `${query}`, ...trimFigures(await readFormFigures(page)) }))
      .toEqual({ query: `${query}`, ...trimFigures({ out, amount, frommin, frommax }) });
    expect({ query: `${query}`, ...trimFigures(await readReceiveLimits(page, rate)) }).toEqual({
      query: `${query}`,
      ...trimFigures({ tomin, tomax }),
    });
  }
});
