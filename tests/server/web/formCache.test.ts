import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { createFormCache, OWN_TEXT_BUDGET } from '#server/platform/prerender/formCache.ts';
import { createHomePage } from '#server/web/homePage.ts';
import { createStaticFile } from '#server/platform/http/response/staticFiles.ts';

const settings = { from: 'LTC', to: 'SBERRUB', replaced: [] } as unknown as CalculatorSettings;
const { capacity, rate } = OWN_TEXT_BUDGET;

function countRenderings() {
  let now = 0;
  let count = 0;
  const getForm = createFormCache<string>(() => now);
  return {
    get: (amount?: string, own: Partial<CalculatorSettings> = {}) =>
      getForm({ ...settings, ...own }, amount, () => `form ${++count}`),
    wait: (ms: number) => void (now += ms),
    count: () => count,
  };
}

test('bounds how often forms with amounts of the address are rendered', () => {
  const { get, wait, count } = countRenderings();
  for (let n = 0; n < 1_000; n++) get(`1.${n}`);
  expect(count()).toBe(capacity);
  expect(get('1.0')).toBe('form 1');
  expect(get('2')).toBeNull();
  wait(1_000);
  for (let n = 0; n < 1_000; n++) get(`3.${n}`);
  expect(count()).toBe(capacity + rate);
});

test('bounds forms that name unknown codes', () => {
  const { get, count } = countRenderings();
  for (let n = 0; n < 1_000; n++)
    get(undefined, {
      replaced: [{ side: 'from', code: `A${n}` }] as unknown as CalculatorSettings['replaced'] & {},
    });
  expect(count()).toBe(capacity);
});

test('renders forms of pairs while amounts are bounded', () => {
  const { get } = countRenderings();
  const common = get();
  for (let n = 0; n < 1_000; n++) get(`1.${n}`);
  expect(get()).toBe(common);
  expect(get(undefined, { to: 'ACRUB' })).not.toBeNull();
});

test('a home page that got no form has one with a later request', async () => {
  let form: string | null = null;
  const state: readonly unknown[] = [1];
  const servePage = createHomePage(
    { isCurrent: () => true, getState: async () => state, getSettings: async () => settings },
    {
      buildId: 'b',
      css: '',
      earlyInputScript: '',
      loaderUrl: '/l.js',
      createScript: () => '',
      renderHtml: () => form,
      renderTree: () => null,
    },
    createStaticFile('index.html', new TextEncoder().encode('<link><exchange-widget></exchange-widget>')),
    () => ({}),
  );
  const app = new Hono().get('/', async c => (await servePage?.(c)) ?? c.text('without'));
  const load = async () => (await app.request('/?amount=25')).text();
  expect(await load()).toBe('without');
  form = '<b>form</b>';
  expect(await load()).toContain('<b>form</b>');
});
