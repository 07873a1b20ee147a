import type { Page } from '@playwright/test';
import { startExchangeFixture } from '#tests/support/exchangeFixture.ts';
import type { ExchangeFixture } from '#tests/support/exchangeFixture.ts';
import { startReportCollector } from '../support/reportCollector.ts';
import type { ReportCollector } from '../support/reportCollector.ts';
import { expect, openHomeForm, test as base } from '../support/siteTest.ts';

const WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const CARD = '2200 0000 0000 0004';
const EMAIL = 'anna.smirnova@example.com';
const NAME = 'Анна Смирнова';

interface WorkerFixtures {
  collector: ReportCollector;
  /** An exchange that reports to the collector. */
  reportingExchange: ExchangeFixture;
}

/** The collector belongs to one worker. Each test clears it. */
const test = base.extend<object, WorkerFixtures>({
  collector: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructured first argument
    async ({}, provide) => {
      const collector = await startReportCollector();
      await provide(collector);
      collector.close();
    },
    { scope: 'worker' },
  ],
  reportingExchange: [
    async ({ collector }, provide) => {
      const exchange = await startExchangeFixture({ SENTRY_DSN: collector.dsn });
      await provide(exchange);
      await exchange.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ reportingExchange }, provide) => provide(reportingExchange.origin),
});

test.beforeEach(({ collector }) => void collector.items.splice(0));

/** Throws an uncaught error in the page and waits for its report and replay. */
async function throwAndAwaitReport(
  page: Page,
  collector: ReportCollector,
  expectProblems: (pattern: RegExp) => Promise<void>,
  message: string,
) {
  await expect.poll(() => page.evaluate(() => '__SENTRY__' in window)).toBe(true);
  await page.evaluate(text => {
    setTimeout(() => {
      throw new TypeError(text);
    });
  }, message);
  await expect.poll(() => collector.text('event')).toContain('TypeError');
  await expect.poll(() => collector.text('replay_recording').includes('"type":2')).toBe(true);
  // The browser's console has the complete message.
  await expectProblems(new RegExp(`^TypeError: ${message}$`));
}

/** The text itself, without spaces, and URL-encoded. */
const listSpellings = (text: string) => [text, text.replaceAll(/\s/g, ''), encodeURIComponent(text)];

/** Fails if a report contains one of these in any spelling. */
function expectNoneReported(collector: ReportCollector, secrets: readonly string[]) {
  const all = collector.text();
  for (const secret of secrets.flatMap(listSpellings)) expect(all.includes(secret), secret).toBe(false);
}

test('reports an error with a replay and without requisites', async ({ page, collector, expectProblems }) => {
  const form = await openHomeForm(page, '/?cur_from=SBERRUB&cur_to=USDTTRC20&amount=5000&ref=partner77');
  await form.fromSumma.press('Shift+A');
  await form.fromSumma.fill('5000');
  await page.getByRole('button', { name: 'Продолжить' }).click();
  const field = (name: string) => page.locator(`exchange-widget [name=${name}]`);
  // Key by key, because replays can record keys.
  await field('account').pressSequentially(WALLET);
  await field('card').pressSequentially(CARD);
  await field('email').fill(EMAIL);
  await throwAndAwaitReport(page, collector, expectProblems, `Cannot send ${CARD} and ${WALLET} of ${EMAIL}`);

  expectNoneReported(collector, [WALLET, CARD, EMAIL, 'partner77']);
  const event = JSON.parse(collector.text('event')) as {
    exception: { values: { type: string; value: string }[] };
    request: { url: string };
    release: string;
    user?: unknown;
  };
  expect(event.exception.values[0]).toMatchObject({
    type: 'TypeError',
    value: 'Cannot send […] and […] of […]',
  });
  expect(event.request.url).toContain('/?cur_from=SBERRUB&cur_to=USDTTRC20');
  const latest = (await (await page.request.get('/builds/latest.json')).json()) as { version: string };
  expect(event.release).toBe(latest.version);
  expect(event).not.toHaveProperty('user');

  const replay = collector.text('replay_recording');
  // The replay shows the page around, and masks the widget.
  const markers = [
    'Меняйте крипту на',
    'rr_width',
    'ui.click',
    'Вы отдаёте',
    'Продолжить',
    'Реквизиты',
    'ui.keyDown',
  ];
  expect(markers.filter(one => replay.includes(one))).toEqual(markers.slice(0, 3));
});

test('masks the claim page and its secret in reports', async ({
  page,
  collector,
  expectProblems,
  reportingExchange,
}) => {
  const claim = await reportingExchange.createClaim('SBERRUB', 'USDTTRC20');
  const [id = '', secret = ''] = claim.split('#');
  const fetchPart = (part: string) =>
    page.request.get(`/api/v1/claim/${id}/${part}/`, { headers: { 'x-claim-secret': secret } });
  const status = (await (await fetchPart('status')).json()) as { number: string };
  const requisite = JSON.stringify(await (await fetchPart('requisite')).json());
  await page.goto(`/claim/${claim}`);
  const about = page.getByRole('complementary', { name: 'О заявке' });
  await expect(about.getByRole('heading', { name: `Заявка № ${status.number}` })).toBeVisible();
  // Navigates, so that the report contains addresses and clicks.
  await page.getByRole('link', { name: 'Контакты' }).first().click();
  await expect(page).toHaveURL('/contacts');
  await page.goBack();
  await expect(about).toBeVisible();
  await about.click();
  await throwAndAwaitReport(page, collector, expectProblems, `Lost ${id}#${secret}`);

  expectNoneReported(collector, [secret, WALLET, CARD]);
  const digits = [...requisite.matchAll(/"(\+?[\d\s]{11,})"/g)].map(([, text = '']) => text);
  expect(digits.length).toBeGreaterThan(0);
  expectNoneReported(collector, digits);
  const replay = collector.text('replay_recording');
  const maskedParts = [about, page.locator('exchange-widget section').first()];
  const maskedTexts = await Promise.all(maskedParts.map(part => part.innerText()));
  const words = maskedTexts.flatMap(text => text.split('\n')).filter(line => line.length > 8);
  expect(words.length).toBeGreaterThan(15);
  expect(words.filter(word => replay.includes(word.trim()))).toEqual([]);
  expect(replay.includes(status.number)).toBe(false);
  // The id alone gives no access to the claim.
  expect(collector.text('event')).toContain(`/claim/${id}`);
});

test('masks a verification page in reports', async ({
  page,
  collector,
  expectProblems,
  reportingExchange,
}) => {
  const claim = await reportingExchange.createClaim('SBERRUB', 'USDTTRC20', '15000');
  const [id = '', secret = ''] = claim.split('#');
  const headers = { 'x-claim-secret': secret };
  const verificationResponse = await page.request.post('/api/v1/verify/', { headers, data: { claim: id } });
  const verification = (await verificationResponse.json()) as { id: string };
  const handoffResponse = await page.request.post(`/api/v1/verify/${verification.id}/handoff/`, { headers });
  const { url } = (await handoffResponse.json()) as { url: string };
  const token = new URL(url).hash.slice(1);
  expect(token.length).toBeGreaterThan(20);
  await page.goto(new URL(url).pathname + new URL(url).hash);
  await expect(page.getByRole('heading', { name: 'Подтверждение карты' })).toBeVisible();
  await throwAndAwaitReport(page, collector, expectProblems, 'Broken');
  expectNoneReported(collector, [token, secret, CARD]);
  const markers = ['Снимите карту', 'Подтверждение карты', 'Сфотографируйте', 'AML-политика'];
  const replay = collector.text('replay_recording');
  expect(markers.filter(one => replay.includes(one))).toEqual(['AML-политика']);
});

test('reports an error thrown before the reporter is loaded', async ({ page, collector, expectProblems }) => {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      // Error reporting creates frames, which run this script too.
      if (document.readyState === 'complete' && window === top) throw new RangeError('Early');
    });
  });
  await page.goto('/contacts');
  await expect.poll(() => collector.text('event')).toContain('RangeError');
  await expectProblems(/^RangeError: Early$/);
});

test('reports a page that fails to load, and a rejected object without its values', async ({
  page,
  collector,
  expectProblems,
}) => {
  await page.addInitScript(() => {
    // Disables preloading, so that the chunk is requested when the page is opened.
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto('/promocode');
  await expect.poll(() => page.evaluate(() => '__SENTRY__' in window)).toBe(true);
  await page.locator('main [name=promocode]').fill('SPRING77');
  await page.locator('main [name=promocode]').press('Enter');
  await page.waitForLoadState('networkidle');
  await page.evaluate(name => void Promise.reject({ fio: name }), NAME);
  await expect.poll(() => collector.text('event')).toContain('rejection');
  await page.route('**/assets/contacts-*.js', route =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new RangeError("Built wrongly")' }),
  );
  await page.evaluate(() => sessionStorage.setItem('reloaded', String(Date.now())));
  await page.getByRole('link', { name: 'Контакты' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
  await expect.poll(() => collector.text('event')).toContain('Built wrongly');
  await expect.poll(() => collector.text('replay_recording').length).toBeGreaterThan(0);
  expectNoneReported(collector, [NAME, 'SPRING77']);
  await expectProblems(/400 .*\?promocode=SPRING77$/, /^Object$/);
});

for (const [randomValue, isTraced] of [
  [0.19, true],
  [0.21, false],
] as const)
  test(`a random value of ${randomValue} ${isTraced ? 'enables' : 'disables'} tracing`, async ({
    page,
    collector,
    expectProblems,
  }) => {
    await page.addInitScript(value => void (Math.random = () => value), randomValue);
    const tracedOrigins: string[] = [];
    page.on('request', request => {
      if ('sentry-trace' in request.headers()) tracedOrigins.push(new URL(request.url()).origin);
    });
    await openHomeForm(page, '/?promocode=SALE10');
    await expect.poll(() => page.evaluate(() => '__SENTRY__' in window)).toBe(true);
    await page.evaluate(
      async addresses => {
        for (const address of addresses) await fetch(address);
      },
      ['/api/v1/calculator/tech/', new URL(collector.dsn).origin],
    );
    // Trace headers are sent to the page's own server only.
    expect(new Set(tracedOrigins)).toEqual(new Set([new URL(page.url()).origin]));
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await throwAndAwaitReport(page, collector, expectProblems, 'Traced or not');
    expect(collector.items.some(item => item.type === 'span' || item.type === 'transaction')).toBe(isTraced);
    expectNoneReported(collector, ['SALE10']);
  });

test('loads no reporter without a DSN or on partner pages', async ({ page, collector }) => {
  const plain = await startExchangeFixture();
  const requestedUrls: string[] = [];
  page.on('request', request => requestedUrls.push(request.url()));
  try {
    await openHomeForm(page, `${plain.origin}/`);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => '__SENTRY__' in window)).toBe(false);
    expect(requestedUrls.filter(url => /sentry/i.test(url))).toEqual([]);
  } finally {
    await plain.close();
  }
  await page.goto('/examples/script-tag.html');
  await expect(page.locator('exchange-widget [name=fromSumma]')).not.toHaveValue('');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => '__SENTRY__' in window)).toBe(false);
  expect(collector.items).toEqual([]);
});
