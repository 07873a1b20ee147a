import { readFileSync } from 'node:fs';
import { waitForHydration } from '../support/markedDocument.ts';
import { expect, test } from '../support/siteTest.ts';

test.describe('links', () => {
  interface Chunk {
    file: string;
    isDynamicEntry?: boolean;
    src?: string;
  }
  const manifest = JSON.parse(readFileSync('dist/site/.vite/manifest.json', 'utf8')) as Record<string, Chunk>;
  /** Chunks of the content pages: one file per route. */
  const pages = new Set(
    Object.values(manifest)
      .filter(({ isDynamicEntry, src = '' }) => isDynamicEntry && /^content\/[\w-]+\.md$/.test(src))
      .map(({ file }) => `/${file}`),
  );

  test('preload at most five pages at once, each once', async ({ page }) => {
    let running = 0;
    let maxRunning = 0;
    const requested: string[] = [];
    const released = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async route => {
      const { pathname } = new URL(route.request().url());
      if (!pages.has(pathname)) return route.continue();
      requested.push(pathname);
      maxRunning = Math.max(maxRunning, ++running);
      await released.promise;
      running--;
      return route.continue();
    });
    await page.setViewportSize({ width: 1440, height: 4000 });
    await page.goto('/');
    // Other pages end, until these five remain.
    await expect.poll(() => running).toBe(5);
    released.resolve();
    // The footer links to all of them.
    await expect.poll(() => requested.length).toBeGreaterThan(8);
    await expect.poll(() => running).toBe(0);
    expect(maxRunning).toBe(5);
    expect(new Set(requested).size).toBe(requested.length);
  });

  for (const trigger of ['focus', 'hover'] as const)
    test(`need no further request for code after ${trigger}`, async ({ page }) => {
      // The footer's links are below the viewport.
      await page.setViewportSize({ width: 1440, height: 400 });
      await page.goto('/rules');
      await waitForHydration(page);
      await page.waitForLoadState('networkidle');
      const requested: string[] = [];
      page.on('request', request => requested.push(new URL(request.url()).pathname));
      const chunkRequests = () => requested.filter(path => path.includes('/assets/users-'));
      await page.evaluate(() => {
        const link = document.createElement('a');
        link.href = '/users';
        link.textContent = 'Клиентам';
        link.style.position = 'fixed';
        // Outside the viewport, so that only focus and hover preload it.
        link.style.top = '-100px';
        document.body.append(link);
      });
      const link = page.getByRole('link', { name: 'Клиентам' }).last();
      expect(chunkRequests()).toEqual([]);
      // The page listens a moment after it is hydrated.
      await expect(async () => {
        if (trigger === 'focus') await link.focus();
        else await link.dispatchEvent('pointerover');
        expect(chunkRequests()).toHaveLength(1);
      }).toPass();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Клиентам' }).click();
      await expect(page).toHaveURL('/users');
      expect(chunkRequests()).toHaveLength(1);
    });

  test('are not preloaded with saveData', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    });
    const requested: string[] = [];
    page.on('request', request => requested.push(new URL(request.url()).pathname));
    await page.goto('/rules');
    await page.waitForLoadState('networkidle');
    await page.getByRole('link', { name: 'Контакты' }).first().hover();
    await page.waitForLoadState('networkidle');
    expect(requested.filter(path => pages.has(path)).length).toBeLessThanOrEqual(1);
  });
});
