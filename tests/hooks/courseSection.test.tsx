import { signal } from '@preact/signals-core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiClient } from '#core/api/client.ts';
import { deviceClock } from '#core/clock.ts';
import type { CurrencyItem } from '#core/contract/calculator.ts';
import type { CourseHistory } from '#core/contract/course/courseHistory.ts';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { CourseSection } from '#site/home/course/CourseSection.tsx';
import { createCourseView } from '#site/home/course/courseView.ts';
import { createTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
/** How the API answers: the server, not at all, or as one without the history. */
let backend: 'server' | 'unreachable' | 'other' = 'server';

beforeEach(async () => {
  server = await createTestServer();
  backend = 'server';
});
afterEach(async () => {
  cleanup();
  await server.close();
});

/** Stores courses of a pair, each so many hours ago. */
async function addSamples(from: string, to: string, samples: readonly (readonly [number, string])[]) {
  const { catalogue, db } = server.context;
  const getId = (code: string) => catalogue.findCurrencyByCode(code)?.id ?? 0;
  for (const [hours, course] of samples)
    await db
      .insertInto('course_samples')
      .values({
        from_id: BigInt(getId(from)),
        at: BigInt(server.now() - hours * HOUR_MS),
        courses: JSON.stringify({ [getId(to)]: course }),
      })
      .execute();
}

const findCurrency = (code: string) =>
  server.context.catalogue.findCurrencyByCode(code) as unknown as CurrencyItem;

/** The pair of a form. */
const createPair = (from: string, to: string) => ({
  from: signal(findCurrency(from)),
  to: signal(findCurrency(to)),
});

/** Renders the section of the form's pair, with the real server in this process. */
function renderSection(fromCode = 'USDTTRC20', toCode = 'SBERRUB') {
  const api = createApiClient({
    base: 'http://exchange.test',
    clock: { now: () => Date.now(), setTimer: (run, ms) => deviceClock.setTimer(run, ms / 50) },
    fetch: async (address, init) => {
      if (backend === 'unreachable') throw new TypeError('Failed to fetch');
      if (backend === 'other') return new Response('', { status: 404 });
      const { pathname, search } = new URL(String(address));
      return server.app.request(pathname + search, init);
    },
  });
  const { from, to } = createPair(fromCode, toCode);
  const onUnsupported = vi.fn();
  const exchange = { from, to } as unknown as ExchangeModel;
  render(<CourseSection api={api} exchange={exchange} getEmail={() => ''} onUnsupported={onUnsupported} />);
  return { from, onUnsupported };
}

const getText = (element: Element | null) => element?.textContent?.replaceAll('\u00a0', ' ');

const readExtremes = () =>
  [...document.querySelectorAll('.course-extremes dd')].map(element => getText(element));

test('shows the present course, its change, the extremes and the same courses as a table', async () => {
  await addSamples('USDTTRC20', 'SBERRUB', [
    [23.9, '70'],
    [12, '95.509'],
    [6, '64.25'],
  ]);
  renderSection();
  await screen.findByText('Показать таблицей');
  const price = getText(document.querySelector('.course-now b')) ?? '';
  expect(price).toMatch(/^\d\d,\d\d ₽$/);
  const kopecks = Number(price.replace(/\D/g, '')) - 7000;
  const amount = (Math.abs(kopecks) / 100).toFixed(2).replace('.', ',');
  const percent = (Math.round(Math.abs(kopecks) / 0.7) / 100).toFixed(2).replace('.', ',');
  const sign = kopecks > 0 ? '+' : '−';
  expect(getText(document.querySelector('.course-change'))).toBe(
    `${sign}${amount} ₽ (${sign}${percent} %) за 24 часа`,
  );
  expect(readExtremes()).toEqual(['64,25 ₽', '95,50 ₽']);
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map(row => getText(row.querySelector('td')))).toEqual([
    undefined,
    '64,25 ₽',
    '95,50 ₽',
    '70,00 ₽',
  ]);
  // Ten minutes are between two samples, hours between these.
  expect(document.querySelectorAll('.course-chart path')).toHaveLength(3);
  expect(screen.getByText(/^Разрыв линии/)).toBeTruthy();
});

test('says since when it has courses if that is after the begin of the period', async () => {
  await addSamples('USDTTRC20', 'SBERRUB', [[1, '80']]);
  renderSection();
  expect(getText(await screen.findByText(/^Записываем курс с/))).toContain('раньше данных нет.');
});

test('says that there is nothing yet on a new installation, and for a closed pair', async () => {
  renderSection();
  expect(getText(await screen.findByText(/ещё не/))).toBe(
    'Курс этой пары ещё не записан. Первая точка появится через 10 минут.',
  );
  cleanup();
  const { db, catalogue } = server.context;
  await db.updateTable('currencies').set({ send_closed: 'Нет' }).where('code', '=', 'TON').execute();
  await catalogue.reload();
  renderSection('TON', 'SBERRUB');
  expect(getText(await screen.findByText(/она закрыта/))).toBe(
    'За 24 часа курса этой пары не было: она закрыта.',
  );
});

test('follows the form to another pair, and shows the chosen period', async () => {
  await addSamples('USDTTRC20', 'SBERRUB', [[72, '70']]);
  await addSamples('BTC', 'SBERRUB', [[72, '7000000']]);
  const { from } = renderSection();
  expect(getText(screen.getByRole('heading'))).toBe('Курс USDT TRC20 на Сбербанк');
  const radio = screen.getByRole('radio', { name: '7\u00a0дней' });
  fireEvent.click(radio);
  await vi.waitFor(() => expect(readExtremes()).toEqual(['70,00 ₽', '70,00 ₽']));
  from.value = findCurrency('BTC');
  await vi.waitFor(() => expect(readExtremes()).toEqual(['7 000 000,00 ₽', '7 000 000,00 ₽']));
  expect(getText(screen.getByRole('heading'))).toBe('Курс BTC на Сбербанк');
  expect((radio as HTMLInputElement).checked).toBe(true);
});

test('shows an error with a button that loads again', async () => {
  await addSamples('USDTTRC20', 'SBERRUB', [[1, '80']]);
  backend = 'unreachable';
  renderSection();
  const retry = await screen.findByRole('button', { name: 'Повторить' });
  backend = 'server';
  fireEvent.click(retry);
  await screen.findByText(/^Записываем курс с/);
});

test('a backend without a history is reported', async () => {
  backend = 'other';
  const { onUnsupported } = renderSection();
  await vi.waitFor(() => expect(onUnsupported).toHaveBeenCalled());
});

test('prices of a received coin are inverted exactly, with the extremes swapped', () => {
  const history: CourseHistory = {
    from: 'SBERRUB',
    to: 'USDTTRC20',
    currencyFrom: 'RUB',
    currencyTo: 'USDT',
    course: '0.0125',
    since: '2026-11-20T12:00:00.000Z',
    step: 600,
    points: [
      { at: '2026-11-20T12:00:00.000Z', course: '0.01' },
      { at: '2026-11-20T12:10:00.000Z', course: '0.0120971' },
    ],
    min: '0.01',
    max: '0.0125',
  };
  const view = createCourseView(history, '24h');
  expect(view).toMatchObject({
    base: '1\u00a0USDT',
    price: '80,00\u00a0₽',
    isClosed: false,
    startedAt: null,
  });
  expect([view?.lowest, view?.highest]).toEqual(['80,00\u00a0₽', '100,00\u00a0₽']);
  expect(view?.change).toEqual({ price: '−20,00\u00a0₽', percent: '−20,00 %' });
  // 1 ÷ 0.0120971 is 82.664…: rounded up, as in the form.
  expect(view?.points.map(({ price }) => price)).toEqual(['100,00\u00a0₽', '82,67\u00a0₽']);
  expect(view?.lines).toHaveLength(1);
});

test('all prices of a pair of coins have the direction of the latest one', () => {
  const history: CourseHistory = {
    from: 'LTC',
    to: 'BTC',
    currencyFrom: 'LTC',
    currencyTo: 'BTC',
    course: '0.00102',
    since: '2026-11-20T12:00:00.000Z',
    step: 600,
    // Alone it would be displayed as 1 ÷ course.
    points: [{ at: '2026-11-20T12:00:00.000Z', course: '0.00098' }],
    min: '0.00098',
    max: '0.00102',
  };
  expect(createCourseView(history, '24h')).toMatchObject({
    base: '1\u00a0LTC',
    price: '0,00102000\u00a0BTC',
    points: [{ price: '0,000980000\u00a0BTC' }],
  });
});
