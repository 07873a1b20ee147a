import { readdirSync } from 'node:fs';
import { NOT_FOUND_HEADING } from '#site/shell/errors/errorPageText.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { waitForHydration } from '../support/markedDocument.ts';
import { expect, openHomeForm, SCREENS, test } from '../support/siteTest.ts';

const slugs = readdirSync(new URL('../../../site/content/news/', import.meta.url)).map(name =>
  name.replace(/\.md$/, ''),
);

/** Static pages with their headings, including the first news item. */
const PAGES: readonly (readonly [path: string, heading: string | RegExp])[] = [
  ['/', /^Меняйте крипту/],
  ['/rules', 'Правила обмена'],
  ['/aml', 'AML-политика'],
  ['/contacts', 'Контакты'],
  ['/docs/api', 'Справочник API'],
  ['/contest', 'Конкурс'],
  ['/discounts', 'Скидки'],
  ['/faq', 'Вопросы'],
  ['/monitoring', 'Мониторингам'],
  ['/promocode', 'Промокод'],
  ['/reserves', 'Резервы'],
  ['/shops', 'Магазинам'],
  ['/users', 'Клиентам'],
  ['/news', 'Новости'],
  ...slugs.slice(0, 1).map(slug => [`/news/${slug}`, /\S/] as const),
];

for (const [path, heading] of PAGES) {
  test(`${path} has complete metadata and renders without layout shift or warning`, async ({
    page,
    request,
    baseURL,
  }) => {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    const html = await response.text();
    const readMatch = (pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
    expect(readMatch(/<title>([^<]+)<\/title>/)).toMatch(/^\S.* · Размен$/);
    expect(readMatch(/<meta name="description" content="([^"]+)"/).length).toBeGreaterThanOrEqual(50);
    expect(readMatch(/<link rel="canonical" href="([^"]+)"/)).toBe(new URL(path, baseURL).href);
    expect(readMatch(/<meta property="og:url" content="([^"]+)"/)).toBe(new URL(path, baseURL).href);
    expect(readMatch(/<meta property="og:image" content="([^"]+)"/)).toBe(`${baseURL}/preview.png`);
    expect(html).not.toContain('origin.invalid');
    expect(html).not.toMatch(/noindex/);
    const structuredData = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
    expect(structuredData.length).toBeGreaterThan(0);
    for (const [, json = ''] of structuredData)
      expect(JSON.parse(json)['@context']).toBe('https://schema.org');

    // The fixture fails on React's hydration warnings.
    await page.addInitScript(() => {
      let sum = 0;
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        Object.assign(window, { layoutShift: sum });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const { width, height } of SCREENS) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await page.evaluate(() => document.fonts.ready);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const shift = await page.evaluate(() => (window as { layoutShift?: number }).layoutShift ?? 0);
      expect(shift).toBeLessThan(0.01);
      // tests/site/home/home.spec.ts checks the home page.
      if (path === '/') continue;
      await expectAccessible(page, { except: 'exchange-widget' });
    }
  });
}

test('hydrates the document’s elements', async ({ page, expectProblems }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { first: document.querySelector('h1') });
    });
  });
  for (const path of [
    '/',
    '/?cur_from=BTC&cur_to=SBPRUB',
    '/faq',
    '/news/otkrytie',
    '/reserves',
    '/no/such/page',
  ]) {
    await page.goto(path);
    await waitForHydration(page);
    const isKept = () => (window as unknown as { first: Element }).first.isConnected;
    expect([path, await page.evaluate(isKept)]).toEqual([path, true]);
  }
  await expectProblems(/404 .*\/no\/such\/page$/);
});

for (const path of ['/news/no-such-item', '/news/', '/rules/more', '/Rules', '/404.html', '/503.html']) {
  test(`${path} returns its status`, async ({ page, request, expectProblems }) => {
    const response = await request.get(path, { maxRedirects: 0 });
    if (path === '/news/') {
      expect([response.status(), response.headers()['location']]).toEqual([301, '/news']);
      return;
    }
    expect(response.status()).toBe(404);
    expect(await response.text()).toContain('noindex');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND_HEADING);
    await expectProblems(new RegExp(`404 .*${path}$`));
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows text, follows links and opens questions', async ({ page }) => {
    await page.setViewportSize(SCREENS[0]);
    await page.goto('/rules');
    await expect(page.getByText('20 минут', { exact: true })).toBeVisible();
    // The menu needs JavaScript. The footer has its links.
    await expect(page.getByRole('button', { name: 'Меню' })).toBeHidden();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Вопросы' }).click();
    await expect(page).toHaveURL('/faq');
    await page.getByRole('heading', { name: 'Как отменить заявку?' }).click();
    await expect(page.getByText('Кнопкой в самой заявке')).toBeVisible();
    await page.goto('/news');
    await page.getByRole('link', { name: 'Добавили Tether в сети TON' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Добавили Tether в сети TON');
    await page.goto('/reserves');
    await expect(page.locator('main noscript p')).toBeVisible();
    await expect(page.locator('main noscript p')).toContainText('включите JavaScript');
  });
});

test('a link to a question opens it, and opening a question updates the address', async ({ page }) => {
  await page.goto('/faq#late');
  const faqAnswer = page.getByText('пересчитаем по меньшему из двух курсов');
  await expect(faqAnswer).toBeVisible();
  await expect(page.locator('#late summary')).toBeFocused();
  await page.getByRole('heading', { name: 'Можно заплатить с чужой карты?' }).click();
  await expect(page.getByText('Переводы от третьих лиц мы не обмениваем')).toBeVisible();
  await expect(page).toHaveURL(/#third-party$/);
  await page.reload();
  await expect(page.getByText('Переводы от третьих лиц мы не обмениваем')).toBeVisible();
});

test('navigation updates title, canonical link and description', async ({ page, baseURL }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Основная' }).getByRole('link', { name: 'Новости' }).click();
  await page.getByRole('link', { name: 'Размен открыт' }).click();
  await expect(page).toHaveTitle('Размен открыт · Размен');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/news/otkrytie`);
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /^Мы\sначали принимать заявки/,
  );
});

test('every address in the sitemap, the feed and the manifest exists', async ({ request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(match => match[1] ?? '');
  expect(addresses.toSorted()).toEqual(
    [...new Set([...PAGES.map(([path]) => path), ...slugs.map(slug => `/news/${slug}`)])]
      .map(path => new URL(path, baseURL).href)
      .toSorted(),
  );
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200);
  const feed = await request.get('/news/rss.xml');
  expect(feed.headers()['content-type']).toBe('application/xml');
  const items = [...(await feed.text()).matchAll(/<item>.*?<link>([^<]+)<\/link>.*?<pubDate>([^<]+)</g)];
  expect(items.map(([, link = '']) => link.split('/').at(-1)).toSorted()).toEqual(slugs.toSorted());
  const days = items.map(([, , date = '']) => Date.parse(date));
  expect(days).toEqual(days.toSorted((a, b) => b - a));
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  // A crawler must be allowed to fetch a claim's page to find its noindex.
  expect(robots).toContain('Disallow:\n');
  const manifest = await request.get('/site.webmanifest');
  expect(manifest.headers()['content-type']).toBe('application/manifest+json');
  const { icons } = (await manifest.json()) as { icons: { src: string }[] };
  const files = [...icons.map(icon => icon.src), '/apple-touch-icon.png', '/favicon.ico', '/preview.png'];
  for (const file of files) {
    const response = await request.get(file);
    expect([file, response.status(), response.headers()['content-type']]).toEqual([
      file,
      200,
      expect.stringMatching(/^image\//),
    ]);
  }
});

test('the documents that the form links for acceptance exist', async ({ page }) => {
  await openHomeForm(page, '/');
  const links = page.locator('exchange-widget').getByRole('link');
  const addresses = await links.evaluateAll(all => all.map(link => (link as HTMLAnchorElement).href));
  expect(addresses.length).toBeGreaterThanOrEqual(2);
  for (const address of addresses) expect((await page.request.get(address)).status(), address).toBe(200);
});
