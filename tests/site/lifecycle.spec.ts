import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import * as owns from '#tests/widget/own.ts';
import type { Own } from '#tests/widget/own.ts';
import { expect, openForm, test as base } from './fixture.ts';

interface Kept {
  own: Own;
}

const test = base.extend<object, Kept>({
  own: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
    async ({}, provide) => {
      const own = await owns.open();
      await provide(own);
      await own.close();
    },
    { scope: 'worker' },
  ],
});

const MINUTE = 60_000;

/** Another build is deployed: what the server then says of the newest one. */
async function deploy(page: Page, answer: { body?: string; status?: number } = {}): Promise<() => number> {
  let asked = 0;
  await page.route('**/builds/latest.json', route => {
    asked++;
    return route.fulfill({ contentType: 'application/json', body: '{"version":"newer"}', ...answer });
  });
  return () => asked;
}

/** Makes the tab hidden or visible, as switching tabs does. */
async function show(page: Page, visible: boolean) {
  await page.evaluate(
    state => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );
}

/** A page with a clock of ours, on which everything that waits for a usable page has begun. */
async function open(page: Page, address: string) {
  await page.clock.install();
  await page.goto(address);
  await settled(page);
}

async function settled(page: Page) {
  await page.waitForLoadState('load');
  // The chat is asked for last.
  await page.clock.runFor(3_000);
  await page.waitForLoadState('networkidle');
}

/** Marks the document, so that another one in its place is noticed. */
const mark = (page: Page) => page.evaluate(() => void document.documentElement.setAttribute('data-mark', ''));
const marked = (page: Page) => page.locator('html[data-mark]').count();

test.describe('a new version', () => {
  test('reloads a page that nobody is busy with, within a minute, and once for the same build', async ({
    page,
  }) => {
    await open(page, '/rules');
    await mark(page);
    const asked = await deploy(page);
    await page.clock.runFor(MINUTE - 5_000);
    expect(asked()).toBe(0);
    await page.clock.runFor(6_000);
    await expect.poll(() => marked(page)).toBe(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    // The page that came is of the same build as before: servers may disagree while they are replaced.
    await settled(page);
    await mark(page);
    const before = asked();
    await page.clock.runFor(3 * MINUTE);
    await expect.poll(asked).toBeGreaterThan(before);
    expect(await marked(page)).toBe(1);
    // But a link to another page brings that page whole.
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await expect.poll(() => marked(page)).toBe(0);
  });

  test('is asked for by visible tabs only, and at once by one that comes back after a minute', async ({
    page,
  }) => {
    await open(page, '/rules');
    const asked = await deploy(page, { body: '{"version":' });
    await show(page, false);
    await page.clock.runFor(5 * MINUTE);
    expect(asked()).toBe(0);
    await show(page, true);
    await page.clock.runFor(1);
    await expect.poll(asked).toBe(1);
    await show(page, false);
    await show(page, true);
    await page.clock.runFor(MINUTE / 2);
    expect(asked()).toBe(1);
  });

  for (const [name, answer] of [
    ['missing', { status: 404, body: '' }],
    ['garbled', { body: '<!doctype html>' }],
    ['of another shape', { body: '{"id":7}' }],
  ] as const)
    test(`that is ${name} is ignored, and logged once`, async ({ page, problems }) => {
      const warnings: string[] = [];
      page.on('console', message => message.type() === 'warning' && warnings.push(message.text()));
      await open(page, '/rules');
      await mark(page);
      const asked = await deploy(page, answer);
      for (const times of [1, 2, 3]) {
        await page.clock.runFor(MINUTE + 1);
        await expect.poll(asked).toBe(times);
      }
      expect(await marked(page)).toBe(1);
      expect(warnings.filter(text => text.includes('version'))).toHaveLength(1);
      // The browser logs a 404 by itself.
      problems.splice(0);
    });

  test('never takes a form away that is filled in by half, also after a reload by hand', async ({ page }) => {
    await page.clock.install();
    const form = await openForm(page, '/');
    await settled(page);
    // What is only picked counts, too.
    await form.swap.click();
    await mark(page);
    const asked = await deploy(page);
    await page.clock.runFor(MINUTE + 1);
    await expect.poll(asked).toBe(1);
    expect(await marked(page)).toBe(1);
    await form.swap.click();
    await form.fromSumma.fill('0,02');
    for (const times of [2, 3]) {
      await page.clock.runFor(MINUTE + 1);
      await expect.poll(asked).toBe(times);
    }
    expect(await marked(page)).toBe(1);
    await expect(form.fromSumma).toHaveValue('0,02');

    // On another page nothing is lost by it.
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await expect.poll(() => marked(page)).toBe(0);

    // Back at the form its draft is back, too.
    await page
      .getByRole('link', { name: 'Размен, на главную' })
      .or(page.locator('header a.logo'))
      .first()
      .click();
    await expect(page).toHaveURL('/');
    await settled(page);
    await mark(page);
    const before = asked();
    await page.clock.runFor(2 * MINUTE);
    await expect.poll(asked).toBeGreaterThan(before);
    expect(await marked(page)).toBe(1);
  });

  test('waits for an open claim to be closed', async ({ page, own, problems }) => {
    const claim = await own.claim('LTC', 'ACRUB');
    await open(page, `${own.origin}/claim/${claim}`);
    const panel = page.locator('exchange-widget section').first();
    await expect(panel).toBeVisible();
    await mark(page);
    const asked = await deploy(page);
    await page.clock.runFor(2 * MINUTE);
    await expect.poll(asked).toBeGreaterThan(0);
    expect(await marked(page)).toBe(1);
    await own.move(claim, ['cancelled']);
    await expect
      .poll(async () => {
        await page.clock.runFor(MINUTE / 4);
        return marked(page);
      })
      .toBe(0);
    await expect(panel).toContainText('Отменена');
    // Minutes have passed over calls that were on their way: those say that there was no answer in time.
    const other = problems.splice(0).filter(text => !text.includes('no answer in time'));
    expect(other).toEqual([]);
  });
});

test.describe('code that is gone', () => {
  /** A deployment has removed the code of a page, for so many questions. */
  async function remove(page: Page, name: string, times: number) {
    let left = times;
    await page.route(`**/assets/${name}-*.js`, route =>
      left-- > 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    );
  }

  // Nothing is preloaded: the code is asked for when the page is opened.
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    }),
  );

  test('loads the page that was wanted, whole', async ({ page, problems }) => {
    await page.goto('/rules');
    await page.waitForLoadState('networkidle');
    await remove(page, 'contacts', 1);
    await mark(page);
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await expect.poll(() => marked(page)).toBe(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Контакты');
    problems.splice(0);
  });

  test('is tried once in ten seconds: then the page’s error is shown, and the site goes on', async ({
    page,
    problems,
  }) => {
    await page.goto('/rules');
    await page.waitForLoadState('networkidle');
    await remove(page, 'contacts', 1);
    await remove(page, 'aml', Infinity);
    await mark(page);
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await expect.poll(() => marked(page)).toBe(0);
    await page.waitForLoadState('networkidle');
    await mark(page);
    await page.getByRole('link', { name: 'AML-политика' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
    expect(await marked(page)).toBe(1);
    await page.getByRole('link', { name: 'Новости' }).first().click();
    await expect(page).toHaveURL('/news');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новости');
    problems.splice(0);
  });

  test('for good leaves a page that can be read, and loads it no more than once again', async ({
    page,
    problems,
  }) => {
    await page.goto('/rules');
    await page.waitForLoadState('networkidle');
    await remove(page, 'contacts', Infinity);
    let documents = 0;
    page.on('request', request => void (documents += Number(request.isNavigationRequest())));
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page).toHaveURL('/contacts');
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Контакты');
    expect(documents).toBe(1);
    problems.splice(0);
  });

  test('is not looked for where there is no connection', async ({ page, context, problems }) => {
    await page.goto('/rules');
    await page.waitForLoadState('networkidle');
    await mark(page);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Контакты' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ошибка');
    expect(await marked(page)).toBe(1);
    await context.setOffline(false);
    problems.splice(0);
  });
});

test.describe('links', () => {
  interface Chunk {
    file: string;
    isDynamicEntry?: boolean;
    src?: string;
  }
  const manifest = JSON.parse(readFileSync('dist/site/.vite/manifest.json', 'utf8')) as Record<string, Chunk>;
  /** The text of each page of information: one file a route. */
  const pages = new Set(
    Object.values(manifest)
      .filter(({ isDynamicEntry, src = '' }) => isDynamicEntry && /^content\/[\w-]+\.md$/.test(src))
      .map(({ file }) => `/${file}`),
  );

  test('have at most five pages loaded at once, and each once', async ({ page }) => {
    let running = 0;
    let most = 0;
    const asked: string[] = [];
    await page.route('**/assets/*.js', async route => {
      const { pathname } = new URL(route.request().url());
      if (!pages.has(pathname)) return route.continue();
      asked.push(pathname);
      most = Math.max(most, ++running);
      await new Promise(resolve => setTimeout(resolve, 150));
      running--;
      return route.continue();
    });
    await page.setViewportSize({ width: 1440, height: 3000 });
    await page.goto('/');
    // Every page that the footer leads to.
    await expect.poll(() => asked.length).toBeGreaterThan(8);
    await expect.poll(() => running).toBe(0);
    expect(most).toBe(5);
    expect(new Set(asked).size).toBe(asked.length);
  });

  for (const way of ['focus', 'hover'] as const)
    test(`are followed without a request for code after ${way}`, async ({ page }) => {
      // No link of the footer is in sight.
      await page.setViewportSize({ width: 1440, height: 400 });
      await page.goto('/rules');
      await page.waitForLoadState('networkidle');
      const asked: string[] = [];
      page.on('request', request => asked.push(new URL(request.url()).pathname));
      const code = () => asked.filter(path => path.includes('/assets/users-'));
      await page.evaluate(() => {
        const link = document.createElement('a');
        link.href = '/users';
        link.textContent = 'Клиентам';
        link.style.position = 'fixed';
        // In the window, but seen by nobody: only pointing and focus count.
        link.style.top = '-100px';
        document.body.append(link);
      });
      const link = page.getByRole('link', { name: 'Клиентам' }).last();
      expect(code()).toEqual([]);
      if (way === 'focus') await link.focus();
      else await link.dispatchEvent('pointerover');
      await expect.poll(code).toHaveLength(1);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Клиентам' }).click();
      await expect(page).toHaveURL('/users');
      expect(code()).toHaveLength(1);
    });

  test('are left alone where every byte counts', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    });
    const asked: string[] = [];
    page.on('request', request => asked.push(new URL(request.url()).pathname));
    await page.goto('/rules');
    await page.waitForLoadState('networkidle');
    await page.getByRole('link', { name: 'Контакты' }).first().hover();
    await page.waitForLoadState('networkidle');
    expect(asked.filter(path => pages.has(path)).length).toBeLessThanOrEqual(1);
  });
});

test.describe('the chat', () => {
  let vendor: Server;
  let origin: string;
  let elsewhere: string;

  test.beforeAll(async () => {
    vendor = createServer((request, response) => {
      const own = `http://${request.headers.host}`;
      const script = request.url?.includes('part')
        ? 'document.documentElement.dataset.chat += " and its part";'
        : `document.documentElement.dataset.chat = 'here';
           const part = document.createElement('script');
           part.src = '${own}/part.js';
           document.head.append(part);
           try { document.createElement('div').innerHTML = '<img>'; document.documentElement.dataset.chat = 'html'; } catch {}`;
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    });
    await new Promise<void>(resolve => vendor.listen(0, '127.0.0.1', resolve));
    const { port } = vendor.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    // The same server under another name is another origin.
    elsewhere = `http://localhost:${port}`;
  });
  test.afterAll(() => void vendor.close());

  const chat = (page: Page) => page.locator('html').getAttribute('data-chat');
  const answer = (page: Page, src: string) =>
    page.route('**/api/v1/calculator/chat/', route => route.fulfill({ json: { result: { src } } }));

  test('is a script in the head, from an allowed origin, and may load its own parts', async ({
    page,
    problems,
  }) => {
    const own = await owns.open({ CHAT_ORIGINS: origin });
    try {
      await own.setting('chat_src', `${origin}/chat.js`);
      await page.goto(`${own.origin}/rules`);
      await expect.poll(() => chat(page)).toBe('here and its part');
      const script = page.locator('head > script[async]').first();
      await expect(script).toHaveAttribute('src', `${origin}/chat.js`);
      // Markup from a string is refused to it, as to everybody.
      expect(problems.splice(0).join()).toMatch(/require-trusted-types-for|TrustedHTML/);

      // A server that says otherwise is not believed.
      const warnings: string[] = [];
      page.on('console', message => message.type() === 'warning' && warnings.push(message.text()));
      await answer(page, `${elsewhere}/chat.js`);
      await page.reload();
      await expect.poll(() => warnings).toEqual([expect.stringContaining(elsewhere)]);
      expect(await chat(page)).toBeNull();
    } finally {
      await own.close();
    }
  });

  test('is nowhere without a result, or where no origin is allowed', async ({ page }) => {
    const warnings: string[] = [];
    page.on('console', message => message.type() === 'warning' && warnings.push(message.text()));
    const asked = page.waitForResponse('**/api/v1/calculator/chat/');
    await page.goto('/rules');
    expect(await (await asked).json()).toEqual({ result: null });
    expect(warnings).toEqual([]);
    await answer(page, `${origin}/chat.js`);
    await page.reload();
    await expect.poll(() => warnings).toEqual([expect.stringContaining(origin)]);
    expect(await chat(page)).toBeNull();
  });
});
